/** Defines the arguments of `works-process.ts`. */
import * as v from 'valibot'

const WorksOrder = v.object({
  dataFolder: v.string(),
  baseUrl: v.string(),
  /** Public ID of the task to finish. */
  task: v.string(),
  /** How far the clock of the process is ahead, in milliseconds. */
  aheadMs: v.number(),
})
export type WorksOrder = v.InferOutput<typeof WorksOrder>

export const readWorksOrder = (text: string | undefined): WorksOrder =>
  v.parse(WorksOrder, JSON.parse(text ?? ''))

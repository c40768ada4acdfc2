/** The orders of a process that does tasks. */
import * as v from 'valibot'

const WorksOrder = v.object({
  dataFolder: v.string(),
  baseUrl: v.string(),
  /** Public id of the task that is to end. */
  task: v.string(),
  /** How far its clock is ahead of ours. */
  aheadMs: v.number(),
})
export type WorksOrder = v.InferOutput<typeof WorksOrder>

export const readWorksOrder = (text: string | undefined): WorksOrder =>
  v.parse(WorksOrder, JSON.parse(text ?? ''))

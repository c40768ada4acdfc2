/** The column `current` of a task: what it works on, and what it waits for. */
import { type Task, TaskWait } from '@koedana/contract/tasks.ts'
import * as v from 'valibot'

export type CurrentWork = Pick<Task, 'current' | 'wait'>

/** A text that starts like JSON is stored as JSON too, so that no folder name can be read as a wait. */
export const writeCurrent = ({ current, wait }: CurrentWork): string | null =>
  wait === null && current?.startsWith('{') !== true ? current : JSON.stringify({ current, wait })

const Stored = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ current: v.nullable(v.string()), wait: v.nullable(TaskWait) }),
)

export function readCurrent(column: string | null): CurrentWork {
  const stored = column?.startsWith('{') ? v.safeParse(Stored, column) : undefined
  return stored?.success ? stored.output : { current: column, wait: null }
}

/** Encodes the column `current` of a task: what the task works on and what it waits for. */
import { type Task, TaskWait } from '@koedana/contract/tasks.ts'
import * as v from 'valibot'

export type CurrentWork = Pick<Task, 'current' | 'wait'>

/** Text that starts like JSON is also stored as JSON, so that no folder name can be parsed as a wait. */
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

/** The life of a task as a table: what happens to it, and where that leads from each status. */
import { type TaskStatus, taskStatuses } from '@koedana/contract/values.ts'

type Moves = Readonly<Partial<Record<TaskStatus, TaskStatus>>>

/** What is not here cannot happen: ended tasks never move again. */
export const moves = {
  /** A worker takes it, or takes it over from one that was killed. */
  claim: { ready: 'running', running: 'running', stopping: 'stopping' },
  cancel: { ready: 'cancelled', running: 'stopping', stopping: 'stopping' },
  /** All was done: also where the wish to stop came a moment too late. */
  finish: { running: 'finished', stopping: 'finished' },
  fail: { running: 'failed', stopping: 'cancelled' },
  /** The worker came to its end before all was done. */
  stop: { stopping: 'cancelled' },
  /** The server stops: the next start goes on. */
  release: { running: 'running' },
} as const satisfies Readonly<Record<string, Moves>>

export type Act = keyof typeof moves

/** Undefined where the act cannot happen. */
export function moved(act: Act, from: TaskStatus): TaskStatus | undefined {
  const table: Moves = moves[act]
  return table[from]
}

/** From where it can happen. */
export const sourcesOf = (act: Act): readonly TaskStatus[] =>
  taskStatuses.filter((status) => moved(act, status) !== undefined)

export const atWork = ['ready', 'running', 'stopping'] as const satisfies readonly TaskStatus[]
export const ended = ['finished', 'cancelled', 'failed'] as const satisfies readonly TaskStatus[]

export const isEnded = (status: TaskStatus): boolean => ended.some((one) => one === status)

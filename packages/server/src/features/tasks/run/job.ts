/**
 * Declares what a kind of task is given to work with, and what it gives back. The runner keeps it alive and writes it down.
 */
import type {
  TaskItemKind,
  TaskLine,
  TaskOutcome,
  TaskPhase,
  TaskReason,
  TaskWait,
} from '@koedana/contract/tasks.ts'
import type { TaskKind } from '@koedana/contract/values.ts'
import { writeInTurn } from '../../../db/changes.ts'
import type { Db } from '../../../db/schema.ts'
import { CodedError } from '../../../lib/messages/coded-error.ts'
import { type Message, storedMessages } from '../../../lib/messages/messages.rules.ts'
import type { LiveProgress } from '../task.store.ts'
import { addSample, type Pace } from './pace.rules.ts'
import { insertLines, type NewLine, type Written } from './step.store.ts'

export interface Job {
  /** Public id of the task. */
  readonly id: string
  readonly key: number
  /** Its first start, if it was taken up again. */
  readonly startedAt: Date
  readonly kind: TaskKind
  /** The options as ordered: the runner parses them with the kind's own schema. */
  readonly options: unknown
  /** Items that failed in the task this one tries again; undefined for a whole run. */
  readonly only: readonly RetriedItem[] | undefined
  /** The state that the last step left, of this run too; undefined at the very start. Parse it. */
  readonly checkpoint: unknown
  /** Aborted (with `JobEnded`) when the task is canceled, lost, or the server stops: come to an end within 5 seconds. */
  readonly signal: AbortSignal
  readonly now: () => Date
  /**
   * Runs one step: its changes, its outcomes and the checkpoint are written in one transaction. Killed at any moment, a step happened whole or not at all. Throws `JobEnded` once the task is
   * no longer ours or is to stop: let it through.
   */
  readonly step: (act: (tx: Db) => Promise<Step>) => Promise<void>
  /** Reports the current item to watchers; it may not be stored. */
  readonly at: (current: string) => void
  /** Shows watchers what the task waits for; undefined ends the wait. */
  readonly waitFor: (wait: TaskWait | undefined) => void
  /** Counts items that have been looked at and that no step reports yet: until then, watchers see them as done. */
  readonly advance: (items: number) => void
  /** Adds a line to its log. */
  readonly note: (level: TaskLine['level'], message: Message) => void
}

export interface RetriedItem {
  readonly phase: string
  readonly item: string
}

export interface Step {
  readonly phase: TaskPhase
  /** JSON; what `job.checkpoint` will be after a restart. */
  readonly checkpoint: unknown
  /** How many items this phase and those before it have in all, once known. */
  readonly total?: number
  /** How many more items are done. */
  readonly done?: number
  /** The numbers by which the summary counts more, or fewer, of each key. */
  readonly counts?: Counts
  /** The items that are worth listing one by one. */
  readonly items?: readonly ReportedItem[]
}

/** Counts by the keys of a summary. */
export type Counts = Readonly<Record<string, number>>

export interface ReportedItem {
  readonly item: string
  /** A work if it is not said. */
  readonly thing?: TaskItemKind
  /** The name of a work; for a rejected line, the reason. */
  readonly name?: string | Message | null
  readonly outcome: TaskOutcome
  readonly reason?: TaskReason
}

/**
 * Runs until there is nothing left to do; what it throws fails the task. Once `job.signal` is aborted neither counts:
 * the task is canceled, or left for the next start, however it ends.
 */
export type RunKind = (job: Job) => Promise<void>

/** The task was canceled, or another worker has it: nothing is to be done any more. */
export class JobEnded extends Error {
  constructor() {
    super('the task is to end')
    this.name = 'JobEnded'
  }
}

/** Tells administrators why the whole task failed. */
export class JobFailed extends CodedError {
  override readonly name = 'JobFailed'
}

/**
 * Lines a job noted and that are not written yet: they go with what is written next, so both are there or neither.
 */
export interface LogLines {
  readonly note: Job['note']
  readonly areWaiting: () => boolean
  /** Writes with `act`; if it throws, what waits stays. */
  readonly writeWith: <T>(act: (tx: Db) => Promise<T>) => Promise<T>
}

/** A job that notes more than this before it writes anything loses the rest. */
const maxWaiting = 5_000

export function createLogLines(write: Db, taskKey: number, now: () => Date): LogLines {
  const waiting: NewLine[] = []
  return {
    note: (level, message) => {
      if (waiting.length >= maxWaiting) return
      waiting.push({ at: now().toISOString(), level, text: storedMessages([message]) })
    },
    areWaiting: () => waiting.length > 0,
    writeWith: async (act) => {
      const { result, written } = await writeInTurn(write, async (tx) => {
        const result = await act(tx)
        const lines = [...waiting]
        await insertLines(tx, taskKey, lines)
        return { result, written: lines.length }
      })
      waiting.splice(0, written)
      return result
    },
  }
}

/** How far a worker is ahead of what it has written, and how fast it is: a step may take many items. */
export interface Progress {
  readonly advance: (items: number) => void
  readonly now: () => LiveProgress
  /** Reports that this many items of a step have been written. */
  readonly written: (step: Written, items: number) => void
}

export function createLiveProgress(start: { readonly done: number }, now: () => Date): Progress {
  let done = start.done
  let ahead = 0
  let pace: Pace = []
  return {
    advance: (items) => {
      ahead += items
    },
    now: () => {
      pace = addSample(pace, now().getTime(), done + ahead)
      return { ahead, pace }
    },
    written: (step, items) => {
      done = step.done
      pace = step.pace
      ahead = Math.max(0, ahead - items)
    },
  }
}

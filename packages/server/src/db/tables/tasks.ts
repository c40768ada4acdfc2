/** Tasks with their reports, and what was requested of the marketplace. */
import type { TaskOutcome, TaskReason } from '@koedana/contract/tasks.ts'
import type { TaskKind, TaskStatus } from '@koedana/contract/values.ts'
import type { Generated } from 'kysely'

/** Keeps what was requested of the marketplace about a work, known to the catalogue or not. */
export interface MarketplaceRecordTable {
  /** `workKeyOf(id)` */
  key: number
  id: string
  /** 1 while its full record is to be read: newly found, or its title, price or options changed. */
  wanted: number
  /** The time at which its full record was last requested and received; null before. */
  record_at: string | null
  /** Its numbers were last read. */
  numbers_at: string | null
  /** A hash of title, price and options among the numbers: another one needs the full record. */
  numbers_hash: string | null
  /** The time since when both calls have said that it is not there; null while one has it. */
  absent_since: string | null
  /** How many times in a row. */
  absences: number
  /** The time before which it is not requested again. */
  retry_at: string | null
  /** The address of its cover; null if it has none. */
  cover_url: string | null
  /** The state of that cover: only a new address is requested again. Null: it is not for this work. */
  cover_state: 'wanted' | 'taken' | 'missing' | null
}

/**
 * `options`, `checkpoint` and `summary` are JSON text; `current` is what it is at. One of a kind at most is ready,
 * running or stopping.
 */
export interface TaskTable {
  key: Generated<number>
  id: string
  kind: TaskKind
  status: TaskStatus
  options: string
  retry_of_key: number | null
  user_key: number | null
  /** The worker that is at work on it, and the time until which it is believed. */
  worker: string | null
  lease_until: string | null
  phase: string | null
  checkpoint: string | null
  current: string | null
  done: Generated<number>
  total: number | null
  failed: Generated<number>
  skipped: Generated<number>
  /** Items looked at beyond those that are done: the next steps report them. */
  ahead: Generated<number>
  /** The same as `Task.summary`. */
  summary: Generated<string>
  /** JSON text: marks of the last minute, for its rate. */
  pace: string | null
  error: string | null
  created_at: string
  started_at: string | null
  ended_at: string | null
}

export interface TaskItemTable {
  key: Generated<number>
  task_key: number
  phase: string
  item: string
  name: string | null
  outcome: TaskOutcome
  reason: TaskReason | null
  at: string
}

/** Keeps what became of a work in a task that is at work; gone soon after it ended. */
export interface TaskWorkTable {
  task_key: number
  work_key: number
  effect: TaskOutcome | null
  trouble: TaskOutcome | null
}

export interface TaskLineTable {
  key: Generated<number>
  task_key: number
  at: string
  level: 'info' | 'warn' | 'error'
  text: string
}

/** `task_order` is JSON text: kind and options. */
export interface ScheduleTable {
  key: Generated<number>
  id: string
  task_order: string
  cron: string
  time_zone: string
  /** 0 or 1 */
  enabled: number
  /** Times up to here are over, started or not. */
  due_after: string
  last_started_at: string | null
  created_at: string
  updated_at: string
}

import type { TaskOutcome, TaskReason } from '@koedana/contract/tasks.ts'
import type { TaskKind, TaskStatus } from '@koedana/contract/values.ts'
import type { Generated } from 'kysely'

/** The state of marketplace requests about a work, whether or not it is in the catalog. */
export interface MarketplaceRecordTable {
  /** `workKeyOf(id)` */
  key: number
  id: string
  /** 1 if its full record must be fetched: the work is new, or its title, price or options changed. */
  wanted: number
  /** When its full record was last fetched; null before. */
  record_at: string | null
  numbers_at: string | null
  /** A hash of title, price and options. If it changes, the full record must be fetched. */
  numbers_hash: string | null
  /** Since when both calls report that it does not exist; null otherwise. */
  absent_since: string | null
  /** Consecutive reports of absence. */
  absences: number
  /** It is not requested again before this time. */
  retry_at: string | null
  /** The URL of its cover; null if it has none. */
  cover_url: string | null
  /** The state of the cover. Only a new URL is fetched again. Null if the cover does not apply to this work. */
  cover_state: 'wanted' | 'taken' | 'missing' | null
}

/**
 * `options`, `checkpoint` and `summary` are JSON text; `current` is the current item. At most one task of a kind is ready, running
 * or stopping.
 */
export interface TaskTable {
  key: Generated<number>
  id: string
  kind: TaskKind
  status: TaskStatus
  options: string
  retry_of_key: number | null
  user_key: number | null
  /** The worker that runs it, and the expiry of its lease. */
  worker: string | null
  lease_until: string | null
  phase: string | null
  checkpoint: string | null
  current: string | null
  done: Generated<number>
  total: number | null
  failed: Generated<number>
  skipped: Generated<number>
  /** Items examined beyond `done`. The next steps report them. */
  ahead: Generated<number>
  summary: Generated<string>
  /** JSON text: progress samples of the last minute, for the rate. */
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

/** The result for a work in a running task. Deleted soon after the task ends. */
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
  /** 0 or 1. */
  enabled: number
  /** Due times up to here are done, whether started or not. */
  due_after: string
  last_started_at: string | null
  created_at: string
  updated_at: string
}

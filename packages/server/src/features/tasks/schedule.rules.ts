/** Schedules as they are stored and shown, and when one is due. */
import type { Schedule } from '@koedana/contract/schedules.ts'
import { TaskOrder } from '@koedana/contract/tasks.ts'
import type { Locale } from '@koedana/contract/values.ts'
import type { Selectable } from 'kysely'
import * as v from 'valibot'
import type { ScheduleTable } from '../../db/tables/tasks.ts'
import { cronSentence, nextTimes, type When } from './cron.rules.ts'

export type ScheduleRow = Selectable<ScheduleTable>

export function scheduleOf(row: ScheduleRow, locale: Locale, now: Date): Schedule {
  const [next] = row.enabled ? nextTimes(whenOf(row), now, 1) : []
  return {
    id: row.id,
    order: orderOf(row),
    cron: row.cron,
    timeZone: row.time_zone,
    enabled: row.enabled === 1,
    sentence: cronSentence(row.cron, locale),
    nextAt: next?.toISOString() ?? null,
    lastStartedAt: row.last_started_at,
  }
}

export const orderOf = ({ task_order }: Pick<ScheduleRow, 'task_order'>): TaskOrder =>
  v.parse(TaskOrder, JSON.parse(task_order))

/** Times that passed while nobody looked count as one. */
export function isDue(row: ScheduleRow, now: Date): boolean {
  const [next] = nextTimes(whenOf(row), new Date(row.due_after), 1)
  return next !== undefined && next <= now
}

const whenOf = ({ cron, time_zone }: ScheduleRow): When => ({ cron, timeZone: time_zone })

/** Parses cron expressions of five fields, and computes when schedules are due. */

import type { Schedule } from '@koedana/contract/schedules.ts'
import { TaskOrder } from '@koedana/contract/tasks.ts'
import type { Locale } from '@koedana/contract/values.ts'
import { Cron } from 'croner'
import type { Selectable } from 'kysely'
import * as v from 'valibot'
import type { ScheduleTable } from '../../../db/tables/tasks.ts'
import { cronSentence } from './cron-sentence.rules.ts'

export type CronFault = 'cronMalformed' | 'cronNeverFires'

/** Returns undefined if the expression is valid and will fire. */
export function cronFaultOf(cron: string, after: Date): CronFault | undefined {
  // Rejects syntax that cron programs interpret differently (`@daily`, `L`, `#`).
  const isPlain = /^[\d*,/\sA-Z-]+$/i.test(cron) && words(cron).every((word) => names.has(word))
  if (!isPlain) return 'cronMalformed'
  try {
    cronSentence(cron, 'en-US')
    return nextTimes({ cron, timeZone: 'UTC' }, after, 1).length > 0 ? undefined : 'cronNeverFires'
  } catch {
    return 'cronMalformed'
  }
}

const names = new Set(
  'MON TUE WED THU FRI SAT SUN JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' '),
)

const words = (cron: string): readonly string[] => cron.toUpperCase().match(/[A-Z]+/g) ?? []

export interface ScheduleTimes {
  readonly cron: string
  readonly timeZone: string
}

/** Returns fewer times if the expression does not fire so often. */
export function nextTimes({ cron, timeZone }: ScheduleTimes, after: Date, count: number): Date[] {
  return new Cron(cron, { timezone: timeZone, mode: '5-part', paused: true }).nextRuns(count, after)
}

/** Returns whether the runtime knows the time zone name. Offsets such as `+09:00` are not names. */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

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

/** Several missed times count as one. */
export function isDue(row: ScheduleRow, now: Date): boolean {
  const [next] = nextTimes(whenOf(row), new Date(row.due_after), 1)
  return next !== undefined && next <= now
}

const whenOf = ({ cron, time_zone }: ScheduleRow): ScheduleTimes => ({ cron, timeZone: time_zone })

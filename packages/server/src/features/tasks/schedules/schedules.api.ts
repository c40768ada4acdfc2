import type {
  createSchedule,
  deleteSchedule,
  listSchedules,
  previewSchedule,
  updateSchedule,
} from '@koedana/contract/schedules.ts'
import { writeInTurn } from '../../../db/changes.ts'
import type { Db } from '../../../db/schema.ts'
import type { Handler } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import { newId } from '../../../lib/ids.ts'
import { cronSentence } from './cron-sentence.rules.ts'
import {
  cronFaultOf,
  isTimeZone,
  nextTimes,
  type ScheduleRow,
  type ScheduleTimes,
  scheduleOf,
} from './schedule.rules.ts'
import {
  changeSchedule,
  deleteScheduleRow,
  findScheduleRow,
  insertSchedule,
  listScheduleRows,
} from './schedules.store.ts'

export interface ScheduleSources {
  /** Connection for reads. */
  readonly db: Db
  readonly write: Db
  readonly now: () => Date
}

const previewed = 5
const defaultZone = 'UTC'

export function listSchedulesHandler({ db, now }: ScheduleSources): Handler<typeof listSchedules> {
  return async (_request, { locale }) => {
    const rows = await listScheduleRows(db)
    return { items: rows.map((row) => scheduleOf(row, locale, now())) }
  }
}

export function previewScheduleHandler({ now }: ScheduleSources): Handler<typeof previewSchedule> {
  return ({ query: { cron, timeZone = defaultZone } }, { locale }) => {
    checkWhen({ cron, timeZone }, 'query', now())
    const next = nextTimes({ cron, timeZone }, now(), previewed)
    return { sentence: cronSentence(cron, locale), next: next.map((time) => time.toISOString()) }
  }
}

export function createScheduleHandler({ write, now }: ScheduleSources): Handler<typeof createSchedule> {
  return async ({ body: { order, cron, timeZone = defaultZone, enabled = true } }, { locale }) => {
    checkWhen({ cron, timeZone }, 'body', now())
    const at = now().toISOString()
    const row = await insertSchedule(write, {
      id: newId(),
      task_order: JSON.stringify(order),
      cron,
      time_zone: timeZone,
      enabled: Number(enabled),
      due_after: at,
      created_at: at,
      updated_at: at,
    })
    return scheduleOf(row, locale, now())
  }
}

/** A change of the times or of `enabled` restarts the schedule: earlier times are not made up for. */
export function updateScheduleHandler({ write, now }: ScheduleSources): Handler<typeof updateSchedule> {
  return async ({ params: { id }, body: { order, cron, timeZone, enabled } }, { locale }) =>
    writeInTurn(write, async (tx) => {
      const row = await getScheduleRow(tx, id)
      checkWhen({ cron: cron ?? row.cron, timeZone: timeZone ?? row.time_zone }, 'body', now())
      const at = now().toISOString()
      const isOtherTime = [cron, timeZone, enabled].some((value) => value !== undefined)
      const changed = await changeSchedule(tx, row.key, {
        ...(order === undefined ? {} : { task_order: JSON.stringify(order) }),
        ...(cron === undefined ? {} : { cron }),
        ...(timeZone === undefined ? {} : { time_zone: timeZone }),
        ...(enabled === undefined ? {} : { enabled: Number(enabled) }),
        ...(isOtherTime ? { due_after: at } : {}),
        updated_at: at,
      })
      return scheduleOf(changed, locale, now())
    })
}

export function deleteScheduleHandler({ write }: ScheduleSources): Handler<typeof deleteSchedule> {
  return async ({ params: { id } }) => {
    if (!(await deleteScheduleRow(write, id))) throw new AppError('notFound')
  }
}

async function getScheduleRow(db: Db, id: string): Promise<ScheduleRow> {
  const row = await findScheduleRow(db, id)
  if (!row) throw new AppError('notFound')
  return row
}

/** `part` is where the values were sent. Throws `malformed` for an unknown time zone and `cronRefused` with the reason. */
function checkWhen({ cron, timeZone }: ScheduleTimes, part: 'body' | 'query', now: Date): void {
  if (!isTimeZone(timeZone)) {
    throw new AppError('malformed', { fields: { [`${part}.timeZone`]: 'timeZoneUnknown' } })
  }
  const fault = cronFaultOf(cron, now)
  if (fault) throw new AppError('cronRefused', { fields: { [`${part}.cron`]: fault } })
}

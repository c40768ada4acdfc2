/** Starts tasks when their time has come: once, however many processes look at the same clock. */

import { writeTogether } from '../../db/changes.ts'
import type { Db } from '../../db/schema.ts'
import type { Log } from '../../lib/log.ts'
import { isDue, orderOf, type ScheduleRow } from './schedule.rules.ts'
import { changeSchedule, listEnabledSchedules, takeTurn } from './schedules.store.ts'
import { insertTask } from './task.store.ts'

export interface SchedulerSources {
  readonly db: Db
  readonly write: Db
  readonly now: () => Date
  readonly log: Log
}

/** One that cannot be started keeps no other from it. */
export async function startDue(sources: SchedulerSources): Promise<void> {
  const { db, now, log } = sources
  for (const row of await listEnabledSchedules(db)) {
    try {
      if (isDue(row, now())) await startOne(sources, row)
    } catch (error) {
      log.error({ err: error, schedule: row.id }, 'a schedule could not be started')
    }
  }
}

/** Its turn and the task are one transaction: a time is neither lost nor doubled. */
async function startOne({ write, now, log }: SchedulerSources, row: ScheduleRow): Promise<void> {
  const at = now().toISOString()
  const { kind, options = {} } = orderOf(row)
  const outcome = await writeTogether(write, async (tx) => {
    if (!(await takeTurn(tx, row, at))) return 'notOurs'
    if (!(await insertTask(tx, { kind, options, userKey: null, retryOfKey: null, at }))) return 'atWork'
    await changeSchedule(tx, row.key, { last_started_at: at })
    return 'started'
  })
  const said = { schedule: row.id, kind }
  if (outcome === 'atWork') log.info(said, 'a schedule was skipped: a task of its kind is at work')
  if (outcome === 'started') log.info(said, 'a schedule started a task')
}

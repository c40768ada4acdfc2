import type { OwnData, OwnPlay } from '@koedana/contract/own-data.ts'
import type { Database } from '../../db/open.ts'
import type { Db } from '../../db/schema.ts'
import type { PlayTable } from '../../db/tables/progress.ts'
import type { ImportCounter } from './import-counter.ts'
import { findPlayIds, insertPlays, listHoursOf, saveHours } from './own-data.store.ts'

export interface ImportContext {
  readonly database: Database
  readonly tx: Db
  readonly userKey: number
  readonly report: ImportCounter
  readonly nowMs: number
  /** When the document was written. */
  readonly documentMs: number
  /** Returns the key of a work that the user may see. Reports other works as unmatched and returns undefined. */
  readonly find: (workId: string) => number | undefined
}

export async function importListening(
  importing: ImportContext,
  { plays = [], hours = [] }: Pick<OwnData, 'plays' | 'hours'>,
): Promise<void> {
  await importPlays(importing, plays)
  await importHours(importing, hours)
}

const playRetentionMs = 90 * 24 * 3_600_000

async function importPlays(
  { tx, userKey, nowMs: now, report, find }: ImportContext,
  plays: readonly OwnPlay[],
): Promise<void> {
  const known = await findPlayIds(
    tx,
    userKey,
    plays.map(({ id }) => id),
  )
  const rows = new Map<string, PlayTable>()
  for (const play of plays) {
    const workKey = find(play.workId)
    if (workKey === undefined) continue
    const endedMs = Math.min(now, Date.parse(play.endedAt))
    if (known.has(play.id) || rows.has(play.id) || endedMs < now - playRetentionMs) report.count(0, 1)
    else {
      rows.set(play.id, rowOf(play, { userKey, workKey, endedMs, now }))
      report.count(1, 0)
    }
  }
  await insertPlays(tx, [...rows.values()])
}

const rowOf = (
  play: OwnPlay,
  { userKey, workKey, endedMs, now }: { userKey: number; workKey: number; endedMs: number; now: number },
): PlayTable => ({
  user_key: userKey,
  id: play.id,
  work_key: workKey,
  based_on: 0,
  is_chosen: 0,
  started_ms: Math.min(endedMs, Date.parse(play.startedAt)),
  start_track_id: play.fileId,
  start_ms: Math.round(play.start * 1000),
  device_id: 'import',
  device_name: play.device,
  n: 0,
  track_id: play.fileId,
  position_ms: Math.round(play.end * 1000),
  last_ms: endedMs,
  listened_ms: Math.round(play.listened * 1000),
  arrived_ms: now,
  clock_ms: null,
})

/** If an hour exists on both sides, the longer time is kept: both were summed from the same plays. */
async function importHours(
  { tx, userKey, database, report, find }: ImportContext,
  hours: NonNullable<OwnData['hours']>,
): Promise<void> {
  const found = hours.flatMap(({ workId, hour, seconds }) => {
    const workKey = find(workId)
    return workKey === undefined ? [] : [{ workKey, hour, ms: Math.round(seconds * 1000) }]
  })
  const rows = await listHoursOf(tx, userKey, [...new Set(found.map(({ workKey }) => workKey))])
  const keyOf = (hour: number | string, workKey: number) => `${hour} ${workKey}`
  const known = new Map(rows.map((row) => [keyOf(row.hour, row.work_key), Number(row.listened_ms)]))
  const changed = new Map<string, { user_key: number; hour: number; work_key: number; listened_ms: number }>()
  for (const { workKey, hour, ms } of found) {
    const key = keyOf(hour, workKey)
    const isLonger = ms > (known.get(key) ?? 0)
    report.count(isLonger ? 1 : 0, isLonger ? 0 : 1)
    if (!isLonger) continue
    known.set(key, ms)
    changed.set(key, { user_key: userKey, hour, work_key: workKey, listened_ms: ms })
  }
  await saveHours(database, tx, [...changed.values()])
}

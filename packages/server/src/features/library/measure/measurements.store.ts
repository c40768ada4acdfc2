/** Stores measurements by the fingerprint of the audio: a moved file keeps them, and copies share them. */
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../../db/schema.ts'
import { type FileLocation, locationColumns, toFileLocation } from '../media/tracks.store.ts'
import type { TrackMeasurement } from './measure.ts'

export interface UnmeasuredFile extends FileLocation {
  readonly fingerprint: string
}

/** Selects tracks in local storages that are not measured. Remote ones would have to be downloaded whole. */
const selectUnmeasured = (db: Db) =>
  db
    .selectFrom('track')
    .innerJoin('storage', 'storage.key', 'track.storage_key')
    .leftJoin('measured_sound', 'measured_sound.fingerprint', 'track.fingerprint')
    .where('measured_sound.fingerprint', 'is', null)
    .where('track.missing_at', 'is', null)
    .where('track.trashed_at', 'is', null)
    .where('storage.kind', '=', 'local')
    .where('storage.enabled', '=', 1)
    .where('storage.removed_at', 'is', null)

/** Files per query. A single query over a large library would block the event loop. */
const windowSize = 1_000

export interface UnmeasuredWindow {
  readonly files: readonly UnmeasuredFile[]
  readonly last: string
}

/** Yields unmeasured files with IDs above `after`. */
export async function* walkUnmeasured(db: Db, after: string): AsyncGenerator<UnmeasuredWindow> {
  for (let before = after; ; ) {
    const ids = await db
      .selectFrom('track')
      .select('id')
      .where('id', '>', before)
      .orderBy('id')
      .limit(windowSize)
      .execute()
    const last = ids.at(-1)?.id
    if (last === undefined) return
    const rows = await selectUnmeasured(db)
      .select(['track.work_key as workKey', 'track.path', 'track.fingerprint', ...locationColumns])
      .where('track.id', '>', before)
      .where('track.id', '<=', last)
      .orderBy('track.id')
      .execute()
    yield { files: rows.map(({ fingerprint, ...row }) => ({ ...toFileLocation(row), fingerprint })), last }
    before = last
    await setImmediate()
  }
}

/** Counts unmeasured files; copies of the same audio count separately. */
export async function countUnmeasured(db: Db, after: string): Promise<number> {
  let count = 0
  for await (const { files } of walkUnmeasured(db, after)) count += files.length
  return count
}

export async function hasUnmeasured(db: Db): Promise<boolean> {
  for await (const { files } of walkUnmeasured(db, '')) if (files.length > 0) return true
  return false
}

/** Saves a measurement. Undefined means that decoding failed; the track is not retried automatically. */
export async function saveMeasurement(
  tx: Db,
  { fingerprint, now }: { readonly fingerprint: string; readonly now: Date },
  measured: TrackMeasurement | undefined,
): Promise<void> {
  await tx
    .insertInto('measured_sound')
    .values({
      fingerprint,
      loudness: measured?.integrated ?? null,
      true_peak: measured?.truePeak ?? null,
      waveform: measured ? Buffer.from(measured.waveform).toString('base64') : null,
      measured_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes failed measurements, so that they are retried. */
export async function deleteFailedMeasurements(tx: Db): Promise<void> {
  await tx.deleteFrom('measured_sound').where('waveform', 'is', null).execute()
}

/** Deletes measurements of files that no longer exist. */
export async function deleteStrayMeasurements(tx: Db): Promise<void> {
  await tx
    .deleteFrom('measured_sound')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('track')
            .select('track.id')
            .whereRef('track.fingerprint', '=', 'measured_sound.fingerprint'),
        ),
      ),
    )
    .execute()
}

export interface SoundMeasure {
  readonly loudness: number | null
  readonly truePeak: number | null
  readonly hasWaveform: boolean
}

export async function findMeasures(db: Db, workKeys: readonly number[]): Promise<Map<string, SoundMeasure>> {
  if (workKeys.length === 0) return new Map()
  const rows = await db
    .selectFrom('measured_sound')
    .select(['fingerprint', 'loudness', 'true_peak'])
    .select(sql<number>`case when waveform is null then 0 else 1 end`.as('is_drawn'))
    .where('fingerprint', 'in', (e) =>
      e.selectFrom('track').select('fingerprint').where('work_key', 'in', workKeys),
    )
    .execute()
  return new Map(
    rows.map(({ fingerprint, loudness, true_peak, is_drawn }) => [
      fingerprint,
      { loudness, truePeak: true_peak, hasWaveform: is_drawn === 1 },
    ]),
  )
}

/** Returns one byte per point. */
export async function findWaveform(db: Db, fingerprint: string): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('measured_sound')
    .select('waveform')
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()
  return row?.waveform ? Buffer.from(row.waveform, 'base64') : undefined
}

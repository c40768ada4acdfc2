/** Keeps what was measured of sounds, by their fingerprint: a file that moves keeps it, and a copy has it too. */
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../../db/schema.ts'
import { type FileLocation, locationColumns, locationOf } from '../media/tracks.store.ts'
import type { Measured } from './measure.ts'

export interface Unmeasured extends FileLocation {
  readonly fingerprint: string
}

/** Sounds here that nobody has measured, behind a fingerprint. Those of the network would have to be fetched whole. */
const unmeasured = (db: Db) =>
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

/** Files whose sounds are looked for at once: in one query, those of a large library would hold the event loop. */
const windowSize = 1_000

export interface UnmeasuredFiles {
  readonly files: readonly Unmeasured[]
  /** The id of the last file that was looked at. */
  readonly last: string
}

/** Walks through all files behind this id. */
export async function* walkUnmeasured(db: Db, after: string): AsyncGenerator<UnmeasuredFiles> {
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
    const rows = await unmeasured(db)
      .select(['track.work_key as workKey', 'track.path', 'track.fingerprint', ...locationColumns])
      .where('track.id', '>', before)
      .where('track.id', '<=', last)
      .orderBy('track.id')
      .execute()
    yield { files: rows.map(({ fingerprint, ...row }) => ({ ...locationOf(row), fingerprint })), last }
    before = last
    await setImmediate()
  }
}

/** Copies of one sound are counted each. */
export async function countUnmeasured(db: Db, after: string): Promise<number> {
  let count = 0
  for await (const { files } of walkUnmeasured(db, after)) count += files.length
  return count
}

export async function isAnyUnmeasured(db: Db): Promise<boolean> {
  for await (const { files } of walkUnmeasured(db, '')) if (files.length > 0) return true
  return false
}

/** A sound without a result could not be decoded, and is not tried again by itself. */
export async function saveMeasured(
  tx: Db,
  { fingerprint, now }: { readonly fingerprint: string; readonly now: Date },
  measured: Measured | undefined,
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

/** Somebody wants those to be tried again that failed. */
export async function forgetFailed(tx: Db): Promise<void> {
  await tx.deleteFrom('measured_sound').where('waveform', 'is', null).execute()
}

/** Deletes what no file has any more. */
export async function deleteStrayMeasured(tx: Db): Promise<void> {
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

/** Finds them by fingerprint, of the tracks of these works. */
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

/** Returns a byte for each point. */
export async function findWaveform(db: Db, fingerprint: string): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('measured_sound')
    .select('waveform')
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()
  return row?.waveform ? Buffer.from(row.waveform, 'base64') : undefined
}

/** What was measured of sounds, by their fingerprint: a file that moves keeps it, and a copy has it too. */
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

export async function listUnmeasured(db: Db, after: string, limit: number): Promise<Unmeasured[]> {
  const rows = await unmeasured(db)
    .select(['track.work_key as workKey', 'track.path', 'track.fingerprint', ...locationColumns])
    .where('track.fingerprint', '>', after)
    .orderBy('track.fingerprint')
    .orderBy('track.id')
    .limit(limit)
    .execute()
  return rows.map(({ fingerprint, ...row }) => ({ ...locationOf(row), fingerprint }))
}

export async function countUnmeasured(db: Db): Promise<number> {
  const { count } = await unmeasured(db)
    .select(sql<number | string>`count(distinct track.fingerprint)`.as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const isAnyUnmeasured = async (db: Db): Promise<boolean> =>
  (await unmeasured(db).select('track.id').limit(1).executeTakeFirst()) !== undefined

/** Without a result it could not be decoded, and is not tried again by itself. */
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

/** What no file has any more. */
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

/** By fingerprint, of the tracks of these works. */
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

/** A byte for each point. */
export async function findWaveform(db: Db, fingerprint: string): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('measured_sound')
    .select('waveform')
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()
  return row?.waveform ? Buffer.from(row.waveform, 'base64') : undefined
}

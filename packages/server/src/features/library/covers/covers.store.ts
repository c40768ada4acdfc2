import type { Source } from '@koedana/contract/values.ts'
import { appendBulkChanges, writeInTurn } from '../../../db/changes.ts'
import type { Db } from '../../../db/schema.ts'
import { findLocked } from '../../metadata/ingest/locks.store.ts'
import { bitOf } from '../../metadata/ingest/provenance.rules.ts'
import { saveClaims } from '../../metadata/ingest/provenance.store.ts'
import type { MadeCover } from './make-cover.ts'

export interface CoverRow {
  readonly key: number
  readonly id: string
  readonly cover_version: string | null
}

export async function findCovers(db: Db, keys: readonly number[]): Promise<CoverRow[]> {
  if (keys.length === 0) return []
  return db.selectFrom('work').select(['key', 'id', 'cover_version']).where('key', 'in', keys).execute()
}

export interface CoverOfWork {
  readonly key: number
  readonly cover: MadeCover
}

export interface CoverChange {
  readonly source: Source
  readonly now: Date
}

export async function saveCovers(db: Db, covers: readonly CoverOfWork[], change: CoverChange): Promise<void> {
  if (covers.length > 0) await writeInTurn(db, (tx) => writeCovers(tx, covers, change))
}

/**
 * Saves covers as changes of the works' content, except for works whose cover is locked; a lock set after the cover was made counts too.
 * Runs inside a write transaction.
 */
export async function writeCovers(
  tx: Db,
  covers: readonly CoverOfWork[],
  { source, now }: CoverChange,
): Promise<void> {
  if (covers.length === 0) return
  const locked = await findLockedCovers(
    tx,
    covers.map(({ key }) => key),
  )
  const made = covers.filter(({ key }) => !locked.has(key))
  for (const { key, cover } of made) {
    await tx
      .updateTable('work')
      .set({
        cover_version: cover.version,
        cover_thumbhash: cover.thumbhash,
        updated_at: now.toISOString(),
      })
      .where('key', '=', key)
      .execute()
  }
  const claims = made.map(({ key }) => ({
    key,
    bits: bitOf('cover'),
    origin: { source, at: now.toISOString() },
  }))
  await saveClaims(tx, claims)
  await appendBulkChanges(
    tx,
    'work',
    made.map(({ key }) => key),
  )
}

/** Returns the works whose cover was chosen by a person. No other cover needs to be made for them. */
export async function findLockedCovers(db: Db, keys: readonly number[]): Promise<ReadonlySet<number>> {
  const locked = await findLocked(db, keys)
  return new Set(keys.filter((key) => locked.get(key)?.has('cover')))
}

/** Stores what sources report about works. Catalog files and the marketplace both use this path. */
import type { FeedEntity, FeedWork } from '@koedana/contract/feed.ts'
import { type EntityKind, normalizeWorkId, type Source, workKeyOf } from '@koedana/contract/values.ts'
import { appendBulkChanges } from '../../../db/changes.ts'
import type { Database } from '../../../db/open.ts'
import type { Db } from '../../../db/schema.ts'
import type { WorkTable } from '../../../db/tables/catalogue.ts'
import { dayOf } from '../../../lib/dates.rules.ts'
import { readCurationState } from '../../entities/entities.store.ts'
import { updateNameSources } from '../../entities/name-sources.store.ts'
import { hasSameNames } from '../../entities/wording.rules.ts'
import { needsRow } from '../../stats/stats.rules.ts'
import { saveStats } from '../../stats/stats.store.ts'
import { findEditionLinks, repointEditions } from './edition-roots.store.ts'
import { saveEntities } from './entities.store.ts'
import { findLocked } from './locks.store.ts'
import { type EntityKeys, type MergeResult, mergeEntity, mergeWork, omitLockedFields } from './merge.rules.ts'
import { type DisputedEntity, saveNames } from './names.store.ts'
import { changedBits, type Origin } from './provenance.rules.ts'
import { saveClaims } from './provenance.store.ts'
import { findAttached, findColumns, saveMerged } from './works.store.ts'

export interface BatchRecord {
  readonly work: FeedWork
  /** Hash of the line of the catalog file: a work with the same hash is unchanged. Null for other sources. */
  readonly hash: string | null
}

export interface SourceBatch {
  /** Each work once, with a canonical ID. */
  readonly works: readonly BatchRecord[]
  readonly source: Source
  /** Fixed-width UTC text. */
  readonly now: string
}

interface KeyedWork extends BatchRecord {
  readonly key: number
}

export type IngestOutcome = MergeResult['outcome']

/**
 * Returns the outcome of each work in the given order. Must run inside `writeInTurn`. A work in the trash is updated and stays there.
 */
export async function ingest(database: Database, tx: Db, batch: SourceBatch): Promise<IngestOutcome[]> {
  const { source, now } = batch
  if (batch.works.length === 0) return []
  const works = batch.works.map((one) => ({ ...one, key: workKeyOf(one.work.id) }))
  const columns = await findColumns(
    tx,
    works.map(({ key }) => key),
  )
  const fresh = works.filter(({ key, hash }) => hash === null || columns.get(key)?.feed_hash !== hash)
  const records = await unlocked(tx, fresh, columns)
  const outcomes = new Map<number, IngestOutcome>()
  if (records.length > 0) {
    const stored = await findAttached(tx, new Map(records.flatMap(({ key }) => entryOf(columns, key))))
    const { keys, disputed } = await saveAllEntities(tx, records, now)
    const merged = mergeAll(batch, records, { stored, keys, links: await linksOf(tx, records) })
    await saveMerged(database, tx, merged)
    const joined = merged.filter(
      ({ columns: { key, edition_of_key } }) => edition_of_key !== columns.get(key)?.edition_of_key,
    )
    const repointed = await repointEditions(
      tx,
      joined.map((one) => one.columns),
      now,
    )
    await updateNameSources(tx, { works: records.map(({ key }) => key), isBulk: true })
    await saveNames(database, tx, { disputed, works: records.map(namedIn) })
    await saveClaims(
      tx,
      merged.map((one) => claimOf(one, stored.get(one.columns.key), { source, at: now })),
    )
    const moved = merged.map((one) => one.columns).filter((work) => needsRow(work, columns.get(work.key)))
    await saveStats(database, tx, { day: dayOf(now), works: moved })
    const changed = merged.filter(({ outcome }) => outcome !== 'unchanged')
    await appendBulkChanges(tx, 'work', [...changed.map((one) => one.columns.key), ...repointed])
    for (const one of merged) outcomes.set(one.columns.key, one.outcome)
  }
  return works.map(({ key }) => outcomes.get(key) ?? 'unchanged')
}

/** Removes locked fields, so that sources do not overwrite what people set. New works have no locks. */
async function unlocked(
  tx: Db,
  fresh: readonly KeyedWork[],
  stored: ReadonlyMap<number, unknown>,
): Promise<readonly KeyedWork[]> {
  const locked = await findLocked(
    tx,
    fresh.flatMap(({ key }) => (stored.has(key) ? key : [])),
  )
  if (locked.size === 0) return fresh
  return fresh.map((one) => ({ ...one, work: omitLockedFields(one.work, locked.get(one.key)) }))
}

const linksOf = (tx: Db, records: readonly KeyedWork[]) =>
  findEditionLinks(
    tx,
    records.flatMap(({ work: { editionOf } }) =>
      editionOf ? workKeyOf(normalizeWorkId(editionOf) ?? editionOf) : [],
    ),
  )

interface MergeContext {
  readonly stored: ReadonlyMap<number, StoredWork>
  readonly keys: EntityKeys
  /** Mutable: each merged work adds its own link. */
  readonly links: Map<number, number>
}

function mergeAll(
  { source, now }: SourceBatch,
  records: readonly KeyedWork[],
  { stored, keys, links }: MergeContext,
): MergeResult[] {
  return records.map(({ key, work, hash }) => {
    const merged = mergeWork({ work, hash, source, keys, links, now }, stored.get(key))
    const root = merged.columns.edition_of_key
    if (root === null) links.delete(key)
    else links.set(key, root)
    return merged
  })
}

const claimOf = (merged: MergeResult, before: StoredWork | undefined, origin: Origin) => ({
  key: merged.columns.key,
  bits: changedBits(merged, before),
  origin,
})

const entryOf = <V>(map: ReadonlyMap<number, V>, key: number): [number, V][] => {
  const value = map.get(key)
  return value === undefined ? [] : [[key, value]]
}

const namedBy: Readonly<Record<EntityKind, (work: FeedWork) => readonly FeedEntity[]>> = {
  makers: ({ maker }) => (maker ? [maker] : []),
  series: ({ series }) => (series ? [series] : []),
  artists: ({ artists }) => artists ?? [],
  illustrators: ({ illustrators }) => illustrators ?? [],
  genres: ({ genres }) => genres ?? [],
}

const namedIn = ({ key, work }: KeyedWork) => ({
  key,
  named: (kind: EntityKind) => namedBy[kind](work),
})

interface SavedEntities {
  readonly keys: EntityKeys
  readonly disputed: readonly DisputedEntity[]
}

async function saveAllEntities(tx: Db, records: readonly BatchRecord[], now: string): Promise<SavedEntities> {
  const curated = await readCurationState(tx)
  const disputed: DisputedEntity[] = []
  const save = async (kind: EntityKind) => {
    const entities = new Map<string, FeedEntity>()
    const differing = new Set<string>()
    for (const { work } of records) {
      for (const entity of namedBy[kind](work)) {
        const before = entities.get(entity.id)
        if (before && !hasSameNames(before, entity)) differing.add(entity.id)
        entities.set(entity.id, mergeEntity(before, entity))
      }
    }
    const saved = await saveEntities(tx, { kind, entities, differing, now, curated })
    disputed.push(...saved.disputed)
    return saved.keys
  }
  const keys = {
    makers: await save('makers'),
    series: await save('series'),
    artists: await save('artists'),
    illustrators: await save('illustrators'),
    genres: await save('genres'),
  }
  return { keys, disputed }
}

/** Columns of `work` that a source may write. Covers and files are maintained elsewhere. */
export type FeedColumns = Omit<
  WorkTable,
  'cover_version' | 'cover_thumbhash' | 'in_library' | 'has_lyrics' | 'lyrics_languages' | 'trashed_at'
>

/** Values of a work that are stored in tables of their own. Entities are keys in display order. */
export interface WorkLists {
  readonly names: ReadonlyMap<string, string>
  readonly languages: readonly string[]
  readonly artists: readonly number[]
  readonly illustrators: readonly number[]
  readonly genres: readonly number[]
  readonly writers: readonly string[]
  readonly musicians: readonly string[]
}

export interface StoredWork {
  readonly columns: FeedColumns
  readonly attached: WorkLists
}

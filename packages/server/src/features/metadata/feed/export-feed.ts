/**
 * Writes the whole catalog as a catalog file, page by page in key order, so memory does not grow with it. Equal catalogs give equal
 * bytes. All pages come from one snapshot, even if others write during the export.
 */
import { type FeedWork, feedVersion } from '@koedana/contract/feed.ts'
import { numberFields } from '@koedana/contract/field-lists.ts'
import { recordOf } from '@koedana/contract/kit/record-of.ts'
import { type EntityKind, entityKinds, Language, workIdOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { readNumber } from '../../../db/number-columns.rules.ts'
import type { Database } from '../../../db/open.ts'
import type { Db } from '../../../db/schema.ts'
import { streamSnapshot } from '../../../db/snapshot.ts'
import type { FeedColumns, StoredWork } from '../ingest/ingest.ts'
import { findAttached } from '../ingest/works.store.ts'
import { type ExportedEntity, listExportedEntities, listExportedWorks } from './export.store.ts'

const worksPerPage = 500

/** Yields chunks of whole lines, each line with its line break. The first is the header. */
export async function* exportFeed({ database }: { database: Database }): AsyncGenerator<string> {
  yield `${JSON.stringify({ koedana: feedVersion })}\n`
  yield* streamSnapshot(database.location, writePages)
}

/**
 * Exports what is still readable in a corrupted database: whole works, without a common snapshot. Works that can be read only in part
 * are skipped.
 */
export async function* exportReadable(db: Db, readable: DamageOptions): AsyncGenerator<string> {
  yield `${JSON.stringify({ koedana: feedVersion })}\n`
  for await (const rows of readableWorks(db, readable)) {
    for (const some of [rows, ...rows.map((row) => [row])]) {
      const isWholePage = some === rows
      const lines = await writePage(db, some).catch((cause: unknown) => {
        if (!readable.isDamage(cause)) throw cause
        return undefined
      })
      if (lines !== undefined) yield lines
      else if (!isWholePage) readable.onUnreadable()
      if (isWholePage && lines !== undefined) break
    }
  }
}

async function* writePages(db: Db): AsyncGenerator<string> {
  for (let after = -1; ; ) {
    const rows = await listExportedWorks(db, after, worksPerPage)
    const last = rows.at(-1)
    if (!last) return
    yield await writePage(db, rows)
    after = last.key
  }
}

async function writePage(db: Db, rows: readonly FeedColumns[]): Promise<string> {
  const stored = await findAttached(db, new Map(rows.map((row) => [row.key, row])))
  const named = await nameAll(db, [...stored.values()])
  return [...stored.values()].map((work) => `${JSON.stringify(lineOf(work, named))}\n`).join('')
}

type Dictionary = Readonly<Record<EntityKind, ReadonlyMap<number, ExportedEntity>>>

async function nameAll(db: Db, works: readonly StoredWork[]): Promise<Dictionary> {
  const keysOf: Readonly<Record<EntityKind, (work: StoredWork) => readonly (number | null)[]>> = {
    makers: ({ columns }) => [columns.maker_key],
    series: ({ columns }) => [columns.series_key],
    artists: ({ attached }) => attached.artists,
    illustrators: ({ attached }) => attached.illustrators,
    genres: ({ attached }) => attached.genres,
  }
  const named = {
    makers: new Map(),
    series: new Map(),
    artists: new Map(),
    illustrators: new Map(),
    genres: new Map(),
  }
  for (const kind of entityKinds) {
    const keys = new Set(works.flatMap(keysOf[kind]).filter((key) => key !== null))
    for (const entity of await listExportedEntities(db, kind, [...keys]))
      named[kind].set(entity.key, entity.named)
  }
  return named
}

/** Leaves out unknown values and empty lists, since they are the defaults of a new work. */
function lineOf({ columns, attached }: StoredWork, named: Dictionary): FeedWork {
  const entity = (kind: EntityKind, key: number | null) => (key === null ? undefined : named[kind].get(key))
  const entities = (kind: EntityKind, keys: readonly number[]) =>
    some(keys.flatMap((key) => named[kind].get(key) ?? []))
  return {
    id: columns.id,
    name: columns.name,
    names: attached.names.size > 0 ? Object.fromEntries([...attached.names].sort()) : undefined,
    kana: columns.kana ?? undefined,
    ageCategory: columns.age_category ?? undefined,
    ...recordOf(numberFields, (field) => readNumber(field, columns) ?? undefined),
    releaseDate: columns.released_on ?? undefined,
    languages: some(attached.languages.filter((language) => v.is(Language, language))),
    maker: entity('makers', columns.maker_key),
    series: entity('series', columns.series_key),
    artists: entities('artists', attached.artists),
    illustrators: entities('illustrators', attached.illustrators),
    genres: entities('genres', attached.genres),
    writers: some([...attached.writers]),
    musicians: some([...attached.musicians]),
    availability: columns.availability,
    editionOf: columns.edition_of_key === null ? undefined : workIdOf(columns.edition_of_key),
    addedAt: columns.added_at ?? undefined,
    createdAt: columns.created_at,
  }
}

const some = <T>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined)

interface DamageOptions {
  /** Returns whether an error means that the stored data is unreadable. */
  readonly isDamage: (cause: unknown) => boolean
  /** Called for each skipped range of works. */
  readonly onUnreadable: () => void
}

/** Tried from largest to smallest: large pages are fast, small ones skip less. */
const pageSizes = [500, 20, 1] as const

/** Yields works in key order. */
async function* readableWorks(db: Db, readable: DamageOptions): AsyncGenerator<FeedColumns[]> {
  for (let after: number | undefined = -1; after !== undefined; ) {
    const rows = await readableAfter(db, after, readable)
    if (rows === undefined) {
      readable.onUnreadable()
      after = await nextReadable(db, after, readable)
      continue
    }
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.key
  }
}

/** Reads the works after a key. Returns undefined if not even the next one is readable. */
async function readableAfter(
  db: Db,
  after: number,
  { isDamage }: DamageOptions,
): Promise<FeedColumns[] | undefined> {
  for (const size of pageSizes) {
    try {
      return await listExportedWorks(db, after, size)
    } catch (cause) {
      if (!isDamage(cause)) throw cause
    }
  }
  return undefined
}

/** Far above every key. */
const farthest = 2 ** 50

/** Returns the first key after which works can be read again, or undefined if there is none. Uses exponential and binary search. */
async function nextReadable(db: Db, after: number, { isDamage }: DamageOptions): Promise<number | undefined> {
  const canRead = async (from: number) => {
    try {
      return (await listExportedWorks(db, from, 1)).length > 0 ? 'work' : 'end'
    } catch (cause) {
      if (!isDamage(cause)) throw cause
      return 'damage'
    }
  }
  let damaged = after
  let gap = 1
  while ((await canRead(after + gap)) === 'damage') {
    damaged = after + gap
    gap *= 2
    if (gap > farthest) return undefined
  }
  // Invariant: reading fails after `damaged` and succeeds after `whole`.
  let whole = after + gap
  while (whole - damaged > 1) {
    const middle = Math.floor((whole + damaged) / 2)
    if ((await canRead(middle)) === 'damage') damaged = middle
    else whole = middle
  }
  return whole
}

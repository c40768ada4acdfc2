/**
 * Merges a source record into a work. An absent field keeps the stored value, null never overwrites, and a present list replaces the
 * stored one.
 */

import type { WorkField } from '@koedana/contract/editing.ts'
import type { FeedEntity, FeedWork } from '@koedana/contract/feed.ts'
import { editableNumbers, measuredNumbers, type NumberField } from '@koedana/contract/field-lists.ts'
import { normalizeWorkId, type Source, workKeyOf } from '@koedana/contract/values.ts'
import { columnOf, numberColumnsOf, storedNumber } from '../../../db/number-columns.rules.ts'
import { blankColumns } from './blank-work.rules.ts'
import { type EditionLinks, resolveRoot } from './edition-roots.rules.ts'
import type { FeedColumns, StoredWork, WorkLists } from './ingest.ts'

export interface MergeResult {
  readonly outcome: 'added' | 'updated' | 'unchanged'
  readonly columns: FeedColumns
  /** Only the lists that differ from the stored ones. */
  readonly attached: Partial<WorkLists>
}

export type EntityKeys = Readonly<
  Record<'makers' | 'series' | 'artists' | 'illustrators' | 'genres', ReadonlyMap<string, number>>
>

export interface IncomingRecord {
  readonly work: FeedWork
  /** Null if the source may report an equal record again. */
  readonly hash: string | null
  readonly source: Source
  readonly keys: EntityKeys
  /** Edition links of the work named as the original. */
  readonly links: EditionLinks
  /** Fixed-width UTC text. */
  readonly now: string
}

export function mergeWork(incoming: IncomingRecord, stored: StoredWork | undefined): MergeResult {
  const before = stored?.columns ?? newColumns(incoming)
  const numbers = numbersOf(incoming.work, before)
  const content = contentOf(incoming, before)
  const attached = attachedOf(incoming, stored?.attached)
  const isContentNew = differs(content, before) || Object.keys(attached).length > 0
  const columns = { ...before, ...numbers, ...content, feed_hash: incoming.hash ?? before.feed_hash }
  if (!stored) return { outcome: 'added', columns, attached }
  if (isContentNew) return { outcome: 'updated', columns: { ...columns, updated_at: incoming.now }, attached }
  return { outcome: differs(numbers, before) ? 'updated' : 'unchanged', columns, attached }
}

/** Merges two lines about one entity: the later one wins if it has a value. */
export function mergeEntity(before: FeedEntity | undefined, incoming: FeedEntity): FeedEntity {
  if (!before) return incoming
  const { id, name } = incoming
  const names = before.names || incoming.names ? { ...before.names, ...withoutNulls(incoming.names) } : null
  return { id, name, kana: incoming.kana ?? before.kana, names }
}

const withoutNulls = (names: FeedEntity['names']) =>
  Object.fromEntries(Object.entries(names ?? {}).filter(([, name]) => name !== null))

const newColumns = ({ work, hash, now, source }: IncomingRecord): FeedColumns => ({
  ...blankColumns({ id: work.id, source, now }),
  added_at: work.addedAt ? fixedWidth(work.addedAt) : null,
  created_at: work.createdAt ? fixedWidth(work.createdAt) : now,
  feed_hash: hash,
})

const fixedWidth = (instant: string) => new Date(instant).toISOString()

/** Numbers that a daily refresh changes. They do not make a work "recently updated". */
const numbersOf = (work: FeedWork, before: FeedColumns) =>
  numberColumnsOf(editableNumbers, (field) => incomingNumber(field, work, before))

function incomingNumber(field: NumberField, work: FeedWork, before: FeedColumns): number | null {
  const incoming = work[field]
  return incoming == null ? before[columnOf(field)] : storedNumber(field, incoming)
}

const contentOf = ({ work, keys, links }: IncomingRecord, before: FeedColumns) => ({
  name: work.name ?? before.name,
  kana: work.kana ?? before.kana,
  age_category: work.ageCategory ?? before.age_category,
  released_on: work.releaseDate ?? before.released_on,
  availability: work.availability ?? before.availability,
  maker_key: work.maker ? (keys.makers.get(work.maker.id) ?? null) : before.maker_key,
  series_key: work.series ? (keys.series.get(work.series.id) ?? null) : before.series_key,
  edition_of_key: work.editionOf ? originalOf(work.id, work.editionOf, links) : before.edition_of_key,
  ...numberColumnsOf(measuredNumbers, (field) => incomingNumber(field, work, before)),
})

/** A work that names itself is an original. */
const originalOf = (id: string, original: string, links: EditionLinks): number | null =>
  resolveRoot(workKeyOf(id), workKeyOf(normalizeWorkId(original) ?? original), links)

const differs = (incoming: Partial<FeedColumns>, before: FeedColumns) =>
  Object.entries(incoming).some(([column, value]) => value !== Reflect.get(before, column))

function attachedOf({ work, keys }: IncomingRecord, before: WorkLists | undefined): Partial<WorkLists> {
  return {
    ...namesOf(work, before?.names),
    ...replaced('languages', work.languages && [...new Set(work.languages)].sort(), before?.languages),
    ...replaced('artists', work.artists && keysOf(work.artists, keys.artists), before?.artists),
    ...replaced(
      'illustrators',
      work.illustrators && keysOf(work.illustrators, keys.illustrators),
      before?.illustrators,
    ),
    ...replaced('genres', work.genres && keysOf(work.genres, keys.genres), before?.genres),
    ...replaced('writers', work.writers, before?.writers),
    ...replaced('musicians', work.musicians, before?.musicians),
  }
}

/** Adds names in further locales to the stored ones. */
function namesOf(
  { names }: FeedWork,
  before: WorkLists['names'] = new Map(),
): Pick<WorkLists, 'names'> | undefined {
  if (!names) return undefined
  const after = new Map(before)
  for (const [locale, name] of Object.entries(names)) if (name !== null) after.set(locale, name)
  const isSame =
    after.size === before.size && [...after].every(([locale, name]) => before.get(locale) === name)
  return isSame ? undefined : { names: after }
}

function replaced<K extends string, T>(
  field: K,
  incoming: readonly T[] | null | undefined,
  before: readonly T[] = [],
): { [P in K]?: readonly T[] } | undefined {
  if (!incoming || (incoming.length === before.length && incoming.every((item, i) => item === before[i])))
    return undefined
  const change: { [P in K]?: readonly T[] } = {}
  change[field] = incoming
  return change
}

/** An entity that is listed twice counts once. */
function keysOf(entities: readonly FeedEntity[], keys: ReadonlyMap<string, number>): number[] {
  const found = new Set<number>()
  for (const { id } of entities) {
    const key = keys.get(id)
    if (key !== undefined) found.add(key)
  }
  return [...found]
}

/** Returns a source record without the fields that people have locked. */
export function omitLockedFields(work: FeedWork, locked: ReadonlySet<WorkField> | undefined): FeedWork {
  if (!locked) return work
  const unlocked: FeedWork = { ...work }
  for (const field of locked) if (field !== 'cover') delete unlocked[field]
  return unlocked
}

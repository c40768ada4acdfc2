/**
 * Works that changed since the base was built. Their ordinals are hidden in the base, and they are tested one by one.
 * The editions of a changed work move along, so that each group is entirely in the base or entirely in the delta.
 */
import type { EntityKind } from '@koedana/contract/values.ts'
import { LRUCache } from 'lru-cache'
import { compareEditions, editionsOf, originalOf } from '../model/editions.ts'
import { eachKind, type Generation, ordinalOf } from '../model/generation.ts'
import {
  type FindEntities,
  policyKeyOf,
  type Viewer,
  type WorkFilter,
  withViewerNames,
} from '../model/query.ts'
import { rowAt, type WorkRow } from '../model/row.ts'
import { filterMatcher, isVisibleRow, termMatcher } from './match.ts'

export interface Delta {
  /** Changed works; undefined means removed. */
  readonly changed: ReadonlyMap<number, WorkRow | undefined>
  /** Rows by key: the changed works and the editions that moved along. */
  readonly kept: ReadonlyMap<number, WorkRow>
  readonly rows: readonly WorkRow[]
  /** Ordinals of the base that are replaced or removed. */
  readonly hidden: ReadonlySet<number>
  /** Folded names of the entities that changed since, by kind and key. */
  readonly names: RenamedEntities
}

export type RenamedEntities = Readonly<Record<EntityKind, ReadonlyMap<number, readonly string[]>>>

export const emptyDelta: Delta = {
  changed: new Map(),
  kept: new Map(),
  rows: [],
  hidden: new Set(),
  names: eachKind(() => new Map()),
}

export function extendDelta(
  generation: Generation,
  delta: Delta,
  { rows, removed }: { rows: readonly WorkRow[]; removed: readonly number[] },
): Delta {
  const { columns } = generation
  const changed = new Map(delta.changed)
  const kept = new Map(delta.kept)
  const hidden = new Set(delta.hidden)
  const originals = new Set<number>()
  const leaveBase = (key: number) => {
    const ordinal = ordinalOf(columns, key)
    if (ordinal < 0) return
    hidden.add(ordinal)
    originals.add(originalOf({ key, editionOf: columns.editionOf[ordinal]! }))
  }
  for (const row of rows) {
    changed.set(row.key, row)
    kept.set(row.key, row)
    originals.add(originalOf(row))
    leaveBase(row.key)
  }
  for (const key of removed) {
    changed.set(key, undefined)
    kept.delete(key)
    leaveBase(key)
  }
  for (const ordinal of ordinalsOfGroups(generation, originals)) {
    if (hidden.has(ordinal)) continue
    hidden.add(ordinal)
    const row = rowAt(generation, ordinal)
    kept.set(row.key, row)
  }
  return { changed, kept, rows: [...kept.values()], hidden, names: delta.names }
}

export interface FilteredRows {
  readonly rows: readonly WorkRow[]
  /** Hidden editions: they match, but a better edition of their group is in `rows`. */
  readonly beside: readonly WorkRow[]
}

interface DeltaSources {
  readonly delta: Delta
  readonly findEntities: FindEntities
}

/** Returns the rows that match, in no order; only the best of each group unless all editions are wanted. */
export function filterDelta(
  { delta, findEntities }: DeltaSources,
  filter: WorkFilter,
  viewer: Viewer,
): FilteredRows {
  // The delta is mostly empty; then the entities that the search terms name are not looked up.
  if (delta.rows.length === 0) return noRows
  const { alone, groups } = visibleRowsFor(delta, viewer)
  const { search } = filter
  const hasTerms = search && termMatcher(search, withViewerNames(findEntities, viewer))
  const hasRest = filterMatcher(filter)
  const matches = (row: WorkRow) => hasRest(row) && (!hasTerms || hasTerms(row))
  const rows = alone.filter(matches)
  const beside: WorkRow[] = []
  for (const group of groups) {
    const [best, ...others] = group.filter(matches)
    if (best) rows.push(best)
    for (const other of others) (filter.editions === 'all' ? rows : beside).push(other)
  }
  return { rows, beside }
}

const noRows: FilteredRows = { rows: [], beside: [] }

interface VisibleRows {
  /** Rows without another edition that this viewer may see. */
  readonly alone: readonly WorkRow[]
  /** Visible editions of one work, the best first. */
  readonly groups: readonly (readonly WorkRow[])[]
}

/** Cached, because a delta is immutable and many queries come from viewers with the same policy. */
const visibleRowsCache = new WeakMap<Delta, LRUCache<string, VisibleRows>>()
const maxCachedViewers = 64

function visibleRowsFor(delta: Delta, viewer: Viewer): VisibleRows {
  const kept = visibleRowsCache.get(delta) ?? new LRUCache<string, VisibleRows>({ max: maxCachedViewers })
  visibleRowsCache.set(delta, kept)
  const name = policyKeyOf(viewer)
  const found = kept.get(name)
  if (found) return found
  const visible = delta.rows.filter((row) => isVisibleRow(row, viewer))
  const groups = [...Map.groupBy(visible, originalOf).values()]
  const made = {
    alone: groups.filter(({ length }) => length === 1).flat(),
    groups: groups
      .filter(({ length }) => length > 1)
      .map((group) => group.toSorted((a, b) => compareEditions(a, b, viewer.locale))),
  }
  kept.set(name, made)
  return made
}

function* ordinalsOfGroups(
  { columns, editionsByOriginal }: Generation,
  originals: ReadonlySet<number>,
): Iterable<number> {
  for (const original of originals) {
    yield* editionsOf(editionsByOriginal, original)
    const ordinal = ordinalOf(columns, original)
    // An original that is itself an edition belongs to another group.
    if (ordinal >= 0 && columns.editionOf[ordinal]! < 0) yield ordinal
  }
}

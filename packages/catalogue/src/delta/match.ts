/**
 * Tests one work against a filter, in the plainest way: for the few rows of the delta, and as the oracle of the index.
 */
import { type EntityKind, entityKinds } from '@koedana/contract/values.ts'
import {
  type Excluded,
  type FindEntities,
  type Included,
  rangesOf,
  type Viewer,
  type WorkFilter,
} from '../model/query.ts'
import type { WorkRow } from '../model/row.ts'
import { type KeyRange, keyRangesOf } from '../text/id-prefix.rules.ts'
import type { Terms } from '../text/terms.rules.ts'

export function isVisibleRow(row: WorkRow, viewer: Viewer): boolean {
  return hasAge(row, viewer.ages) && viewer.excluded.every((excluded) => isOutside(row, excluded))
}

/** Tests all of the filter but `editions`, which is about other works too, and the search, which needs names. */
export function matchesFilter(row: WorkRow, filter: WorkFilter): boolean {
  return (
    hasAge(row, filter.ages) &&
    rangesOf(filter).every(({ column, min, max }) => row[column] >= min && row[column] <= max) &&
    filter.included.every((included) => isInside(row, included)) &&
    filter.excluded.every((excluded) => isOutside(row, excluded)) &&
    !filter.excludedWorks.includes(row.key) &&
    filter.within.every(({ keys, isWanted }) => keys.has(row.key) === isWanted) &&
    (filter.languages === 0 || (row.languages & filter.languages) !== 0) &&
    (filter.since === undefined || row[filter.since.column] > filter.since.after) &&
    (filter.inLibrary === undefined || row.inLibrary === filter.inLibrary) &&
    (filter.hasLyrics === undefined || row.hasLyrics === filter.hasLyrics) &&
    (filter.lyricsLanguages === 0 || (row.lyricsLanguages & filter.lyricsLanguages) !== 0)
  )
}

const hasAge = (row: WorkRow, ages: number) => (ages & (1 << row.age)) !== 0

const isOutside = (row: WorkRow, { kind, keys }: Excluded) => !keys.some((key) => hasEntity(row, kind, key))

function isInside(row: WorkRow, { kind, keys, match }: Included): boolean {
  const isTied = (key: number) => hasEntity(row, kind, key)
  return match === 'all' ? keys.every(isTied) : keys.some(isTied)
}

const hasEntity = (row: WorkRow, kind: EntityKind, key: number) => row.entities[kind].includes(key)

/** Compiles a search once: a delta has thousands of rows, and what the words name is the same for each of them. */
export function termMatcher({ terms }: Terms, findEntities: FindEntities): (row: WorkRow) => boolean {
  const compiled = terms.map(({ spellings, isExcluded }) => ({
    isExcluded,
    spellings: spellings.map((spelling) => ({
      spelling,
      ranges: keyRangesOf(spelling),
      named: entityKinds
        .map((kind) => ({ kind, keys: findEntities(kind, spelling) }))
        .filter(({ keys }) => keys.size > 0),
    })),
  }))
  return (row) =>
    compiled.every(
      (term) => term.spellings.some((spelling) => hasSpelling(row, spelling)) !== term.isExcluded,
    )
}

/** 0 is the best: see `Search.tiers`. */
export function tierOf(row: WorkRow, { terms, wholes }: Terms): number {
  const wanted = terms.filter(({ isExcluded }) => !isExcluded)
  const isNamed = wholes.some((whole) =>
    keyRangesOf(whole).some(({ first, last }) => first === row.key && last === row.key),
  )
  if (isNamed) return 0
  const isTitle = wanted.every(({ spellings }) => spellings.some((spelling) => inTexts(row, spelling)))
  if (!isTitle) return 3
  if (wholes.some((whole) => row.texts.includes(whole))) return 0
  return wholes.some((whole) => row.texts.some((text) => text.startsWith(whole))) ? 1 : 2
}

interface CompiledSpelling {
  readonly spelling: string
  readonly ranges: readonly KeyRange[]
  readonly named: readonly { readonly kind: EntityKind; readonly keys: ReadonlySet<number> }[]
}

function hasSpelling(row: WorkRow, { spelling, ranges, named }: CompiledSpelling): boolean {
  return (
    inTexts(row, spelling) ||
    ranges.some(({ first, last }) => first <= row.key && row.key <= last) ||
    named.some(({ kind, keys }) => row.entities[kind].some((key) => keys.has(key)))
  )
}

const inTexts = ({ texts }: WorkRow, spelling: string) => texts.some((text) => text.includes(spelling))

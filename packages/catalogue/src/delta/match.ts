/** Tests rows of the delta one by one. */
import { type EntityKind, entityKinds } from '@koedana/contract/values.ts'
import {
  type Excluded,
  type FindEntities,
  type Included,
  type Range,
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

type Matches = (row: WorkRow) => boolean

/**
 * Compiles all conditions of a filter except `editions`, which depends on other works, and the search, which needs names. Only conditions
 * that the filter has are tested, because a delta can have thousands of rows.
 */
export function filterMatcher(filter: WorkFilter): Matches {
  const { ages, languages, since, inLibrary, hasLyrics, lyricsLanguages } = filter
  const excludedWorks = new Set(filter.excludedWorks)
  const conditions: readonly Matches[] = [
    (row) => hasAge(row, ages),
    ...rangesOf(filter).map(inRange),
    ...filter.included.map(insideOf),
    ...filter.excluded.map(outsideOf),
    ...conditionIf(excludedWorks.size > 0, (row) => !excludedWorks.has(row.key)),
    ...filter.within.map(
      ({ keys, isWanted }): Matches =>
        (row) =>
          keys.has(row.key) === isWanted,
    ),
    ...conditionIf(languages !== 0, (row) => (row.languages & languages) !== 0),
    ...(since ? [(row: WorkRow) => row[since.column] > since.after] : []),
    ...conditionIf(inLibrary !== undefined, (row) => row.inLibrary === inLibrary),
    ...conditionIf(hasLyrics !== undefined, (row) => row.hasLyrics === hasLyrics),
    ...conditionIf(lyricsLanguages !== 0, (row) => (row.lyricsLanguages & lyricsLanguages) !== 0),
  ]
  return (row) => {
    for (const matches of conditions) if (!matches(row)) return false
    return true
  }
}

const conditionIf = (isNeeded: boolean, condition: Matches): readonly Matches[] =>
  isNeeded ? [condition] : []

const hasAge = (row: WorkRow, ages: number) => (ages & (1 << row.age)) !== 0

const inRange =
  ({ column, min, max }: Range): Matches =>
  (row) =>
    row[column] >= min && row[column] <= max

const isOutside = (row: WorkRow, { kind, keys }: Excluded) => !keys.some((key) => hasEntity(row, kind, key))

function outsideOf({ kind, keys }: Excluded): Matches {
  const excluded = new Set(keys)
  return (row) => !row.entities[kind].some((key) => excluded.has(key))
}

function insideOf({ kind, keys, match }: Included): Matches {
  if (match === 'all') return (row) => keys.every((key) => hasEntity(row, kind, key))
  const included = new Set(keys)
  return (row) => row.entities[kind].some((key) => included.has(key))
}

const hasEntity = (row: WorkRow, kind: EntityKind, key: number) => row.entities[kind].includes(key)

/** Compiles a search once for all rows, because a delta can have thousands of them. */
export function termMatcher({ terms }: Terms, findEntities: FindEntities): Matches {
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

/** Returns the index of the row's tier, as in `Search.tiers`; 0 is the best. */
export function relevanceTierOf(row: WorkRow, { terms, wholes }: Terms): number {
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

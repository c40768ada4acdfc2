/** Queries in keys and numbers; the server translates public IDs and dates. */

import type { WorkSort } from '@koedana/contract/filters.ts'
import type { EntityKind, Locale, Match, Period } from '@koedana/contract/values.ts'
import type { Terms } from '../text/terms.rules.ts'
import type { InstantColumn, NumberColumn } from './generation.ts'

/** Both ends are inclusive. A work with an unknown value is outside every range. */
export interface Range {
  readonly column: NumberColumn
  readonly min: number
  readonly max: number
}

export interface Included {
  readonly kind: EntityKind
  /** An unknown key makes `all` empty and adds nothing to `any`. */
  readonly keys: readonly number[]
  readonly match: Match
}

export interface Excluded {
  readonly kind: EntityKind
  readonly keys: readonly number[]
}

/** Works selected by one user's personal data, such as favorites. */
export interface WorkSet {
  /** Unique name of the set: the same name always means the same keys. */
  readonly name: string
  readonly keys: ReadonlySet<number>
  /** Whether the works in the set match, or all others. */
  readonly isWanted: boolean
}

/** Works with an instant after the given one; works with an unknown instant never match. */
export interface Since {
  readonly column: InstantColumn
  /** Milliseconds since 1970, exclusive. */
  readonly after: number
}

export interface WorkFilter {
  /** Bit a is age a (1 all, 2 R15, 3 R18). */
  readonly ages: number
  readonly ranges: readonly Range[]
  readonly year: number | undefined
  readonly included: readonly Included[]
  readonly excluded: readonly Excluded[]
  readonly excludedWorks: readonly number[]
  /** Bits of languages, of which a work needs one; 0 matches all works. */
  readonly languages: number
  readonly inLibrary: boolean | undefined
  readonly hasLyrics: boolean | undefined
  /** Bits of subtitle languages, of which a work needs one; 0 matches all works. */
  readonly lyricsLanguages: number
  /** A search without terms is undefined. */
  readonly search: Terms | undefined
  readonly since: Since | undefined
  /** A work must satisfy all of these sets. */
  readonly within: readonly WorkSet[]
  readonly editions: 'representative' | 'all'
}

export interface WorkQuery extends WorkFilter {
  readonly sort: WorkSort
  readonly seed: number
  /** Used only by the sort `popular`. */
  readonly period: Period
  readonly offset: number
  readonly limit: number
}

export const allAges = 0b1110

export const openFilter: WorkFilter = {
  ages: allAges,
  ranges: [],
  year: undefined,
  included: [],
  excluded: [],
  excludedWorks: [],
  languages: 0,
  inLibrary: undefined,
  hasLyrics: undefined,
  lyricsLanguages: 0,
  search: undefined,
  since: undefined,
  within: [],
  editions: 'representative',
}

/** Returns whether the filter matches everything that the viewer may see. */
export const isOpenFilter = (filter: WorkFilter): boolean =>
  filter.ages === allAges &&
  filter.languages === 0 &&
  filter.year === undefined &&
  filter.inLibrary === undefined &&
  filter.hasLyrics === undefined &&
  filter.lyricsLanguages === 0 &&
  filter.search === undefined &&
  filter.since === undefined &&
  filter.within.length === 0 &&
  filter.ranges.length + filter.included.length + filter.excluded.length + filter.excludedWorks.length === 0

/** The policy of one viewer; every read applies it. */
export interface Viewer {
  /** Bits of the ages that the age limit and the viewer's own filters allow. */
  readonly ages: number
  readonly excluded: readonly Excluded[]
  /** The locale whose preferred editions are shown. */
  readonly locale: Locale
  /** If absent, every viewer sees the same entity names. */
  readonly names?: ViewerNames | undefined
}

/** Returns all ranges, including the year. */
export function rangesOf({ ranges, year }: WorkFilter): readonly Range[] {
  if (year === undefined) return ranges
  const day = (month: number, date: number) => Date.UTC(year, month, date) / 86_400_000
  return [...ranges, { column: 'releaseDay', min: day(0, 1), max: day(11, 31) }]
}

export interface ListResult {
  /** Keys of the works of the page, in order. */
  readonly keys: readonly number[]
  /** The exact number of matching works, independent of the page. */
  readonly total: number
}

export interface ViewerNames {
  /** Returns whether works give this entity different names. */
  readonly isDisputed: (kind: EntityKind, key: number) => boolean
  /** Returns whether the viewer's name of a disputed entity contains a folded text. */
  readonly holds: (kind: EntityKind, key: number, spelling: string) => boolean
  /** Returns the keys of the entities whose reading for this viewer differs from the indexed one. */
  readonly readOtherwise: (kind: EntityKind) => ReadonlySet<number>
}

/** Returns a search that matches only names that the viewer knows. */
export function withViewerNames(find: FindEntities, { names }: Pick<Viewer, 'names'>): FindEntities {
  if (!names) return find
  return (kind, spelling) => {
    const known = (key: number) => !names.isDisputed(kind, key) || names.holds(kind, key, spelling)
    return new Set([...find(kind, spelling)].filter(known))
  }
}

/** Returns a cache key that is equal for viewers with the same policy. */
export const policyKeyOf = ({ ages, excluded, locale }: Viewer): string =>
  `${locale}|${ages}|${excluded.map(({ kind, keys }) => `${kind}:${keys.join()}`).join('|')}`

/** Returns the keys of the entities whose names contain a spelling. */
export type FindEntities = (kind: EntityKind, spelling: string) => ReadonlySet<number>

/** Returns the stored order that a query uses; undefined if it uses none. */
export function storedSortOf({ sort, period, search }: WorkQuery) {
  if (sort === 'relevance') return search ? undefined : 'releaseDateDesc'
  if (sort === 'popular') return period === 'all' ? 'salesDesc' : undefined
  return sort === 'random' ? undefined : sort
}

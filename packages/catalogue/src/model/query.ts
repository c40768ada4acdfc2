/** Queries in keys and numbers: public ids and dates are the server's business. */

import type { WorkSort } from '@koedana/contract/filters.ts'
import type { EntityKind, Locale, Match, Period } from '@koedana/contract/values.ts'
import type { Terms } from '../text/terms.rules.ts'
import type { InstantColumn, NumberColumn } from './generation.ts'

/** Both ends belong to it; a work whose value is unknown is outside every range. */
export interface Range {
  readonly column: NumberColumn
  readonly min: number
  readonly max: number
}

export interface Included {
  readonly kind: EntityKind
  /** A key that no work has makes `all` empty and adds nothing to `any`. */
  readonly keys: readonly number[]
  readonly match: Match
}

export interface Excluded {
  readonly kind: EntityKind
  readonly keys: readonly number[]
}

/** Works that one person chose by what is their own: favorites, say. */
export interface WorkSet {
  /** No other set has it: the same name means the same keys. */
  readonly name: string
  readonly keys: ReadonlySet<number>
  /** Whether its works match, or all others. */
  readonly isWanted: boolean
}

/** Works that came after an instant; one whose instant is unknown never did. */
export interface Since {
  readonly column: InstantColumn
  /** Milliseconds since 1970, itself not among them. */
  readonly after: number
}

export interface WorkFilter {
  /** Bit a is age a (1 all, 2 r15, 3 r18). */
  readonly ages: number
  readonly ranges: readonly Range[]
  /** The year of release. */
  readonly year: number | undefined
  readonly included: readonly Included[]
  readonly excluded: readonly Excluded[]
  readonly excludedWorks: readonly number[]
  /** A work matches with any of these; 0 stands for all. */
  readonly languages: number
  readonly inLibrary: boolean | undefined
  readonly hasLyrics: boolean | undefined
  /** A work matches that can be read along in any of these; 0 stands for all works. */
  readonly lyricsLanguages: number
  /** A search without a term is none. */
  readonly search: Terms | undefined
  readonly since: Since | undefined
  /** A work matches if it suits each of them. */
  readonly within: readonly WorkSet[]
  readonly editions: 'representative' | 'all'
}

export interface WorkQuery extends WorkFilter {
  readonly sort: WorkSort
  readonly seed: number
  /** The period counts for `popular` alone. */
  readonly period: Period
  readonly offset: number
  readonly limit: number
}

/** Everybody is admitted: all three ages. */
export const allAges = 0b1110

export const everything: WorkFilter = {
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

/** Returns whether everything matches that the viewer may see. */
export const isOpen = (filter: WorkFilter): boolean =>
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

/** The policy of one viewer; every read goes through it. */
export interface Viewer {
  /** Ages that the ceiling and the viewer's own choices leave, as bits. */
  readonly ages: number
  readonly excluded: readonly Excluded[]
  /** The language whose editions come first. */
  readonly locale: Locale
  /** If they are absent, everybody knows the same names. */
  readonly names?: KnownNames | undefined
}

/** Returns all bounds, the year among them. */
export function rangesOf({ ranges, year }: WorkFilter): readonly Range[] {
  if (year === undefined) return ranges
  const day = (month: number, date: number) => Date.UTC(year, month, date) / 86_400_000
  return [...ranges, { column: 'releaseDay', min: day(0, 1), max: day(11, 31) }]
}

export interface Found {
  /** Keys of the works of the page, in order. */
  readonly keys: readonly number[]
  /** Exact, whatever the page. */
  readonly total: number
}

export interface KnownNames {
  /** Returns whether works name it differently. */
  readonly isDisputed: (kind: EntityKind, key: number) => boolean
  /** Returns whether a name of a disputed entity, as the viewer knows it, holds a folded text. */
  readonly holds: (kind: EntityKind, key: number, spelling: string) => boolean
  /** Returns keys of those that the viewer knows by another reading than the index orders them by. */
  readonly readOtherwise: (kind: EntityKind) => ReadonlySet<number>
}

/** Finds entities by the names that a viewer knows. */
export function findKnown(find: FindEntities, { names }: Pick<Viewer, 'names'>): FindEntities {
  if (!names) return find
  return (kind, spelling) => {
    const known = (key: number) => !names.isDisputed(kind, key) || names.holds(kind, key, spelling)
    return new Set([...find(kind, spelling)].filter(known))
  }
}

/** Does the same for viewers who see the same. */
export const nameOf = ({ ages, excluded, locale }: Viewer): string =>
  `${locale}|${ages}|${excluded.map(({ kind, keys }) => `${kind}:${keys.join()}`).join('|')}`

/** Keys of the entities whose names hold a spelling. */
export type FindEntities = (kind: EntityKind, spelling: string) => ReadonlySet<number>

/** Returns the stored order of a query; undefined if there is none for it. */
export function storedSortOf({ sort, period, search }: WorkQuery) {
  if (sort === 'relevance') return search ? undefined : 'releaseDateDesc'
  if (sort === 'popular') return period === 'all' ? 'salesDesc' : undefined
  return sort === 'random' ? undefined : sort
}

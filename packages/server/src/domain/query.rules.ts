import { languageBit } from '@koedana/catalogue/model/editions.ts'
import { type NumberColumn, unknown } from '@koedana/catalogue/model/generation.ts'
import {
  allAges,
  type Excluded,
  type Included,
  type WorkFilter as IndexFilter,
  type Range,
  type WorkQuery,
  type WorkSet,
} from '@koedana/catalogue/model/query.ts'
import { termsOf } from '@koedana/catalogue/text/terms.rules.ts'
import { type RangedField, rangedFields } from '@koedana/contract/field-lists.ts'
import { defaultWorkSort, type WorkFilter, type WorkSort } from '@koedana/contract/filters.ts'
import {
  type AgeCategory,
  type EntityKind,
  entityKinds,
  lyricsLanguages,
  type Match,
  maxInteger,
  type Period,
} from '@koedana/contract/values.ts'
import { workFields } from '@koedana/contract/work-fields.ts'
import { storedNumber } from '../db/number-columns.rules.ts'
import { dayOf } from '../lib/dates.rules.ts'
import { ageNumbers, type FindKey } from './viewer.rules.ts'

export interface PageQuery {
  readonly filter: WorkFilter
  readonly sort?: WorkSort | undefined
  readonly seed?: number | undefined
  readonly period?: Period | undefined
  readonly offset: number
  readonly limit: number
}

/** Converts a page request of the contract to an index query. */
export function toWorkQuery(
  { filter, sort, seed, period, offset, limit }: PageQuery,
  findKey: FindKey,
  within: readonly WorkSet[],
): WorkQuery {
  const filtered = toIndexFilter(filter, findKey, within)
  return {
    ...filtered,
    sort: sort ?? (filtered.search ? 'relevance' : defaultWorkSort),
    seed: seed ?? 0,
    period: period ?? defaultPeriod,
    offset,
    limit,
  }
}

const defaultPeriod = 'weekly'

/** Converts a filter. Personal conditions are passed as sets, because the index does not contain them. */
export function toIndexFilter(filter: WorkFilter, findKey: FindKey, within: readonly WorkSet[]): IndexFilter {
  const search = termsOf(filter.q ?? '')
  return {
    ages: agesOf(filter.ageCategories) & ~excludedAges(filter.excludedAgeCategories),
    ranges: rangesOf(filter),
    included: collectByKind((kind) => includedOf(filter, kind, findKey)),
    excluded: collectByKind((kind) => excludedOf(filter, kind, findKey)),
    excludedWorks: keysOf(filter.excludedWorks ?? [], (id) => findKey('works', id)),
    languages: (filter.languages ?? []).reduce((bits, language) => bits | languageBit(language), 0),
    inLibrary: filter.inLibrary,
    hasLyrics: filter.hasLyrics,
    lyricsLanguages: (filter.lyricsLanguages ?? []).reduce(
      (bits, language) => bits | (1 << lyricsLanguages.indexOf(language)),
      0,
    ),
    editions: filter.editions ?? 'representative',
    year: filter.releaseYear,
    search: search.terms.length > 0 ? search : undefined,
    since: undefined,
    within,
  }
}

/** Avoids arrays of undefined, because most filters name entities of few kinds. */
function collectByKind<T>(find: (kind: EntityKind) => T | undefined): T[] {
  const found: T[] = []
  for (const kind of entityKinds) {
    const one = find(kind)
    if (one !== undefined) found.push(one)
  }
  return found
}

/** No entity has this key, so including it matches nothing. */
const noEntityKey = -1

const excludedKeys = {
  makers: 'excludedMakers',
  series: 'excludedSeries',
  artists: 'excludedArtists',
  illustrators: 'excludedIllustrators',
  genres: 'excludedGenres',
} as const satisfies Record<EntityKind, keyof WorkFilter>

const matchKeys = {
  makers: 'makersMatch',
  series: 'seriesMatch',
  artists: 'artistsMatch',
  illustrators: 'illustratorsMatch',
  genres: 'genresMatch',
} as const satisfies Record<EntityKind, keyof WorkFilter>

/** A work can have several artists and genres, so they default to `all`. It has only one of the other kinds, or any match is expected. */
const defaultMatch: Readonly<Record<EntityKind, Match>> = {
  makers: 'any',
  series: 'any',
  artists: 'all',
  illustrators: 'any',
  genres: 'all',
}

function keysOf(ids: readonly string[], find: (id: string) => number | undefined): number[] {
  const keys: number[] = []
  for (const id of ids) {
    const key = find(id)
    if (key !== undefined) keys.push(key)
  }
  return keys
}

function includedOf(filter: WorkFilter, kind: EntityKind, findKey: FindKey): Included | undefined {
  const ids = filter[kind]
  if (!ids || ids.length === 0) return undefined
  const keys = [...new Set(ids.map((id) => findKey(kind, id) ?? noEntityKey))]
  return { kind, keys, match: filter[matchKeys[kind]] ?? defaultMatch[kind] }
}

/** Unknown IDs exclude nothing, so that a saved view still works after entities were merged or deleted. */
function excludedOf(filter: WorkFilter, kind: EntityKind, findKey: FindKey): Excluded | undefined {
  const ids = filter[excludedKeys[kind]]
  if (!ids) return undefined
  const keys = keysOf(ids, (id) => findKey(kind, id))
  return keys.length === 0 ? undefined : { kind, keys }
}

function agesOf(categories: readonly AgeCategory[] | undefined): number {
  return categories && categories.length > 0 ? excludedAges(categories) : allAges
}

function excludedAges(categories: readonly AgeCategory[] | undefined): number {
  return (categories ?? []).reduce((bits, category) => bits | (1 << ageNumbers[category]), 0)
}

function rangesOf(filter: WorkFilter): Range[] {
  const ranges: Range[] = []
  const add = (range: Range | undefined) => {
    if (range) ranges.push(range)
  }
  for (const field of rangedFields) add(rangeOf(filter, field))
  add(rangeBetween('releaseDay', day(filter.releaseDateStart), day(filter.releaseDateEnd)))
  return ranges
}

function rangeOf(filter: WorkFilter, field: RangedField): Range | undefined {
  const entry = workFields[field]
  const min = filter[entry.min]
  const max = 'max' in entry ? filter[entry.max] : undefined
  // Most fields have no limits in most filters, so this exits early.
  if (min === undefined && max === undefined) return undefined
  const stored = (bound: number | undefined) => (bound === undefined ? undefined : storedNumber(field, bound))
  return rangeBetween(field, stored(min), stored(max))
}

/** Open ends include every known value, but not unknown ones. */
function rangeBetween(
  column: NumberColumn,
  min: number | undefined,
  max: number | undefined,
): Range | undefined {
  if (min === undefined && max === undefined) return undefined
  return { column, min: min ?? unknown + 1, max: max ?? maxInteger }
}

const day = (date: string | undefined) => (date === undefined ? undefined : dayOf(date))

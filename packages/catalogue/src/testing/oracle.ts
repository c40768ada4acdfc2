/**
 * The catalog in its simplest form: filters the rows, sorts them, cuts the page. Slow and obviously correct.
 * It shares no code with the tested implementation except the shuffled numbers of `random`, which are correct by definition.
 */
import type { WorkSort } from '@koedana/contract/filters.ts'
import { type Locale, languages } from '@koedana/contract/values.ts'
import { type InstantColumn, type NumberColumn, numberColumns } from '../model/generation.ts'
import type { ListResult, Viewer, WorkFilter, WorkQuery } from '../model/query.ts'
import type { WorkRow } from '../model/row.ts'
import { shuffle } from '../page/random.rules.ts'
import type { Terms } from '../text/terms.rules.ts'

export function listNaively(rows: readonly WorkRow[], query: WorkQuery, viewer: Viewer): ListResult {
  const matched = showNaively(matchNaively(rows, query, viewer), query.editions, viewer)
  const sorted = matched.toSorted(
    (a, b) => tier(query, a) - tier(query, b) || compareBy(query, a, b) || a.key - b.key,
  )
  const keys = sorted.map(({ key }) => key)
  return { keys: keys.slice(query.offset, query.offset + query.limit), total: matched.length }
}

/** Returns every edition that matches. */
export const matchNaively = (rows: readonly WorkRow[], filter: WorkFilter, viewer: Viewer): WorkRow[] =>
  rows.filter((row) => isVisible(row, viewer) && matches(row, filter))

/** Returns the works that lists show: all matches, or the preferred edition of each group. */
function showNaively(
  matching: readonly WorkRow[],
  editions: WorkQuery['editions'],
  { locale }: Viewer,
): readonly WorkRow[] {
  if (editions === 'all') return matching
  return [...Map.groupBy(matching, originalOf).values()].flatMap((group) => preferred(group, locale) ?? [])
}

function isVisible(row: WorkRow, { ages, excluded }: Viewer): boolean {
  return agesOf(ages).includes(row.age) && !hasAnyOf(row, excluded)
}

function matches(row: WorkRow, filter: WorkFilter): boolean {
  if (!agesOf(filter.ages).includes(row.age)) return false
  if (hasAnyOf(row, filter.excluded) || filter.excludedWorks.includes(row.key)) return false
  for (const { keys, isWanted } of filter.within) if ([...keys].includes(row.key) !== isWanted) return false
  for (const { column, min, max } of filter.ranges) {
    if (isUnknown(row[column]) || row[column] < min || row[column] > max) return false
  }
  for (const { kind, keys, match } of filter.included) {
    const found = keys.filter((key) => row.entities[kind].includes(key))
    if (match === 'any' ? found.length === 0 : found.length < keys.length) return false
  }
  if (filter.languages !== 0 && !spokenIn(filter).some((language) => spokenIn(row).includes(language)))
    return false
  if (filter.year !== undefined && !isReleasedIn(row, filter.year)) return false
  if (filter.search && !hasTerms(row, filter.search)) return false
  const alongside = [1, 2, 4, 8].filter((bit) => Math.floor(filter.lyricsLanguages / bit) % 2 === 1)
  if (alongside.length > 0 && !alongside.some((bit) => Math.floor(row.lyricsLanguages / bit) % 2 === 1))
    return false
  if (filter.since && !(row[filter.since.column] > filter.since.after)) return false
  if (filter.inLibrary !== undefined && filter.inLibrary !== row.inLibrary) return false
  return filter.hasLyrics === undefined || filter.hasLyrics === row.hasLyrics
}

/** Prefers the best language that the group has, then the original, then the lowest key. */
function preferred(group: readonly WorkRow[], locale: Locale): WorkRow | undefined {
  const spoken = preferredLanguages[locale].find((language) =>
    group.some((row) => spokenIn(row).includes(language)),
  )
  const understood = spoken ? group.filter((row) => spokenIn(row).includes(spoken)) : group
  const byKey = understood.toSorted((a, b) => a.key - b.key)
  return byKey.find(({ editionOf }) => editionOf === -1) ?? byKey[0]
}

/** Preferred languages of each interface language, best first. */
export const preferredLanguages = {
  'zh-CN': ['CHI_HANS', 'CHI_HANT', 'CHI', 'JPN'],
  'en-US': ['ENG', 'JPN'],
  'ja-JP': ['JPN'],
} as const

/** Compares two works by the value that the sort uses; undefined values come last. */
function compareBy({ sort, seed, period, search }: WorkQuery, a: WorkRow, b: WorkRow): number {
  if (sort === 'random') return shuffle(a.key, seed) - shuffle(b.key, seed)
  if (sort === 'popular') {
    const growth = ({ growth }: WorkRow) => (period === 'all' ? Number.NaN : growth[period])
    return compareDescending(growth(a), growth(b)) || compareDescending(a.sales, b.sales)
  }
  const valueIn = (row: WorkRow) => {
    if (sort === 'relevance') return search ? row.sales : row.releaseDay
    return row[sortedColumn(sort)]
  }
  const [left, right] = [valueIn(a), valueIn(b)]
  if (sort.endsWith('Asc') && !isUnknown(left) && !isUnknown(right)) return left - right
  return compareDescending(left, right)
}

/** Sorts larger values first, unknown values last. */
function compareDescending(left: number, right: number): number {
  if (isUnknown(left) || isUnknown(right)) return Number(isUnknown(left)) - Number(isUnknown(right))
  return right - left
}

/** Sorts are named after their columns. */
function sortedColumn(sort: WorkSort): NumberColumn | InstantColumn {
  if (sort === 'recentlyAdded') return 'addedAt'
  if (sort === 'recentlyCreated') return 'createdAt'
  if (sort === 'recentlyUpdated') return 'updatedAt'
  return numberColumns.find((column) => sort === `${column}Asc` || sort === `${column}Desc`) ?? 'releaseDay'
}

/** Searches only texts, because entities have no names here. No search in the tests starts with an ID. */
function hasTerms({ texts }: WorkRow, { terms }: Terms): boolean {
  return terms.every(({ spellings, isExcluded }) => {
    const isFound = spellings.some((spelling) => texts.some((text) => text.includes(spelling)))
    return isFound !== isExcluded
  })
}

/** Returns 0 for a text that equals the search, 1 for one that starts with it, 2 otherwise. */
function tier({ sort, search }: WorkQuery, { texts }: WorkRow): number {
  if (sort !== 'relevance' || !search) return 0
  const starts = search.wholes.flatMap((whole) => texts.filter((text) => text.startsWith(whole)))
  if (starts.some((text) => search.wholes.includes(text))) return 0
  return starts.length > 0 ? 1 : 2
}

const isReleasedIn = ({ releaseDay }: WorkRow, year: number) =>
  !isUnknown(releaseDay) && new Date(releaseDay * 86_400_000).getUTCFullYear() === year

const hasAnyOf = (row: WorkRow, excluded: Viewer['excluded']) =>
  excluded.some(({ kind, keys }) => row.entities[kind].some((key) => keys.includes(key)))
export const originalOf = ({ key, editionOf }: WorkRow) => (editionOf === -1 ? key : editionOf)
const isUnknown = (value: number) => Number.isNaN(value) || value === -(2 ** 31)
const agesOf = (bits: number) => [1, 2, 3].filter((age) => Math.floor(bits / 2 ** age) % 2 === 1)
const spokenIn = ({ languages: bits }: { languages: number }) =>
  languages.filter((_, at) => Math.floor(bits / 2 ** at) % 2 === 1)

/**
 * The list of works as the fastest known SQL: the reference for tests of the index, and its competitor in benchmarks. Valid on both
 * engines. Only numbers and our own constants are inserted into the text. Only the best matching edition of a group is listed.
 */
import { directions, type InstantColumn, type NumberColumn } from '@koedana/catalogue/model/generation.ts'
import {
  allAges,
  type Excluded,
  type Included,
  rangesOf,
  type Since,
  type Viewer,
  type WorkFilter,
  type WorkQuery,
} from '@koedana/catalogue/model/query.ts'
import { preferredLanguages } from '@koedana/catalogue/testing/oracle.ts'
import { rangedFields } from '@koedana/contract/field-lists.ts'
import { recordOf } from '@koedana/contract/kit/record-of.ts'
import { ageCategories, type EntityKind, type Locale, languages } from '@koedana/contract/values.ts'
import { columnOf as numberColumnOf } from '../number-columns.rules.ts'

export interface ListInSql {
  /** One or two variants of the page query, of which either may be faster. */
  readonly pages: readonly string[]
  readonly total: string
}

export function listInSql(query: WorkQuery, viewer: Viewer): ListInSql {
  const where = whereOf(query, viewer)
  const ending = `order by ${orderOf(query.sort)} limit ${query.limit} offset ${query.offset}`
  if (query.editions === 'all') {
    return {
      pages: [`select key from work where ${where} ${ending}`],
      total: `select count(*) as total from work where ${where}`,
    }
  }
  return {
    pages: groupedPages({ where, ending, column: columnOf(query.sort) }, viewer),
    total: `select count(distinct ${groupKeySql}) as total from work where ${where}`,
  }
}

/** A work and its editions have the same value. */
export const groupKeySql = 'coalesce(edition_of_key, key)'

export interface PageSql {
  /** Columns are unqualified. */
  readonly where: string
  readonly ending: string
  /** The column that determines the order. */
  readonly column: string
}

/**
 * Selects works that have no better matching edition. The first variant walks along the order, which is fast if many match. The
 * second one searches all matches, which is fast if few do.
 */
export function groupedPages({ where, ending, column }: PageSql, viewer: Viewer): [string, string] {
  const group = (table: string) => `coalesce(${table}.edition_of_key, ${table}.key)`
  const inWork = `${group('better')} = ${group('work')} and ${where}`
  const inPassed = 'better.of_work = work.of_work'
  return [
    `select key from work where ${where} and ${hasNoBetter('work', inWork, viewer)} ${ending}`,
    `with passed as materialized (select key, edition_of_key, ${groupKeySql} as of_work, ${column} from work where ${where})
      select key from passed work where ${hasNoBetter('passed', inPassed, viewer)} ${ending}`,
  ]
}

function hasNoBetter(table: string, condition: string, { locale }: Viewer): string {
  const rank = (one: string) =>
    `(${languageRank(one, locale)}, ${one}.edition_of_key is not null, ${one}.key)`
  return `not exists (select 1 from ${table} better where ${condition}
    and better.key <> work.key and ${rank('better')} < ${rank('work')})`
}

function languageRank(table: string, locale: Locale): string {
  const speaks = (language: string) =>
    `exists (select 1 from work_language spoken where spoken.work_key = ${table}.key and spoken.language = '${language}')`
  const cases = preferredLanguages[locale].map((language, at) => `when ${speaks(language)} then ${at}`)
  return `case ${cases.join(' ')} else ${cases.length} end`
}

const columns: Readonly<Record<NumberColumn | InstantColumn, string>> = {
  ...recordOf(rangedFields, numberColumnOf),
  releaseDay: 'released_on',
  addedAt: 'added_at',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
}

const linkTables = { artists: 'work_artist', illustrators: 'work_illustrator', genres: 'work_genre' } as const

export function whereOf(filter: WorkFilter, viewer: Viewer): string {
  return conditions(filter, viewer).join(' and ') || '1 = 1'
}

function conditions(query: WorkFilter, viewer: Viewer): string[] {
  return [
    ...agesIn(query.ages & viewer.ages),
    ...rangesOf(query).map(({ column, min, max }) => between(column, min, max)),
    ...query.included.map(inside),
    ...[...query.excluded, ...viewer.excluded].filter(({ keys }) => keys.length > 0).map(outside),
    ...(query.excludedWorks.length > 0 ? [`key not in (${query.excludedWorks.join()})`] : []),
    ...query.within.map(
      ({ keys, isWanted }) => `key ${isWanted ? 'in' : 'not in'} (${[-1, ...keys].join()})`,
    ),
    ...(query.languages === 0 ? [] : [spoken(query.languages)]),
    ...(query.since ? [arrivedSince(query.since)] : []),
    ...flag('in_library', query.inLibrary),
    ...flag('has_lyrics', query.hasLyrics),
    ...(query.lyricsLanguages === 0
      ? []
      : [`(coalesce(lyrics_languages, 0) & ${query.lyricsLanguages}) <> 0`]),
  ]
}

function agesIn(ages: number): string[] {
  if ((ages & allAges) === allAges) return []
  const named = ageCategories.filter((_, at) => ages & (2 << at)).map((age) => `'${age}'`)
  if (named.length === 0) return ['1 = 0']
  const known = `age_category in (${named.join()})`
  return [ages & 0b1000 ? `(${known} or age_category is null)` : known]
}

function between(column: NumberColumn, min: number, max: number): string {
  if (column !== 'releaseDay') return `${columns[column]} between ${min} and ${max}`
  return `released_on between '${dateOf(min)}' and '${dateOf(max)}'`
}

/** Clamps open ends to years that compare correctly as text. */
function dateOf(day: number): string {
  const bounded = Math.min(Math.max(day, dayOfYear(1000)), dayOfYear(10_000) - 1)
  return new Date(bounded * 86_400_000).toISOString().slice(0, 10)
}

const dayOfYear = (year: number) => Date.UTC(year, 0, 1) / 86_400_000

function inside({ kind, keys, match }: Included): string {
  const one = (key: number) => worksWith(kind, [key], 'in')
  return match === 'any' ? worksWith(kind, keys, 'in') : `(${keys.map(one).join(' and ')})`
}

const outside = ({ kind, keys }: Excluded) => worksWith(kind, keys, 'not in')

function worksWith(kind: EntityKind, keys: readonly number[], operator: 'in' | 'not in'): string {
  if (kind !== 'makers' && kind !== 'series') {
    return `key ${operator} (select work_key from ${linkTables[kind]} where entity_key in (${keys.join()}))`
  }
  const column = kind === 'makers' ? 'maker_key' : 'series_key'
  const test = `${column} ${operator} (${keys.join()})`
  return operator === 'in' ? test : `(${column} is null or ${test})`
}

const arrivedSince = ({ column, after }: Since) =>
  Number.isNaN(after) ? '1 = 0' : `${columns[column]} > '${new Date(after).toISOString()}'`

function spoken(bits: number): string {
  const named = languages.filter((_, at) => bits & (1 << at)).map((language) => `'${language}'`)
  return `key in (select work_key from work_language where language in (${named.join()}))`
}

const flag = (column: string, wanted: boolean | undefined) =>
  wanted === undefined ? [] : [`${column} = ${Number(wanted)}`]

/** SQLite stores nulls first in an index: descending orders have them last by default, ascending ones need a term. */
function orderOf(sort: WorkQuery['sort']): string {
  const { descending } = directionOf(sort)
  const name = columnOf(sort)
  return descending ? `${name} desc nulls last, key` : `(${name} is null), ${name}, key`
}

const columnOf = (sort: WorkQuery['sort']) => columns[directionOf(sort).column]

function directionOf(sort: WorkQuery['sort']) {
  if (sort === 'random' || sort === 'relevance' || sort === 'popular')
    throw new Error('SQL has no such order')
  return directions[sort]
}

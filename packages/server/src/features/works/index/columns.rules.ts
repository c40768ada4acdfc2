import { flagsOf } from '@koedana/catalogue/model/flags.ts'
import { type Columns, type Growth, unknown } from '@koedana/catalogue/model/generation.ts'
import type { WorkRow } from '@koedana/catalogue/model/row.ts'
import { fold } from '@koedana/catalogue/text/fold.rules.ts'
import { type RangedField, rangedFields } from '@koedana/contract/field-lists.ts'
import { recordOf } from '@koedana/contract/kit/record-of.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import { columnOf } from '../../../db/number-columns.rules.ts'
import type { WorkTable } from '../../../db/tables/catalogue.ts'
import { ageNumbers } from '../../../domain/viewer.rules.ts'
import { dayOf, millisecondsOf } from '../../../lib/dates.rules.ts'
import type { Growth as StoredGrowth } from '../../stats/stats.rules.ts'

export const indexedColumns = [
  'key',
  'name',
  'kana',
  'age_category',
  ...rangedFields.map(columnOf),
  'released_on',
  'maker_key',
  'series_key',
  'edition_of_key',
  'in_library',
  'has_lyrics',
  'lyrics_languages',
  'added_at',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof WorkTable)[]

export type IndexedWork = Pick<WorkTable, (typeof indexedColumns)[number]>

export function writeWork(columns: Columns, ordinal: number, work: IndexedWork): void {
  for (const field of rangedFields) columns[field][ordinal] = numberOf(work, field)
  const numbers = numbersOf(work)
  columns.age[ordinal] = numbers.age
  columns.releaseDay[ordinal] = numbers.releaseDay
  columns.addedAt[ordinal] = numbers.addedAt
  columns.createdAt[ordinal] = numbers.createdAt
  columns.updatedAt[ordinal] = numbers.updatedAt
  columns.flags[ordinal] = flagsOf(numbers)
  columns.makers[ordinal] = work.maker_key ?? -1
  columns.series[ordinal] = work.series_key ?? -1
  columns.editionOf[ordinal] = numbers.editionOf
}

/** The parts of a work that are stored in other tables. */
export interface RelatedData {
  readonly languages: number
  readonly translations: readonly string[]
  readonly growth: Growth
  readonly entities: Pick<Record<EntityKind, readonly number[]>, 'artists' | 'illustrators' | 'genres'>
}

/** Returns the texts for searching, before folding. */
export const textsOfWork = (
  { name, kana }: Pick<IndexedWork, 'name' | 'kana'>,
  translations: readonly string[],
): string[] => [name, ...translations, kana ?? '']

/** Converts a stored work to a row of the delta. */
export function rowOf(
  work: IndexedWork,
  { languages, entities, translations, growth }: RelatedData,
): WorkRow {
  const one = (key: number | null) => (key === null ? [] : [key])
  return {
    key: work.key,
    ...recordOf(rangedFields, (field) => numberOf(work, field)),
    ...numbersOf(work),
    languages,
    texts: [...new Set(textsOfWork(work, translations).map(fold))].filter((text) => text !== ''),
    growth,
    entities: { makers: one(work.maker_key), series: one(work.series_key), ...entities },
  }
}

const numberOf = (work: IndexedWork, field: RangedField): number => work[columnOf(field)] ?? unknown

function numbersOf(work: IndexedWork) {
  return {
    age: ageNumbers[work.age_category ?? 'r18'],
    releaseDay: work.released_on === null ? unknown : dayOf(work.released_on),
    addedAt: work.added_at === null ? Number.NaN : millisecondsOf(work.added_at),
    createdAt: millisecondsOf(work.created_at),
    updatedAt: millisecondsOf(work.updated_at),
    inLibrary: work.in_library === 1,
    hasLyrics: work.has_lyrics === 1,
    lyricsLanguages: work.lyrics_languages ?? 0,
    editionOf: work.edition_of_key ?? -1,
  }
}

export const growthIn = ({ daily, weekly, monthly, yearly }: StoredGrowth): Growth => ({
  daily: daily ?? unknown,
  weekly: weekly ?? unknown,
  monthly: monthly ?? unknown,
  yearly: yearly ?? unknown,
})

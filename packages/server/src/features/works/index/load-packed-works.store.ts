/** Reads works of PostgreSQL column by column: as rows of texts a million of them take four seconds longer. */
import { type Columns, unknown } from '@koedana/catalogue/model/generation.ts'
import { rangedFields } from '@koedana/contract/field-lists.ts'
import { type AgeCategory, ageCategories } from '@koedana/contract/values.ts'
import { sql } from 'kysely'
import { columnOf } from '../../../db/number-columns.rules.ts'
import { type PackedRows, readPacked } from '../../../db/packed-columns.ts'
import type { Db } from '../../../db/schema.ts'
import { type IndexedWork, indexedColumns, placeRest } from './columns.rules.ts'
import type { Page } from './pages-ahead.ts'

const numbers = [
  'key',
  ...rangedFields.map(columnOf),
  'maker_key',
  'series_key',
  'edition_of_key',
  'in_library',
  'has_lyrics',
  'lyrics_languages',
] as const
const texts = ['name', 'kana', 'age_category', 'released_on', 'added_at', 'created_at', 'updated_at'] as const

type Works = PackedRows<(typeof numbers)[number], (typeof texts)[number]>

/** The keys of all works, in any order. */
export async function loadPackedKeys(db: Db): Promise<Int32Array> {
  let keys = new Int32Array()
  await readPacked(db, {
    parts: [{ first: 0, last: Number.MAX_SAFE_INTEGER }],
    numbers: ['key'],
    texts: [],
    rows: () => sql`select key from work where trashed_at is null`,
    take: (_, { numbers }) => {
      keys = new Int32Array(numbers('key'))
    },
  })
  return keys
}

/** `take` is handed each work in its turn. */
export const placePackedWorks = (
  db: Db,
  parts: readonly Page[],
  {
    columns,
    take,
  }: { readonly columns: Columns; readonly take: (work: Pick<IndexedWork, 'key' | 'name' | 'kana'>) => void },
): Promise<void> =>
  readPacked(db, {
    parts,
    numbers,
    texts,
    rows: ({ first, last }) => sql`
      select ${sql.join(indexedColumns.map((column) => sql.ref(column)))} from work
      where trashed_at is null and key >= ${first} and key <= ${last} order by key`,
    take: ({ start }: Page, works: Works) => {
      placeNumbers(columns, start, works)
      placeOthers(columns, start, works)
      const [keys, names, kanas] = [works.numbers('key'), works.texts('name'), works.texts('kana')]
      for (let at = 0; at < works.count; at++)
        take({ key: keys[at] ?? 0, name: names[at] ?? '', kana: kanas[at] ?? null })
    },
  })

function placeNumbers(columns: Columns, start: number, works: Works): void {
  for (const field of rangedFields) {
    const column = columns[field]
    const values = works.numbers(columnOf(field))
    for (let at = 0; at < values.length; at++) column[start + at] = known(values[at]) ?? unknown
  }
}

function placeOthers(columns: Columns, start: number, works: Works): void {
  const [makers, series, editions] = [
    works.numbers('maker_key'),
    works.numbers('series_key'),
    works.numbers('edition_of_key'),
  ]
  const [inLibrary, hasLyrics, languages] = [
    works.numbers('in_library'),
    works.numbers('has_lyrics'),
    works.numbers('lyrics_languages'),
  ]
  const [ages, released] = [works.texts('age_category'), works.texts('released_on')]
  const [added, created, updated] = [
    works.texts('added_at'),
    works.texts('created_at'),
    works.texts('updated_at'),
  ]
  for (let at = 0; at < works.count; at++)
    placeRest(columns, start + at, {
      maker_key: known(makers[at]),
      series_key: known(series[at]),
      edition_of_key: known(editions[at]),
      in_library: inLibrary[at] ?? 0,
      has_lyrics: hasLyrics[at] ?? 0,
      lyrics_languages: known(languages[at]),
      age_category: ageOf.get(ages[at] ?? '') ?? null,
      released_on: released[at] ?? null,
      added_at: added[at] ?? null,
      created_at: created[at] ?? '',
      updated_at: updated[at] ?? '',
    })
}

const ageOf = new Map<string, AgeCategory>(ageCategories.map((age) => [age, age]))

const known = (value = Number.NaN) => (Number.isNaN(value) ? null : value)

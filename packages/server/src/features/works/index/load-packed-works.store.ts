/** Reads works from PostgreSQL by column. As rows of texts, a million works would take four seconds longer. */
import { flagsOf } from '@koedana/catalogue/model/flags.ts'
import { type Columns, unknown } from '@koedana/catalogue/model/generation.ts'
import { rangedFields } from '@koedana/contract/field-lists.ts'
import { recordFrom } from '@koedana/contract/kit/record-of.ts'
import { ageCategories } from '@koedana/contract/values.ts'
import { sql } from 'kysely'
import { columnOf } from '../../../db/number-columns.rules.ts'
import { type PackedRows, readPacked } from '../../../db/packed-columns.ts'
import type { Db } from '../../../db/schema.ts'
import { ageNumbers } from '../../../domain/viewer.rules.ts'
import { dayOf, millisecondsOf } from '../../../lib/dates.rules.ts'
import type { IndexedWork } from './columns.rules.ts'
import type { Page } from './prefetch-pages.ts'

/** The values that replace null, as the columns of the index define them. */
const words = {
  ...recordFrom(rangedFields.map((field) => [columnOf(field), unknown])),
  maker_key: -1,
  series_key: -1,
  edition_of_key: -1,
  marks: 0,
}
const texts = ['name', 'kana', 'dates'] as const

type Works = PackedRows<never, keyof typeof words, (typeof texts)[number]>

export async function loadPackedKeys(db: Db): Promise<Int32Array> {
  let keys = new Int32Array()
  await readPacked(db, {
    parts: [{ first: 0, last: Number.MAX_SAFE_INTEGER }],
    numbers: ['key'],
    rows: () => sql`select key from work where trashed_at is null`,
    take: (_, { numbers }) => {
      keys = new Int32Array(numbers('key'))
    },
  })
  return keys
}

/** Writes works into columns, and calls `take` for each work in order. */
export const writePackedWorks = (
  db: Db,
  parts: readonly Page[],
  {
    columns,
    take,
  }: { readonly columns: Columns; readonly take: (work: Pick<IndexedWork, 'key' | 'name' | 'kana'>) => void },
): Promise<void> =>
  readPacked(db, {
    parts,
    words,
    texts,
    rows: ({ first, last }) => sql`
      select ${sql.join(plainColumns)}, ${marks} as marks, ${dates} as dates from work
      where trashed_at is null and key >= ${first} and key <= ${last} order by key`,
    take: ({ start, end }, works: Works) => {
      // The keys were read in the same snapshot, so the rows must match.
      if (works.count !== end - start) throw new RangeError('works are missing, or too many')
      writeWords(columns, start, works)
      writeDates(columns, start, works)
      const [names, kanas] = [works.texts('name'), works.texts('kana')]
      for (let at = 0; at < works.count; at++)
        take({ key: columns.key[start + at] ?? 0, name: names[at] ?? '', kana: kanas[at] ?? null })
    },
  })

const plainColumns = [
  ...rangedFields.map(columnOf),
  'maker_key',
  'series_key',
  'edition_of_key',
  'name',
  'kana',
].map((column) => sql.ref(column))

const [ageMask, inLibraryMark, hasLyricsMark, languagesAt] = [3, 4, 8, 4]

/** Packs small values into one number: the age, two flags, and the languages above them. */
const marks = sql`
  case age_category
    ${sql.join(
      ageCategories.map((age) => sql`when ${sql.lit(age)} then ${sql.lit(ageNumbers[age])}`),
      sql` `,
    )} else ${sql.lit(ageNumbers.r18)} end
  | case when in_library = 1 then ${sql.lit(inLibraryMark)} else 0 end
  | case when has_lyrics = 1 then ${sql.lit(hasLyricsMark)} else 0 end
  | (coalesce(lyrics_languages, 0) << ${sql.lit(languagesAt)})`

/** Dates have a fixed width and no spaces. As separate values they would take PostgreSQL twice as long. */
const dates = sql`
  coalesce(released_on, '') || ' ' || coalesce(added_at, '') || ' ' || created_at || ' ' || updated_at`

function writeWords(columns: Columns, start: number, works: Works): void {
  for (const field of rangedFields) columns[field].set(works.words(columnOf(field)), start)
  columns.makers.set(works.words('maker_key'), start)
  columns.series.set(works.words('series_key'), start)
  columns.editionOf.set(works.words('edition_of_key'), start)
  const found = works.words('marks')
  for (let at = 0; at < found.length; at++) {
    const mark = found[at] ?? 0
    columns.age[start + at] = mark & ageMask
    columns.flags[start + at] = flagsOf({
      inLibrary: (mark & inLibraryMark) !== 0,
      hasLyrics: (mark & hasLyricsMark) !== 0,
      lyricsLanguages: mark >> languagesAt,
    })
  }
}

function writeDates(columns: Columns, start: number, works: Works): void {
  const text = works.joined('dates')
  let from = 0
  for (let ordinal = start; ordinal < start + works.count; ordinal++) {
    const released = text.indexOf(' ', from)
    const added = text.indexOf(' ', released + 1)
    const created = text.indexOf(' ', added + 1)
    columns.releaseDay[ordinal] = released === from ? unknown : dayOf(text, from)
    columns.addedAt[ordinal] = added === released + 1 ? Number.NaN : millisecondsOf(text, released + 1)
    columns.createdAt[ordinal] = millisecondsOf(text, added + 1)
    columns.updatedAt[ordinal] = millisecondsOf(text, created + 1)
    from = text.indexOf('\0', created) + 1
  }
}

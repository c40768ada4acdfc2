/** Reads the links and languages of all works page by page, each page as one text of numbers. */
import type { LinkRows, LinksWriter } from '@koedana/catalogue/build/links.ts'
import { languageBit } from '@koedana/catalogue/model/editions.ts'
import { type Columns, ordinalOf } from '@koedana/catalogue/model/generation.ts'
import { Language } from '@koedana/contract/values.ts'
import { sql } from 'kysely'
import * as v from 'valibot'
import type { Dialect } from '../../../db/dialect.ts'
import { readPacked } from '../../../db/packed-columns.ts'
import type { Db } from '../../../db/schema.ts'
import { keysPerPart, type Page, pagesOf, partsOf, prefetchPages } from './prefetch-pages.ts'

/** A transaction: all pages must be read in the same snapshot. */
export interface QuerySource {
  readonly db: Db
  readonly dialect: Dialect
}

export type LinkTable = 'work_artist' | 'work_illustrator' | 'work_genre'

interface Linking {
  readonly columns: Columns
  readonly writer: LinksWriter
}

export async function loadLinks(
  { db, dialect }: QuerySource,
  table: LinkTable,
  { columns, writer }: Linking,
): Promise<void> {
  if (dialect.name === 'postgres') return loadPackedLinks(db, table, { columns, writer })
  const read = linksReader()
  for await (const [{ start, end }, { text }] of prefetchPages(
    pagesOf(columns),
    loadTexts({ db, dialect }, table),
  ))
    writer.add(start, end, read(text ?? ''))
}

/** Packs each link into one number on PostgreSQL, where sending costs more than reading. */
async function loadPackedLinks(db: Db, table: LinkTable, { columns, writer }: Linking): Promise<void> {
  const apart = packedLinksReader()
  // Rows of a range are mostly adjacent, so a bitmap scan takes a sixth less time than an index scan, wherever they are stored.
  await sql`set local enable_indexscan = off`.execute(db)
  for (const parts of partsOf(columns))
    await readPacked(db, {
      parts,
      numbers: ['link'],
      rows: ({ first, last }) => sql`
        select (work_key - ${first}) * ${sql.lit(workUnit)}::bigint + ${entityAndPosition} as link from ${sql.table(table)}
        where work_key >= ${first} and work_key <= ${last}`,
      take: ({ start, end, first }, { numbers }) => writer.add(start, end, apart(first, numbers('link'))),
    })
  await sql`set local enable_indexscan = on`.execute(db)
}

/** Reads links in the form `7:3,5`. Writing each work key once instead of per row halves the work of the database. */
const loadTexts =
  ({ db, dialect }: QuerySource, table: LinkTable) =>
  ({ first, last }: Page) =>
    db
      .selectFrom(
        db
          .selectFrom(table)
          .select(['work_key', dialect.joined(entityAndPosition, ',').as('entities')])
          .where('work_key', '>=', first)
          .where('work_key', '<=', last)
          .groupBy('work_key')
          .as('linked'),
      )
      .select(dialect.joined(sql`${sql.ref('work_key')} || ':' || ${sql.ref('entities')}`, ';').as('text'))
      .executeTakeFirstOrThrow()

/** Unknown languages are ignored. */
export async function loadLanguages({ db, dialect }: QuerySource, columns: Columns): Promise<void> {
  const load = ({ first, last }: Page) =>
    db
      .selectFrom('work_language')
      .select(['language', dialect.joined(sql.ref('work_key'), ',').as('keys')])
      .where('work_key', '>=', first)
      .where('work_key', '<=', last)
      .groupBy('language')
      .execute()
  for await (const [, rows] of prefetchPages(pagesOf(columns), load)) {
    for (const { language, keys } of rows) {
      if (!v.is(Language, language)) continue
      const bit = languageBit(language)
      for (const key of parseNumbers(keys ?? '')) {
        const ordinal = ordinalOf(columns, key)
        if (ordinal >= 0) columns.languages[ordinal] = (columns.languages[ordinal] ?? 0) | bit
      }
    }
  }
}

/** Positions are stored modulo this number. Works with more entities of a kind have them in some order. */
const maxPositions = 4_096
/** Combines entity and position in one number. Sorting here takes less time than in the database. */
const entityAndPosition = sql`${sql.ref('entity_key')} * ${sql.lit(maxPositions)} + ${sql.ref('position')} % ${sql.lit(maxPositions)}`

/**
 * Parses `7:3,5;8:1` digit by digit, because splitting would create millions of strings. The arrays are reused by the next call, so
 * pages create no garbage.
 */
function linksReader(): (text: string) => LinkRows {
  let [works, entities, positions] = [int32(0), int32(0), int32(0)]
  return (text) => {
    // A number and its separator take at least two characters.
    const most = (text.length + 1) >> 1
    if (most > works.length)
      [works, entities, positions] = [int32(2 * most), int32(2 * most), int32(2 * most)]
    let [count, work, value] = [0, 0, 0]
    for (let index = 0; index <= text.length; index++) {
      const digit = text.charCodeAt(index) - zero
      if (digit >= 0 && digit <= 9) {
        value = value * 10 + digit
        continue
      }
      if (digit === workEnd) {
        work = value
      } else if (index > 0) {
        works[count] = work
        positions[count] = value % maxPositions
        entities[count++] = Math.floor(value / maxPositions)
      }
      value = 0
    }
    return {
      works: works.subarray(0, count),
      entities: entities.subarray(0, count),
      positions: positions.subarray(0, count),
    }
  }
}

/** The entity and its position are below this unit. Together with the key's offset in its part, all three fit in a double. */
const workUnit = 2 ** 53 / keysPerPart

/** The arrays are reused by the next call. */
function packedLinksReader(): (first: number, links: Float64Array) => LinkRows {
  let [works, entities, positions] = [int32(0), int32(0), int32(0)]
  return (first, links) => {
    const { length } = links
    if (length > works.length)
      [works, entities, positions] = [int32(2 * length), int32(2 * length), int32(2 * length)]
    for (let row = 0; row < length; row++) {
      const link = links[row] ?? 0
      const work = Math.floor(link / workUnit)
      const entity = Math.floor((link - work * workUnit) / maxPositions)
      works[row] = first + work
      entities[row] = entity
      positions[row] = link - work * workUnit - entity * maxPositions
    }
    return {
      works: works.subarray(0, length),
      entities: entities.subarray(0, length),
      positions: positions.subarray(0, length),
    }
  }
}

const int32 = (length: number) => new Int32Array(length)

/** Parses `7,8` in the same way. */
export function parseNumbers(text: string): Int32Array {
  const numbers = new Int32Array((text.length + 1) >> 1)
  let [count, value] = [0, 0]
  for (let index = 0; index < text.length; index++) {
    const digit = text.charCodeAt(index) - zero
    if (digit >= 0) {
      value = value * 10 + digit
    } else {
      numbers[count++] = value
      value = 0
    }
  }
  if (text !== '') numbers[count++] = value
  return numbers.slice(0, count)
}

const zero = 48
const workEnd = ':'.charCodeAt(0) - zero

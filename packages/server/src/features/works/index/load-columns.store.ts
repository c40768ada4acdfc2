/**
 * Reads the catalogue into the columns of the read index. A million works pass through here at start-up, so rows come
 * in pages, and links as one text of numbers a page: row by row they would take seven times as long.
 */
import { type Columns, createColumns, type Links, linksOf, ordinalOf } from '@koedana/catalogue/columns.ts'
import { languageBit } from '@koedana/catalogue/editions.ts'
import { Language } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import type { Dialect } from '../../../db/dialect.ts'
import type { Db } from '../../../db/schema.ts'
import { type IndexedWork, indexedColumns, placeWork } from './columns.rules.ts'

/** `db` is a transaction: all pages must see the same moment. */
export interface Source {
  readonly db: Db
  readonly dialect: Dialect
}

const worksPerPage = 4_000

export async function loadColumns(source: Source): Promise<Columns> {
  const columns = createColumns(await countWorks(source.db))
  await loadWorks(source.db, columns)
  await loadLanguages(source.db, columns)
  return {
    ...columns,
    artists: await loadLinks(source, 'work_artist', columns),
    illustrators: await loadLinks(source, 'work_illustrator', columns),
    genres: await loadLinks(source, 'work_genre', columns),
  }
}

async function countWorks(db: Db): Promise<number> {
  const counted = db.selectFrom('work').select((e) => e.fn.countAll().as('count'))
  return Number((await counted.executeTakeFirstOrThrow()).count)
}

async function loadWorks(db: Db, columns: Columns): Promise<void> {
  let ordinal = 0
  for (let after = -1; ; ) {
    const page = await readPage(db, after)
    for (const work of page) placeWork(columns, ordinal++, work)
    const last = page.at(-1)
    if (!last) return
    after = last.key
  }
}

function readPage(db: Db, after: number): Promise<IndexedWork[]> {
  const works = db.selectFrom('work').select(indexedColumns)
  return works.where('key', '>', after).orderBy('key').limit(worksPerPage).execute()
}

/** A word that is no language of ours marks nothing. */
async function loadLanguages(db: Db, columns: Columns): Promise<void> {
  for (const [first, last] of pages(columns)) {
    const rows = await db
      .selectFrom('work_language')
      .selectAll()
      .where('work_key', '>=', first)
      .where('work_key', '<=', last)
      .execute()
    for (const { work_key, language } of rows) {
      const ordinal = ordinalOf(columns, work_key)
      const bits = columns.languages[ordinal] ?? 0
      if (v.is(Language, language)) columns.languages[ordinal] = bits | languageBit(language)
    }
  }
}

async function loadLinks(
  { db, dialect }: Source,
  table: 'work_artist' | 'work_illustrator' | 'work_genre',
  columns: Columns,
): Promise<Links> {
  const pairs = new Pairs()
  for (const [first, last] of pages(columns)) {
    // Both texts come from the same pass over the same rows, so their numbers stand in the same order.
    const texts = await db
      .selectFrom(table)
      .select([dialect.joined('work_key').as('works'), dialect.joined('entity_key').as('entities')])
      .where('work_key', '>=', first)
      .where('work_key', '<=', last)
      .executeTakeFirstOrThrow()
    pairs.add(columns, texts.works ?? '', texts.entities ?? '')
  }
  return linksOf(columns.count, pairs.all())
}

/** First and last key of each page of works. */
function* pages({ key, count }: Columns): Iterable<readonly [first: number, last: number]> {
  for (let start = 0; start < count; start += worksPerPage) {
    yield [key[start] ?? 0, key[Math.min(start + worksPerPage, count) - 1] ?? 0]
  }
}

/** Ordinal and entity, one after the other, growing as pages come. */
class Pairs {
  #numbers = new Int32Array(1 << 16)
  #length = 0

  add(columns: Columns, works: string, entities: string): void {
    const keys = numbersIn(works)
    const values = numbersIn(entities)
    let ordinal = 0
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at] ?? 0
      if (columns.key[ordinal] !== key) ordinal = ordinalOf(columns, key)
      this.#push(ordinal, values[at] ?? 0)
    }
  }

  all(): Int32Array {
    return this.#numbers.subarray(0, this.#length)
  }

  #push(ordinal: number, entity: number): void {
    if (this.#length + 2 > this.#numbers.length) {
      const larger = new Int32Array(this.#numbers.length * 2)
      larger.set(this.#numbers)
      this.#numbers = larger
    }
    this.#numbers[this.#length++] = ordinal
    this.#numbers[this.#length++] = entity
  }
}

/** Numbers separated by commas, read digit by digit: splitting would make millions of texts. */
function numbersIn(text: string): Int32Array {
  const numbers = new Int32Array(text === '' ? 0 : commasIn(text) + 1)
  let at = 0
  let value = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === comma) {
      numbers[at++] = value
      value = 0
    } else {
      value = value * 10 + code - zero
    }
  }
  if (text !== '') numbers[at] = value
  return numbers
}

const comma = 44
const zero = 48

function commasIn(text: string): number {
  let count = 0
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) === comma) count++
  return count
}

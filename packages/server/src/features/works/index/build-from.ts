/**
 * Reads the catalogue at one moment and builds a generation of it, in the thread that calls. A million works pass through here
 * at start-up, so rows come in pages, and links as one text of numbers a page: row by row they would take seven times as long.
 */
import {
  buildGeneration,
  buildNames,
  createColumns,
  type Material,
} from '@koedana/catalogue/build/generation.ts'
import { type Growths, writeGrowths } from '@koedana/catalogue/build/growths.ts'
import { writeLinks } from '@koedana/catalogue/build/links.ts'
import { type Arena, createArena, describe } from '@koedana/catalogue/memory/arena.ts'
import { languageBit } from '@koedana/catalogue/model/editions.ts'
import { type Columns, type Links, ordinalOf } from '@koedana/catalogue/model/generation.ts'
import { type TextsWriter, writeTexts } from '@koedana/catalogue/text/text-index.ts'
import { type EntityKind, Language } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { latestSeq } from '../../../db/changes.ts'
import type { Dialect } from '../../../db/dialect.ts'
import { type Database, openDatabase } from '../../../db/open.ts'
import type { Db } from '../../../db/schema.ts'
import { loadGrowth } from '../../stats/growth.store.ts'
import type { Sent, Wanted } from './build.ts'
import { fieldsOfWork, growthIn, type IndexedWork, indexedColumns, placeWork } from './columns.rules.ts'
import { loadNames } from './load-rows.store.ts'
import { writeSnapshot } from './snapshot-file.ts'
import { markSnapshot } from './snapshot-marks.store.ts'

/** Hands the generation over before its snapshot is written. */
export async function buildFrom(
  { place, day, snapshotFolder, memory }: Wanted,
  handOver: (sent: Sent) => void,
): Promise<void> {
  const database = await openDatabase(place)
  try {
    const sent = await build(database, { day, memory })
    handOver(sent)
    if (snapshotFolder !== undefined) {
      await writeSnapshot(snapshotFolder, { ...sent, day, mark: await markSnapshot(database.write) })
    }
  } finally {
    await database.close()
  }
}

function build({ read, dialect }: Database, { day, memory }: Pick<Wanted, 'day' | 'memory'>): Promise<Sent> {
  const arena = createArena(memory && emptied(memory))
  return read
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (db) => {
      const seq = await latestSeq(db)
      const material = await loadMaterial({ db, dialect }, arena, day)
      const manifest = describe(buildGeneration(arena, material))
      return { seq, manifest, memory: arena.memory, used: arena.used() }
    })
}

/** An arena hands out zeroed arrays. */
function emptied(memory: WebAssembly.Memory): WebAssembly.Memory {
  new Uint8Array(memory.buffer).fill(0)
  return memory
}

/** `today` in days since 1970. */
export async function loadMaterial(source: Source, arena: Arena, today: number): Promise<Material> {
  const { db } = source
  // One kind after the other, and before the works: as objects the names of a large catalogue take as much as a tenth of its index.
  const namesOf = async (kind: EntityKind) => buildNames(arena, await loadNames(db, kind))
  const names = {
    makers: await namesOf('makers'),
    series: await namesOf('series'),
    artists: await namesOf('artists'),
    illustrators: await namesOf('illustrators'),
    genres: await namesOf('genres'),
  }
  const loaded = await loadColumns(source, arena)
  return { ...loaded, names, growths: await loadGrowths(db, loaded.columns, today) }
}

async function loadGrowths(db: Db, columns: Columns, today: number): Promise<Growths> {
  const writer = writeGrowths(columns)
  for await (const page of loadGrowth(db, today)) for (const one of page) writer.add(one.key, growthIn(one))
  return writer.finish()
}

/** Works in the trash are not in the index. */
const indexed = (db: Db) => db.selectFrom('work').where('trashed_at', 'is', null)

/** `db` is a transaction: all pages must see the same moment. */
interface Source {
  readonly db: Db
  readonly dialect: Dialect
}

type Loaded = Pick<Material, 'columns' | 'texts'>

type LinkTable = 'work_artist' | 'work_illustrator' | 'work_genre'

const worksPerPage = 4_000

async function loadColumns(source: Source, arena: Arena): Promise<Loaded> {
  const count = await countWorks(source.db)
  const columns = createColumns(arena, count)
  const writer = writeTexts(arena, count)
  await loadWorks(source.db, columns, writer)
  const texts = writer.finish()
  await loadLanguages(source.db, columns)
  const links = (table: LinkTable) => loadLinks(source, table, { columns, arena })
  return {
    columns: {
      ...columns,
      artists: await links('work_artist'),
      illustrators: await links('work_illustrator'),
      genres: await links('work_genre'),
    },
    texts,
  }
}

async function countWorks(db: Db): Promise<number> {
  const counted = indexed(db).select((e) => e.fn.countAll().as('count'))
  return Number((await counted.executeTakeFirstOrThrow()).count)
}

async function loadWorks(db: Db, columns: Columns, texts: TextsWriter): Promise<void> {
  let ordinal = 0
  for (let after = -1; ; ) {
    const page = await readPage(db, after)
    const last = page.at(-1)
    if (!last) return
    const translations = await loadTranslations(db, page[0]?.key ?? 0, last.key)
    for (const work of page) {
      placeWork(columns, ordinal++, work)
      texts.add(fieldsOfWork(work, translations.get(work.key) ?? []))
    }
    after = last.key
  }
}

function readPage(db: Db, after: number): Promise<IndexedWork[]> {
  return indexed(db)
    .select(indexedColumns)
    .where('key', '>', after)
    .orderBy('key')
    .limit(worksPerPage)
    .execute()
}

async function loadTranslations(db: Db, first: number, last: number): Promise<Map<number, string[]>> {
  const names = db.selectFrom('work_name').select(['work_key', 'name'])
  const between = names.where('work_key', '>=', first).where('work_key', '<=', last)
  const found = new Map<number, string[]>()
  for (const { work_key, name } of await between.orderBy('work_key').orderBy('locale').execute()) {
    found.set(work_key, [...(found.get(work_key) ?? []), name])
  }
  return found
}

/** A word that is no language of ours marks nothing. */
async function loadLanguages(db: Db, columns: Columns): Promise<void> {
  for (const { first, last } of pages(columns)) {
    const rows = await db
      .selectFrom('work_language')
      .selectAll()
      .where('work_key', '>=', first)
      .where('work_key', '<=', last)
      .execute()
    for (const { work_key, language } of rows) {
      const ordinal = ordinalOf(columns, work_key)
      if (ordinal < 0) continue
      const bits = columns.languages[ordinal] ?? 0
      if (v.is(Language, language)) columns.languages[ordinal] = bits | languageBit(language)
    }
  }
}

async function loadLinks(
  { db, dialect }: Source,
  table: LinkTable,
  { columns, arena }: { columns: Columns; arena: Arena },
): Promise<Links> {
  const writer = writeLinks(arena, columns)
  const read = { works: numbersReader(), entities: numbersReader(), positions: numbersReader() }
  for (const { start, end, first, last } of pages(columns)) {
    // All texts come from the same pass over the same rows, so their numbers stand in the same order.
    const texts = await db
      .selectFrom(table)
      .select([
        dialect.joined('work_key').as('works'),
        dialect.joined('entity_key').as('entities'),
        dialect.joined('position').as('positions'),
      ])
      .where('work_key', '>=', first)
      .where('work_key', '<=', last)
      .executeTakeFirstOrThrow()
    writer.add(start, end, {
      works: read.works(texts.works ?? ''),
      entities: read.entities(texts.entities ?? ''),
      positions: read.positions(texts.positions ?? ''),
    })
  }
  return writer.finish()
}

/** Pages of works: ordinals from `start` to `end`, and the first and last key. */
function* pages({ key, count }: Columns) {
  for (let start = 0; start < count; start += worksPerPage) {
    const end = Math.min(start + worksPerPage, count)
    yield { start, end, first: key[start] ?? 0, last: key[end - 1] ?? 0 }
  }
}

/**
 * Reads numbers separated by commas, digit by digit: splitting would make millions of texts. What it hands over holds
 * until it reads again, so that no page leaves an array behind.
 */
function numbersReader(): (text: string) => Int32Array {
  let numbers = new Int32Array(1 << 16)
  return (text) => {
    // A number and its comma are two units at least.
    if (text.length > 2 * numbers.length) numbers = new Int32Array(text.length)
    let count = 0
    let value = 0
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      if (code === comma) {
        numbers[count++] = value
        value = 0
      } else {
        value = value * 10 + code - zero
      }
    }
    if (text !== '') numbers[count++] = value
    return numbers.subarray(0, count)
  }
}

const comma = 44

const zero = 48

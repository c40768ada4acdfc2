/**
 * Reads the catalogue at one moment and builds a generation of it, in the thread that calls. A million works pass through here
 * at start-up, so rows come in pages, and links as one text of numbers a page: row by row they would take seven times as long.
 */
import { buildFromLinks, buildNames, createColumns } from '@koedana/catalogue/build/generation.ts'
import { type Growths, writeGrowths } from '@koedana/catalogue/build/growths.ts'
import { type LinksWriter, writeLinks } from '@koedana/catalogue/build/links.ts'
import { type Arena, createArena, describe } from '@koedana/catalogue/memory/arena.ts'
import { languageBit } from '@koedana/catalogue/model/editions.ts'
import { type Columns, type Generation, ordinalOf } from '@koedana/catalogue/model/generation.ts'
import { type TextsWriter, writeTexts } from '@koedana/catalogue/text/text-index.ts'
import { type EntityKind, Language } from '@koedana/contract/values.ts'
import { sql } from 'kysely'
import * as v from 'valibot'
import { latestSeq } from '../../../db/changes.ts'
import type { Dialect } from '../../../db/dialect.ts'
import { type Database, openDatabase } from '../../../db/open.ts'
import { type Reader, type Readers, withReaders } from '../../../db/readers.ts'
import type { Db } from '../../../db/schema.ts'
import { loadGrowth } from '../../stats/growth.store.ts'
import type { Sent, Wanted } from './build.ts'
import { buildBeside } from './build-beside.ts'
import { fieldsOfWork, growthIn, type IndexedWork, indexedColumns, placeWork } from './columns.rules.ts'
import { type LinkTable, loadLinks, numbersIn, type Queried } from './load-links.store.ts'
import { loadNames } from './load-rows.store.ts'
import { type Page, pageAhead, pagesOf, worksPerPage } from './pages-ahead.ts'
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

function build(database: Database, { day, memory }: Pick<Wanted, 'day' | 'memory'>): Promise<Sent> {
  const arena = createArena(memory && emptied(memory))
  return withReaders(database, async (readers) => {
    const seq = await readers.first(latestSeq)
    const manifest = describe(await loadGeneration({ ...readers, dialect: database.dialect }, arena, day))
    return { seq, manifest, memory: arena.memory, used: arena.used() }
  })
}

/** An arena hands out zeroed arrays. */
function emptied(memory: WebAssembly.Memory): WebAssembly.Memory {
  new Uint8Array(memory.buffer).fill(0)
  return memory
}

interface Source extends Readers {
  readonly dialect: Dialect
}

/** `today` in days since 1970. */
export async function loadGeneration(source: Source, arena: Arena, today: number): Promise<Generation> {
  const { first, second, third, dialect } = source
  // One kind after the other, and before the works: as objects the names of a large catalogue take as much as a tenth of its index.
  const namesOf = async (kind: EntityKind) => buildNames(arena, await first((db) => loadNames(db, kind)))
  const names = {
    makers: await namesOf('makers'),
    series: await namesOf('series'),
    artists: await namesOf('artists'),
    illustrators: await namesOf('illustrators'),
    genres: await namesOf('genres'),
  }
  const columns = createColumns(arena, await first((db) => loadKeys(db, dialect)))
  // Their arrays of known length come before the texts, which let nothing else into the arena while they grow.
  const links = {
    artists: writeLinks(arena, columns),
    illustrators: writeLinks(arena, columns),
    genres: writeLinks(arena, columns),
  }
  const writer = writeTexts(arena, columns.count)
  const placing = first((db) => placeWorks(db, columns, writer))
  const speaking = second((db) => loadLanguages({ db, dialect }, columns))
  const linking = (read: Reader, table: LinkTable, writer: LinksWriter) =>
    read((db) => loadLinks({ db, dialect }, table, { columns, writer }))
  const reading = [
    placing,
    linking(second, 'work_artist', links.artists),
    linking(second, 'work_illustrator', links.illustrators),
    linking(third, 'work_genre', links.genres),
  ]
  const growing = second((db) => loadGrowths(db, columns, today))
  const half = async () => {
    await Promise.all([placing, speaking])
    return buildBeside(arena, columns, writer.finish())
  }
  const linked = async () => {
    const [growths] = await Promise.all([growing, ...reading])
    const artists = links.artists.finish()
    const illustrators = links.illustrators.finish()
    const genres = links.genres.finish()
    return buildFromLinks(arena, {
      columns: { ...columns, artists, illustrators, genres },
      names,
      growths,
    })
  }
  const [columnParts, linkParts] = await Promise.all([half(), linked()])
  return { ...columnParts, ...linkParts }
}

async function loadGrowths(db: Db, columns: Columns, today: number): Promise<Growths> {
  const writer = writeGrowths(columns)
  for await (const page of loadGrowth(db, today)) for (const one of page) writer.add(one.key, growthIn(one))
  return writer.finish()
}

/** Works in the trash are not in the index. */
const indexed = (db: Db) => db.selectFrom('work').where('trashed_at', 'is', null)

async function loadKeys(db: Db, dialect: Dialect): Promise<Int32Array> {
  const { keys } = await indexed(db)
    .select(dialect.joined(sql.ref('key'), ',').as('keys'))
    .executeTakeFirstOrThrow()
  return numbersIn(keys ?? '').sort()
}

async function placeWorks(db: Db, columns: Columns, texts: TextsWriter): Promise<void> {
  let ordinal = 0
  for (let coming = readPage(db, -1); ; ) {
    const page = await coming
    const last = page.at(-1)
    if (!last) return
    const translations = await loadTranslations(db, page[0]?.key ?? 0, last.key)
    // The database is at work on the next page meanwhile.
    coming = readPage(db, last.key)
    for (const work of page) {
      placeWork(columns, ordinal++, work)
      texts.add(fieldsOfWork(work, translations.get(work.key) ?? []))
    }
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
async function loadLanguages({ db, dialect }: Queried, columns: Columns): Promise<void> {
  const load = ({ first, last }: Page) =>
    db
      .selectFrom('work_language')
      .select(['language', dialect.joined(sql.ref('work_key'), ',').as('keys')])
      .where('work_key', '>=', first)
      .where('work_key', '<=', last)
      .groupBy('language')
      .execute()
  for await (const [, rows] of pageAhead(pagesOf(columns), load)) {
    for (const { language, keys } of rows) {
      if (!v.is(Language, language)) continue
      const bit = languageBit(language)
      for (const key of numbersIn(keys ?? '')) {
        const ordinal = ordinalOf(columns, key)
        if (ordinal >= 0) columns.languages[ordinal] = (columns.languages[ordinal] ?? 0) | bit
      }
    }
  }
}

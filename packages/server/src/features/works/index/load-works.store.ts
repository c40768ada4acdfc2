/** Reads all works into the columns and texts of the index, page by page. */
import type { Columns } from '@koedana/catalogue/model/generation.ts'
import type { TextsWriter } from '@koedana/catalogue/text/text-index.ts'
import { sql } from 'kysely'
import type { Dialect } from '../../../db/dialect.ts'
import type { Db } from '../../../db/schema.ts'
import { fieldsOfWork, type IndexedWork, indexedColumns, placeWork } from './columns.rules.ts'
import { numbersIn } from './load-links.store.ts'
import { worksPerPage } from './pages-ahead.ts'

/** Works in the trash are not in the index. */
const indexed = (db: Db) => db.selectFrom('work').where('trashed_at', 'is', null)

/** The keys of all works, ascending. */
export async function loadKeys(db: Db, dialect: Dialect): Promise<Int32Array> {
  const { keys } = await indexed(db)
    .select(dialect.joined(sql.ref('key'), ',').as('keys'))
    .executeTakeFirstOrThrow()
  return numbersIn(keys ?? '').sort()
}

/** Writes all works into their columns and texts, page by page. */
export async function placeWorks(db: Db, columns: Columns, texts: TextsWriter): Promise<void> {
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

export async function hasMoreWorksThan(db: Db, few: number): Promise<boolean> {
  const next = db.selectFrom('work').select('key').orderBy('key').limit(1).offset(few)
  return (await next.executeTakeFirst()) !== undefined
}

/** Reads all works into the columns and texts of the index, page by page. */
import type { Columns } from '@koedana/catalogue/model/generation.ts'
import type { TextsWriter } from '@koedana/catalogue/text/text-index.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/schema.ts'
import { type IndexedWork, indexedColumns, textsOfWork, writeWork } from './columns.rules.ts'
import { parseNumbers, type QuerySource } from './load-links.store.ts'
import { loadPackedKeys, writePackedWorks } from './load-packed-works.store.ts'
import { objectPagesOf, type Page, partsOf, prefetchPages } from './prefetch-pages.ts'

/** Works in the trash are not in the index. */
const selectIndexed = (db: Db) => db.selectFrom('work').where('trashed_at', 'is', null)

export async function loadKeys({ db, dialect }: QuerySource): Promise<Int32Array> {
  if (dialect.name === 'postgres') return (await loadPackedKeys(db)).sort()
  const { keys } = await selectIndexed(db)
    .select(dialect.joined(sql.ref('key'), ',').as('keys'))
    .executeTakeFirstOrThrow()
  return parseNumbers(keys ?? '').sort()
}

export async function writeWorks(
  { db, dialect }: QuerySource,
  columns: Columns,
  texts: TextsWriter,
): Promise<void> {
  if (dialect.name === 'postgres') {
    for (const parts of partsOf(columns)) {
      const translations = await loadTranslations(db, parts)
      await writePackedWorks(db, parts, {
        columns,
        take: (work) => texts.addUnfolded(textsOfWork(work, translations.get(work.key) ?? [])),
      })
    }
    return
  }
  const load = async (page: Page) => [await readPage(db, page), await loadTranslations(db, [page])] as const
  for await (const [{ start }, [works, translations]] of prefetchPages(objectPagesOf(columns), load))
    for (const [at, work] of works.entries()) {
      writeWork(columns, start + at, work)
      texts.addUnfolded(textsOfWork(work, translations.get(work.key) ?? []))
    }
}

const readPage = (db: Db, { first, last }: Page): Promise<IndexedWork[]> =>
  selectIndexed(db)
    .select(indexedColumns)
    .where('key', '>=', first)
    .where('key', '<=', last)
    .orderBy('key')
    .execute()

async function loadTranslations(db: Db, pages: readonly Page[]): Promise<Map<number, string[]>> {
  const names = db.selectFrom('work_name').select(['work_key', 'name'])
  const between = names
    .where('work_key', '>=', pages.at(0)?.first ?? 0)
    .where('work_key', '<=', pages.at(-1)?.last ?? 0)
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

/**
 * Reads the whole catalogue into the columns of the read index. A million works pass through here at start-up, so
 * rows come in pages and links as one text of numbers a page: row by row they would take seven times as long.
 */
import { type Columns, createColumns, createLinks, type Links } from '@koedana/catalogue/columns.ts'
import { languages } from '@koedana/contract/values.ts'
import { sql } from 'kysely'
import type { Db, WorkTable } from '../../../db/schema.ts'
import { placeRow } from './columns.rules.ts'

const worksPerPage = 20_000

/** Call inside one transaction: all pages must see the same moment. */
export async function loadColumns(db: Db): Promise<Columns> {
  const columns = createColumns(await countWorks(db))
  await loadWorks(db, columns)
  await loadLanguages(db, columns)
  return {
    ...columns,
    artists: await loadLinks(db, 'work_artist', columns.key),
    illustrators: await loadLinks(db, 'work_illustrator', columns.key),
    genres: await loadLinks(db, 'work_genre', columns.key),
  }
}

async function countWorks(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('work')
    .select((e) => e.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const indexed = [
  'key', 'age_category', 'price', 'sales', 'wishlist_count', 'rating', 'rating_count', 'review_count',
  'released_on', 'maker_key', 'series_key', 'edition_of_key', 'duration_seconds', 'in_library', 'has_lyrics',
  'added_at', 'created_at', 'updated_at',
] as const satisfies readonly (keyof WorkTable)[]

export type IndexedRow = Pick<WorkTable, (typeof indexed)[number]>

async function loadWorks(db: Db, columns: Columns): Promise<void> {
  let after = -1
  for (let ordinal = 0; ; ) {
    const rows = await readPage(db, after)
    for (const row of rows) placeRow(columns, ordinal++, row)
    const last = rows.at(-1)
    if (!last) return
    after = last.key
  }
}

function readPage(db: Db, after: number): Promise<IndexedRow[]> {
  return db.selectFrom('work').select(indexed).where('key', '>', after).orderBy('key').limit(worksPerPage).execute()
}

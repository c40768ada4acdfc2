/** The numbers of all works in pages of whole works, so that no statement is long, and none depends on what a planner guesses. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/schema.ts'

const rowsPerPage = 8_000

/** Yields what a page needs of `work_stats_daily`, in the order of keys. */
export async function* pagesOfWorks(db: Db): AsyncGenerator<RawBuilder<unknown>> {
  for (let after = -1; ; ) {
    const row = await db
      .selectFrom('work_stats_daily')
      .select('work_key')
      .where('work_key', '>', after)
      .orderBy('work_key')
      .offset(rowsPerPage)
      .limit(1)
      .executeTakeFirst()
    if (!row) {
      yield sql`work_key > ${after}`
      return
    }
    yield sql`work_key > ${after} and work_key <= ${row.work_key}`
    after = row.work_key
  }
}

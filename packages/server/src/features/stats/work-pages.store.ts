/**
 * Splits the statistics of all works into pages of whole works, so that every statement is short and does not depend on the query
 * planner.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/schema.ts'

const rowsPerPage = 8_000

/** Yields the condition of each page of `work_stats_daily`, in key order. */
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

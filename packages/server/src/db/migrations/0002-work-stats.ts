/** Adds daily statistics of works: one row for each day on which a number changed. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'

export const migration = (dialect: Dialect): Migration => ({
  async up(db: Kysely<unknown>) {
    const { integer } = dialect
    const table = db.schema
      .createTable('work_stats_daily')
      .addColumn('work_key', integer, (c) => c.notNull().references('work.key').onDelete('cascade'))
      .addColumn('day', integer, (c) => c.notNull())
      .addColumn('price', integer)
      .addColumn('sales', integer)
      .addColumn('wishlist_count', integer)
      .addColumn('rating', integer)
      .addColumn('rating_count', integer)
      .addColumn('review_count', integer)
      .addPrimaryKeyConstraint('work_stats_daily_key', ['work_key', 'day'])
    await dialect.clustered(table).execute()
    await beginToday(db)
  },
})

/** Starts the history with today's numbers. */
async function beginToday(db: Kysely<unknown>): Promise<void> {
  const today = Math.floor(Date.now() / 86_400_000)
  const numbers = sql.raw('price, sales, wishlist_count, rating, rating_count, review_count')
  await sql`
    insert into work_stats_daily (work_key, day, ${numbers})
    select key, ${sql.lit(today)}, ${numbers} from work
    where coalesce(${numbers}) is not null`.execute(db)
}

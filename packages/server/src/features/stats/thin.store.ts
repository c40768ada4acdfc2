/** Old rows give way to one a week, older ones to one a month. */
import { type RawBuilder, sql } from 'kysely'
import { chunksOf } from '../../db/chunks.ts'
import type { Database } from '../../db/open.ts'
import type { Db } from '../../db/schema.ts'
import { findSetting, saveSetting } from '../../db/settings.store.ts'
import { writeTogether } from '../../db/write.ts'
import { pagesOfWorks } from './pages.store.ts'
import { daysInMonth, isThinned, keptWholeFrom } from './stats.rules.ts'

/** Up to which day rows have been thinned. */
const progress = 'workStatsThinnedTo'
/** Some milliseconds each: other writers need not wait. */
const rowsPerTransaction = 2_000

/** Does something once a week at most. Ended half-way, the next call begins anew. Answers how many rows went. */
export async function thinStats(database: Database, today: number): Promise<number> {
  const until = keptWholeFrom(today)
  const done = await findSetting(database.write, progress)
  if (done !== undefined && Number(done) >= until) return 0
  let thinned = 0
  for await (const which of pagesOfWorks(database.read)) {
    const pairs = await listNeighbours(database.read, which, until)
    const old = pairs.filter(({ day, next }) => isThinned(day, next, today))
    for (const some of chunksOf(old, rowsPerTransaction)) await remove(database.write, some)
    thinned += old.length
  }
  await saveSetting(database.write, progress, String(until))
  return thinned
}

interface OldRow {
  readonly work_key: number
  readonly day: number
}

/** Rows before `until` whose work has another within a month of days. */
async function listNeighbours(
  db: Db,
  which: RawBuilder<unknown>,
  until: number,
): Promise<(OldRow & { readonly next: number })[]> {
  const { rows } = await sql<OldRow & { readonly next: number }>`
    select work_key, day, next from (
      select work_key, day, lead(day) over (partition by work_key order by day) as next
      from work_stats_daily
      where ${which} and day < ${until}
    ) as neighbours
    where next - day < ${sql.lit(daysInMonth)}`.execute(db)
  return rows
}

/** Of two that thin at once, the second finds nothing left. */
function remove(db: Db, rows: readonly OldRow[]): Promise<unknown> {
  const keys = rows.map(({ work_key, day }) => sql`(${sql.lit(work_key)}, ${sql.lit(day)})`)
  return writeTogether(db, (tx) =>
    sql`delete from work_stats_daily where (work_key, day) in (values ${sql.join(keys)})`.execute(tx),
  )
}

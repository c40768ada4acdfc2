/**
 * Computes how much the sales of works grew. Only the rows next to the starts of the periods count: the database finds them in one pass
 * in key order, and returns one row per work.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import { type Growth, growthOf, type NeighborSales, periodDays, type SalesAt } from './stats.rules.ts'
import { pagesOfWorks } from './work-pages.store.ts'

export interface WorkGrowth extends Growth {
  readonly key: number
}

/**
 * Yields pages in key order. Works whose sales never changed are omitted, since no growth is known. `today` is in days since 1970; rows
 * of later days count as today's.
 */
export async function* loadGrowth(db: Db, today: number): AsyncGenerator<readonly WorkGrowth[]> {
  for await (const which of pagesOfWorks(db)) {
    const page = await readPage(db, today, which)
    if (page.length > 0) yield page
  }
}

/** Returns the growth of a few works; works without known growth are omitted. */
export async function findGrowth(db: Db, keys: readonly number[], today: number): Promise<WorkGrowth[]> {
  return keys.length === 0 ? [] : readPage(db, today, sql`work_key in (${sql.join(keys)})`)
}

/** Packs a day and its sales (below 2^31) into one number that sorts by day: exact in a double until the year 7000. */
interface Row extends Record<`${keyof typeof periodDays}_${'before' | 'after'}`, number | null> {
  readonly work_key: number
  readonly latest: number
}

const dayUnit = 2 ** 32

async function readPage(db: Db, today: number, which: RawBuilder<unknown>): Promise<WorkGrowth[]> {
  const row = sql`day * ${sql.lit(dayUnit)} + sales`
  const around = (period: keyof typeof periodDays) => {
    const day = sql.lit(today - periodDays[period])
    return sql`
      max(case when day <= ${day} then ${row} end) as ${sql.ref(`${period}_before`)},
      min(case when day > ${day} then ${row} end) as ${sql.ref(`${period}_after`)}`
  }
  const { rows } = await sql<Row>`
    select work_key, max(${row}) as latest,
      ${around('daily')}, ${around('weekly')}, ${around('monthly')}, ${around('yearly')}
    from work_stats_daily
    where ${which} and sales is not null
    group by work_key
    having min(sales) <> max(sales)
    order by work_key`.execute(db)
  return rows.map((found) => ({ key: found.work_key, ...growthIn(found, today) }))
}

function growthIn(row: Row, today: number): Growth {
  const { sales } = salesIn(row.latest)
  return growthOf(
    today,
    sales,
    (period): NeighborSales => ({
      before: known(row[`${period}_before`]),
      after: known(row[`${period}_after`]),
    }),
  )
}

const known = (packed: number | null) => (packed === null ? undefined : salesIn(packed))

const salesIn = (packed: number): SalesAt => ({
  day: Math.floor(packed / dayUnit),
  sales: packed % dayUnit,
})

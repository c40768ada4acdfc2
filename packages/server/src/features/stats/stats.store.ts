/** Writes, reads and thins the daily numbers of works. Old rows are reduced to one per week, older ones to one per month. */

import { recordOf } from '@koedana/contract/kit/record-of.ts'
import { type RawBuilder, sql } from 'kysely'
import { writeInTurn } from '../../db/changes.ts'
import type { Database } from '../../db/open.ts'
import type { Db } from '../../db/schema.ts'
import { findSetting, saveSetting } from '../../db/settings.store.ts'
import { chunksOf, insertRows } from '../../db/statements.ts'
import type { WorkStatsTable } from '../../db/tables/catalogue.ts'
import {
  countedColumns,
  type DailyNumbers,
  daysInMonth,
  firstUnthinnedDay,
  isThinned,
} from './stats.rules.ts'
import { pagesOfWorks } from './work-pages.store.ts'

export interface DayNumbers {
  /** Days since 1970-01-01, UTC. */
  readonly day: number
  readonly works: readonly (DailyNumbers & { readonly key: number })[]
}

const replaced = countedColumns.map((column) => `${column} = excluded.${column}`).join(', ')

/** Saves numbers inside the transaction that changes the works. The last write of a day wins. */
export function saveStats(database: Database, tx: Db, { day, works }: DayNumbers): Promise<void> {
  return insertRows(database, tx, {
    table: 'work_stats_daily',
    columns: ['work_key', 'day', ...countedColumns],
    rows: works.map((work) => ({ ...work, work_key: work.key, day })),
    onConflict: `(work_key, day) do update set ${replaced}`,
  })
}

/** Returns the history, oldest first. */
export function listHistory(db: Db, key: number): Promise<WorkStatsTable[]> {
  return db.selectFrom('work_stats_daily').selectAll().where('work_key', '=', key).orderBy('day').execute()
}

/**
 * Numbers that are known to have stayed the same up to a day. Without a row for that day, growth would be interpolated from the
 * previous change.
 */
export interface UnchangedNumbers {
  readonly key: number
  /** The numbers when they were last read. */
  readonly numbers: DailyNumbers
  /** The day on which they were last read: days since 1970-01-01, UTC. */
  readonly day: number
}

const keysPerStatement = 5_000

/**
 * Saves the last unchanged day of works whose numbers changed `today`. Works without an earlier row, or with a row on or after that
 * day, are skipped.
 */
export async function saveUnchangedNumbers(
  database: Database,
  tx: Db,
  { works, today }: { readonly works: readonly UnchangedNumbers[]; readonly today: number },
): Promise<void> {
  const keys = works.map(({ key }) => key)
  const latest = await findLatestDays(tx, keys, today)
  const held = works.filter(({ key, day }) => (latest.get(key) ?? Number.POSITIVE_INFINITY) < day)
  for (const [day, some] of Map.groupBy(held, (work) => work.day)) {
    await saveStats(database, tx, {
      day,
      works: some.map(({ key, numbers }) => ({ ...pickCounted(numbers), key })),
    })
  }
}

async function findLatestDays(tx: Db, keys: readonly number[], before: number): Promise<Map<number, number>> {
  const days = new Map<number, number>()
  for (const some of chunksOf(keys, keysPerStatement)) {
    const rows = await tx
      .selectFrom('work_stats_daily')
      .select((e) => ['work_key', e.fn.max('day').as('day')])
      .where('work_key', 'in', some)
      .where('day', '<', before)
      .groupBy('work_key')
      .execute()
    for (const { work_key, day } of rows) days.set(work_key, Number(day))
  }
  return days
}

const pickCounted = (numbers: DailyNumbers): DailyNumbers =>
  recordOf(countedColumns, (column) => numbers[column])

/** The setting that stores the day up to which rows have been thinned. */
const thinnedToSetting = 'workStatsThinnedTo'
/** Takes a few milliseconds, so that other writers do not wait long. */
const rowsPerTransaction = 2_000

/** Thins old rows, at most once a week. An interrupted run starts over with the next call. Returns how many rows were deleted. */
export async function thinStats(database: Database, today: number): Promise<number> {
  const until = firstUnthinnedDay(today)
  const done = await findSetting(database.write, thinnedToSetting)
  if (done !== undefined && Number(done) >= until) return 0
  let thinned = 0
  for await (const which of pagesOfWorks(database.read)) {
    const pairs = await listNeighbours(database.read, which, until)
    const old = pairs.filter(({ day, next }) => isThinned(day, next, today))
    for (const some of chunksOf(old, rowsPerTransaction)) await remove(database.write, some)
    thinned += old.length
  }
  await saveSetting(database.write, thinnedToSetting, String(until))
  return thinned
}

interface OldRow {
  readonly work_key: number
  readonly day: number
}

/** Returns rows before `until` whose work has another row within the next `daysInMonth` days. */
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

/** Concurrent runs are safe: the second one finds no rows left to delete. */
function remove(db: Db, rows: readonly OldRow[]): Promise<unknown> {
  const keys = rows.map(({ work_key, day }) => sql`(${sql.lit(work_key)}, ${sql.lit(day)})`)
  return writeInTurn(db, (tx) =>
    sql`delete from work_stats_daily where (work_key, day) in (values ${sql.join(keys)})`.execute(tx),
  )
}

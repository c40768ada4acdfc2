/** Days up to which numbers are known to have stayed the same: without a row there, growth would begin at the last change. */
import { recordOf } from '@koedana/contract/kit/record-of.ts'
import { chunksOf } from '../../db/chunks.ts'
import type { Database } from '../../db/open.ts'
import type { Db } from '../../db/schema.ts'
import { countedColumns, type Numbers } from './stats.rules.ts'
import { saveStats } from './stats.store.ts'

export interface HeldNumbers {
  readonly key: number
  /** As they were when they were last read. */
  readonly numbers: Numbers
  /** When that was: days since 1970-01-01, UTC. */
  readonly day: number
}

const keysPerStatement = 5_000

/** Called with works whose numbers changed `today`. A day that has a row, or one after it, is known already. */
export async function saveHeld(
  database: Database,
  tx: Db,
  { works, today }: { readonly works: readonly HeldNumbers[]; readonly today: number },
): Promise<void> {
  const keys = works.map(({ key }) => key)
  const latest = await findLatestDays(tx, keys, today)
  const held = works.filter(({ key, day }) => (latest.get(key) ?? Number.POSITIVE_INFINITY) < day)
  for (const [day, some] of Map.groupBy(held, (work) => work.day)) {
    await saveStats(database, tx, { day, works: some.map(({ key, numbers }) => ({ ...only(numbers), key })) })
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

const only = (numbers: Numbers): Numbers => recordOf(countedColumns, (column) => numbers[column])

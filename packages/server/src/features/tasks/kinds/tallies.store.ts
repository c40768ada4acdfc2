/** The works that a task has counted, for as long as it is at work. */
import { workKeyOf } from '@koedana/contract/values.ts'
import type { Db } from '../../../db/schema.ts'
import type { Counts, ReportedItem } from '../run/job.ts'
import { countsBetween, nothingYet, summed, type Tally, tallied } from './tally.rules.ts'

/** Remembers what became of these works, and returns what a summary counts more, or fewer. */
export async function tallyWorks(tx: Db, taskKey: number, items: readonly ReportedItem[]): Promise<Counts> {
  if (items.length === 0) return {}
  const before = await findTallies(tx, taskKey, items)
  const after = new Map(before)
  for (const { item, outcome } of items) {
    const key = workKeyOf(item)
    after.set(key, tallied(after.get(key) ?? nothingYet, outcome))
  }
  await saveTallies(tx, taskKey, after)
  return summed([...after].map(([key, tally]) => countsBetween(before.get(key) ?? nothingYet, tally)))
}

async function findTallies(tx: Db, taskKey: number, items: readonly ReportedItem[]) {
  const keys = items.map(({ item }) => workKeyOf(item))
  const rows = await tx
    .selectFrom('task_work')
    .select(['work_key', 'effect', 'trouble'])
    .where('task_key', '=', taskKey)
    .where('work_key', 'in', keys)
    .execute()
  return new Map(rows.map(({ work_key, ...tally }): [number, Tally] => [work_key, tally]))
}

async function saveTallies(tx: Db, taskKey: number, tallies: ReadonlyMap<number, Tally>): Promise<void> {
  const rows = Array.from(tallies, ([key, tally]) => ({ task_key: taskKey, work_key: key, ...tally }))
  await tx
    .insertInto('task_work')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['task_key', 'work_key']).doUpdateSet((e) => ({
        effect: e.ref('excluded.effect'),
        trouble: e.ref('excluded.trouble'),
      })),
    )
    .execute()
}

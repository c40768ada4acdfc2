import { workKeyOf } from '@koedana/contract/values.ts'
import { expect, test } from 'vitest'
import type { Database } from '../../db/open.ts'
import { eachEngine } from '../../testing/engines.ts'
import { ingestFeedWorks } from '../metadata/feed/testing/feed-fixtures.ts'
import { findGrowth, loadGrowth, type WorkGrowth } from './growth.store.ts'
import { listHistory } from './stats.store.ts'

const id = 'RJ90000001'
const key = workKeyOf(id)
const instantOf = (day: number) => new Date(day * 86_400_000 + 3_600_000).toISOString()
const today = 20_000

const rowsOf = async (database: Database) =>
  (await listHistory(database.read, key)).map(({ day, sales, price }) => [day, sales, price])

async function growth(database: Database, day = today): Promise<WorkGrowth[]> {
  const all: WorkGrowth[] = []
  for await (const page of loadGrowth(database.read, day)) all.push(...page)
  return all
}

eachEngine((engine) => {
  test('a row is written on days when a number changed, and the last of a day stands', async () => {
    const database = await engine.open()
    await ingestFeedWorks(database, [{ id, name: 'x' }], instantOf(today))
    expect(await rowsOf(database)).toEqual([])
    await ingestFeedWorks(database, [{ id, sales: 5 }], instantOf(today + 1))
    await ingestFeedWorks(database, [{ id, sales: 5, name: 'y' }], instantOf(today + 2))
    await ingestFeedWorks(database, [{ id, name: 'z' }], instantOf(today + 3))
    await ingestFeedWorks(database, [{ id, price: 100 }], instantOf(today + 4))
    await ingestFeedWorks(database, [{ id, sales: 6 }], instantOf(today + 4))
    expect(await rowsOf(database)).toEqual([
      [today + 1, 5, null],
      [today + 4, 6, 100],
    ])
    await database.close()
  })

  test('a work that is new with numbers has its row at once, each of many', async () => {
    const database = await engine.open()
    const works = Array.from({ length: 1_200 }, (_, at) => ({ id: `RJ${91_000_000 + at}`, sales: at }))
    await ingestFeedWorks(database, works, instantOf(today))
    const rows = await database.read.selectFrom('work_stats_daily').selectAll().execute()
    expect(rows).toHaveLength(1_200)
    expect(await growth(database)).toEqual([])
    await database.close()
  })

  test('growth is the difference over each period', async () => {
    const database = await engine.open()
    for (const [ago, sales] of [
      [365, 100],
      [30, 200],
      [7, 250],
      [1, 290],
      [0, 300],
    ] as const) {
      await ingestFeedWorks(
        database,
        [
          { id, sales },
          { id: 'RJ90000002', sales: 7 },
        ],
        instantOf(today - ago),
      )
    }
    const expected = { key, daily: 10, weekly: 50, monthly: 100, yearly: 200 }
    expect(await growth(database)).toEqual([expected])
    expect(await findGrowth(database.read, [key, workKeyOf('RJ90000002')], today)).toEqual([expected])
    expect(await findGrowth(database.read, [], today)).toEqual([])
    expect(await growth(database, today + 1)).toEqual([
      { key, daily: 0, weekly: expect.any(Number), monthly: expect.any(Number), yearly: expect.any(Number) },
    ])
    await database.close()
  })

  test('over a missing day growth lies on the line between its neighbours', async () => {
    const database = await engine.open()
    await ingestFeedWorks(database, [{ id, sales: 100 }], instantOf(today - 12))
    await ingestFeedWorks(database, [{ id, sales: 2_000_000_000 }], instantOf(today - 2))
    await ingestFeedWorks(database, [{ id, price: 1 }], instantOf(today - 1))
    expect(await growth(database)).toEqual([
      { key, daily: 0, weekly: 1_000_000_000 - 50, monthly: undefined, yearly: undefined },
    ])
    await database.close()
  })

  test('growth comes in pages that leave nobody out', async () => {
    const database = await engine.open()
    const shelf = (sales: number) =>
      Array.from({ length: 8_100 }, (_, at) => ({ id: `RJ${91_000_000 + at}`, sales: sales + at }))
    await ingestFeedWorks(database, shelf(1), instantOf(today - 1))
    await ingestFeedWorks(database, shelf(4), instantOf(today))
    const all = await growth(database)
    expect(all).toHaveLength(8_100)
    expect(new Set(all.map(({ daily }) => daily))).toEqual(new Set([3]))
    expect(new Set(all.map((work) => work.key)).size).toBe(8_100)
    await database.close()
  })
})

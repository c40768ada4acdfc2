import { workKeyOf } from '@koedana/contract/values.ts'
import { expect, test } from 'vitest'
import type { Database } from '../../db/open.ts'
import { eachEngine } from '../../testing/engines.ts'
import { ingestFeedWorks } from '../metadata/feed/testing/feed-fixtures.ts'
import { isThinned } from './stats.rules.ts'
import { listHistory, saveStats, thinStats } from './stats.store.ts'

const today = 20_000
const ids = ['RJ90000001', 'RJ90000002']
const keys = ids.map(workKeyOf)
const days = Array.from({ length: 1_200 }, (_, at) => today - at).reverse()
const expected = (on: number) =>
  days.filter((day, at) => {
    const next = days[at + 1]
    return next === undefined || !isThinned(day, next, on)
  })

async function fill(database: Database): Promise<void> {
  await ingestFeedWorks(
    database,
    ids.map((id) => ({ id, name: id })),
  )
  const unknown = { wishlist_count: null, rating: null, rating_count: null, review_count: null, price: null }
  for (const day of days) {
    const works = keys.map((key) => ({ key, sales: day, ...unknown }))
    await saveStats(database, database.write, { day, works })
  }
  await database.write.deleteFrom('setting').where('name', '=', 'workStatsThinnedTo').execute()
}

const daysOf = async (database: Database, key: number) =>
  (await listHistory(database.read, key)).map(({ day }) => day)

eachEngine((engine) => {
  test('old rows are thinned to one a week and one a month, and only once', async () => {
    const database = await engine.open()
    await fill(database)
    const thinned = await thinStats(database, today)
    const kept = expected(today)
    expect(thinned).toBe((days.length - kept.length) * 2)
    for (const key of keys) expect(await daysOf(database, key)).toEqual(kept)
    expect(await thinStats(database, today)).toBe(0)
    expect(await thinStats(database, today + 7)).toBe(2 * (kept.length - expected(today + 7).length))
    await database.close()
  })

  test('an import thins at its end', async () => {
    const database = await engine.open()
    await fill(database)
    await ingestFeedWorks(
      database,
      [{ id: ids[0], name: 'again' }],
      new Date(today * 86_400_000).toISOString(),
    )
    expect(await daysOf(database, keys[0] ?? 0)).toEqual(expected(today))
    await database.close()
  })
})

import { api } from '@koedana/contract/api.ts'
import type { Period } from '@koedana/contract/values.ts'
import { expect, test } from 'vitest'
import { eachEngine } from '../../../../testing/engines.ts'
import { startTestServer } from '../../../../testing/test-server.ts'
import { openTaskWorld } from '../testing/task-world.ts'

const dayMs = 86_400_000
const days = 9
const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10)
const reach = { daily: 1, weekly: 7 } as const satisfies Partial<Record<Period, number>>

eachEngine((engine) => {
  test('rankings of a day and a week are the growth of a known history, refreshed day by day', async () => {
    const start = Date.now() - days * dayMs
    // The first twenty works contain no translations, which would share their sales.
    const options = { works: 20, today: dateOf(start) }
    await using tasks = await openTaskWorld(engine, options, {}, start)
    const ids = [...tasks.fake.works.all()].flatMap(({ id, state }) => (state === 'sold' ? id : []))
    for (const id of ids) tasks.fake.change(id, { image: 'missing' })
    const salesNow = () => new Map(ids.map((id) => [id, tasks.fake.works.find(id)?.sales ?? 0]))
    await tasks.want(ids)
    await tasks.run('sync_works', { sources: [] })
    const history = [salesNow()]
    for (let day = 0; day < days; day += 1) {
      tasks.pass(1)
      // On some days one work gets a burst of sales, so that the daily and weekly rankings differ.
      const burst = ids[day] ?? ''
      if (day > 2) tasks.fake.change(burst, { sales: (tasks.fake.works.find(burst)?.sales ?? 0) + 40 * day })
      expect((await tasks.run('refresh_works', { scope: 'all' })).status).toBe('finished')
      history.push(salesNow())
    }
    const stack = new AsyncDisposableStack()
    await using _ = stack
    const here = await startTestServer({
      ...engine,
      open: async () => ({ ...tasks.database, close: async () => undefined }),
    })
    stack.defer(here.close)
    await here.deps.catalogue.caughtUp()
    for (const [period, back] of [
      ['daily', reach.daily],
      ['weekly', reach.weekly],
    ] as const) {
      const grown = (id: string) => (history.at(-1)?.get(id) ?? 0) - (history.at(-1 - back)?.get(id) ?? 0)
      const expected = ids.map(grown).sort((a, b) => b - a)
      const { items } = await here.call(api.listWorks, { query: { sort: 'popular', period, pageSize: 20 } })
      expect(items.map(({ id }) => grown(id))).toEqual(expected)
    }
  })
})

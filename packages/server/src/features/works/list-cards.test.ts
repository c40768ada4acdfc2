import { api } from '@koedana/contract/api.ts'
import type { FeedWork } from '@koedana/contract/feed.ts'
import { type Period, periods } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'

const yesterday = new Date(Date.now() - 86_400_000).toISOString()
const genre = (id: string) => ({ genres: [{ id, name: id }] })
/** Sorted by ID, the last work is last; sorted by sales, it is first among known ones. */
const works: FeedWork[] = [
  { id: 'RJ90000001', name: 'quiet', ageCategory: 'all', ...genre('g1') },
  { id: 'RJ90000002', name: 'steady', ageCategory: 'all', sales: 900, ...genre('g1') },
  { id: 'RJ90000003', name: 'rising', ageCategory: 'all', sales: 100, ...genre('g2') },
  { id: 'RJ90000004', name: 'dark', ageCategory: 'r18', sales: 500, ...genre('g2') },
]
const nothingKnown = works.map(({ sales: _, ...work }) => work)

eachEngine((engine) => {
  let w: World
  beforeEach(async () => {
    w = await startTestServer(engine)
  })
  afterEach(() => w.close())

  const list = async (query: { period?: Period; genres?: string[]; page?: number }, call = w.call) => {
    const requested = { sort: 'popular' as const, pageSize: 2, ...query }
    const { items, popularPeriod, popularSold } = await call(api.listWorks, { query: requested })
    return { titles: items.map(({ title }) => title), period: popularPeriod, sold: popularSold }
  }

  /** Returns the works of the first page that are known to have sold, with their sales. */
  const ranked = async (period: Period, call = w.call) => {
    const { titles, sold = [], ...rest } = await list({ period }, call)
    const known = sold.filter((count) => count !== null && count > 0)
    return { titles: titles.slice(0, known.length), ...rest, sold: known }
  }

  test('with the numbers of one day every period is shown as all time', async () => {
    await w.make(works)
    for (const period of periods) {
      expect(await list({ period })).toEqual({
        titles: ['steady', 'rising'],
        period: 'all',
        sold: [900, 100],
      })
    }
    expect(await list({ page: 2 })).toEqual({ titles: ['quiet'], period: 'all', sold: [null] })
  })

  test('without any numbers no period is shown and nothing is ranked', async () => {
    await w.make(nothingKnown)
    for (const period of periods) {
      expect(await list({ period })).toMatchObject({ period: null, sold: [null, null] })
    }
  })

  test('from the second day on what sold that day is ranked, and nothing else', async () => {
    await w.make(works, yesterday)
    await w.make([{ id: 'RJ90000003', sales: 130 }])
    expect(await ranked('daily')).toEqual({ titles: ['rising'], period: 'daily', sold: [30] })
    expect(await list({ period: 'daily' })).toEqual({
      titles: ['rising', 'steady'],
      period: 'daily',
      sold: [30, null],
    })
    // A week has not passed yet.
    expect((await ranked('weekly')).period).toBe('all')
    // A list without sales in a day falls back to all time.
    expect(await list({ period: 'daily', genres: ['g1'] })).toEqual({
      titles: ['steady', 'quiet'],
      period: 'all',
      sold: [900, null],
    })
  })

  test('copies that only came back make no ranking', async () => {
    await w.make(works, yesterday)
    await w.make([{ id: 'RJ90000003', sales: 90 }])
    expect(await ranked('daily')).toMatchObject({ period: 'all', titles: ['steady', 'rising'] })
    expect(await list({ period: 'daily' })).toMatchObject({ period: 'all', titles: ['steady', 'rising'] })
  })

  test('what sold but is hidden is no reason to show a period', async () => {
    await w.make(works, yesterday)
    await w.make([{ id: 'RJ90000004', sales: 560 }])
    const grownUp = await w.signIn({ ageRestriction: 'r18' })
    expect(await ranked('daily', grownUp.call)).toEqual({ titles: ['dark'], period: 'daily', sold: [60] })
    expect((await ranked('daily')).period).toBe('all')
    expect((await list({ period: 'daily' })).period).toBe('all')
  })

  test('other orders show no period', async () => {
    await w.make(works)
    const response = await w.call(api.listWorks, { query: { sort: 'salesDesc', period: 'daily' } })
    expect(Object.keys(response)).not.toContain('popularPeriod')
  })
})

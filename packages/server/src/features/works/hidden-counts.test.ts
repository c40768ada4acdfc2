import { api } from '@koedana/contract/api.ts'
import type { FeedWork } from '@koedana/contract/feed.ts'
import type { WorkFilter } from '@koedana/contract/filters.ts'
import { entityKinds, type ViewerFilters } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'

/** Creates a work whose entities are all named after its age. */
const of = (age: 'all' | 'r15' | 'r18', number: number): FeedWork => {
  const named = { id: age, name: age }
  const many = [named]
  const credits = { maker: named, series: named, artists: many, illustrators: many, genres: many }
  return { id: `RJ9000000${number}`, name: age, ageCategory: age, ...credits }
}
const works = [of('all', 1), of('r15', 2), of('r18', 3)]

eachEngine((engine) => {
  let w: World
  beforeEach(async () => {
    w = await startTestServer(engine, { visitorCeiling: 'r15' })
    await w.make(works)
  })
  afterEach(() => w.close())

  const reported = async (query: ViewerFilters) => {
    const home = await w.call(api.getHome, { query })
    const lists = await Promise.all(
      entityKinds.map(async (kind) => {
        const { total, hidden } = await w.call(api.listEntities, { params: { kind }, query })
        return [total, hidden]
      }),
    )
    return { home: [home.workCount, home.hidden], lists }
  }
  const each = (total: number, hidden: number | undefined) => entityKinds.map(() => [total, hidden])

  test('home and lists of entities count what own choices hide, and never what a ceiling hides', async () => {
    expect(await reported({})).toEqual({ home: [2, undefined], lists: each(2, undefined) })
    expect(await reported({ ageFilterMode: 'all_ages_only' })).toEqual({ home: [1, 1], lists: each(1, 1) })
    expect(await reported({ ageFilterMode: 'adults_only' })).toEqual({ home: [0, 2], lists: each(0, 2) })
    expect(await reported({ hiddenMakers: ['r15'] })).toEqual({ home: [1, 1], lists: each(1, 1) })
    // Works above the age limit count as hidden by it, whatever else is filtered.
    expect(await reported({ policy: 'strict' })).toEqual({ home: [2, undefined], lists: each(2, undefined) })
    expect(await reported({ hiddenMakers: ['r18'] })).toEqual({
      home: [2, undefined],
      lists: each(2, undefined),
    })
  })

  test('under a filter or a name only what would be listed is counted', async () => {
    const send = (query: WorkFilter) => w.call(api.listEntities, { params: { kind: 'makers' }, query })
    const choice = { ageFilterMode: 'adults_only' as const }
    expect(await send({ ...choice, q: 'r1' })).toMatchObject({ total: 0, hidden: 1 })
    expect(await send({ ...choice, genres: ['all'] })).toMatchObject({ total: 0, hidden: 1 })
    expect(await send({ ...choice, genres: ['r18'] })).not.toHaveProperty('hidden')
  })
})

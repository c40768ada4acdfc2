import { listWorks } from '@koedana/contract/works.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { startTestServer, type World } from '../../../testing/test-server.ts'
import type { RelevanceQuery } from './testing/relevance-query.ts'
import { relevanceGroups } from './testing/relevance-set.ts'
import { hiddenWork, relevanceWorks } from './testing/relevance-works.ts'

const works = Object.entries(relevanceWorks)
const nameOf = new Map(works.map(([name, { id }]) => [id, name]))
const allNames = works.map(([name]) => name)

eachEngine((engine) => {
  let here: World
  beforeAll(async () => {
    here = await startTestServer(engine)
    await here.make([...Object.values(relevanceWorks), hiddenWork])
  })
  afterAll(() => here.close())

  type Query = NonNullable<Parameters<typeof here.call<typeof listWorks>>[1]['query']>
  const send = async (query: Query) => {
    const { items, total } = await here.call(listWorks, { query: { pageSize: 100, ...query } })
    return { names: items.map(({ id }) => nameOf.get(id) ?? id), total }
  }
  const search = (q: string) => send({ q, sort: 'relevance' })

  describe.each(Object.entries(relevanceGroups))('%s', (_, queries) => {
    test.each(queries.map((query) => [query.q, query] as const))('%s', async (q, query) => {
      const { names, total } = await search(q)
      expect(total).toBe(names.length)
      expectResults(names, query)
    })
  })

  test('words that must not be found, alone, leave all other works', async () => {
    const cats = new Set((await search('猫')).names)
    const { names } = await search('-猫')
    expect(names.toSorted()).toEqual(allNames.filter((name) => !cats.has(name)).toSorted())
  })

  test('a search without words is no search', async () => {
    for (const q of ['', '   ', '\u3000']) expect((await search(q)).total).toBe(works.length)
    expect(await send({ sort: 'relevance' })).toEqual(await send({}))
  })

  test('the best match comes first if no order is requested, another order is kept', async () => {
    expect(await send({ q: 'rain' })).toEqual(await search('rain'))
    expect((await send({ q: 'rain', sort: 'salesDesc' })).names).toEqual([
      'walkInRain',
      'rainWalkHome',
      'trainSong',
      'nightQuiet',
      'rainWalk',
      'rain',
    ])
  })

  test('pages of a result follow each other and know the total', async () => {
    const { names } = await search('猫')
    const pages = [1, 2, 3, 4].map((page) => send({ q: '猫', sort: 'relevance', page, pageSize: 2 }))
    const responses = await Promise.all(pages)
    expect(responses.flatMap((response) => response.names)).toEqual(names)
    expect(responses.map(({ total }) => total)).toEqual([5, 5, 5, 5])
  })

  test('words and filters are both kept', async () => {
    expect((await send({ q: '雨', genres: ['g1'], sort: 'relevance' })).names).toEqual(['rainBooks'])
    expect((await send({ q: '图', languages: ['CHI_HANT'] })).names).toEqual(['midnightBooks'])
    expect((await send({ q: '猫', minSales: 600, sort: 'relevance' })).names).toEqual(['blackCat', 'veranda'])
  })

  test('the language of the reader changes neither what is found nor its order', async () => {
    for (const q of ['猫', 'rain', 'healing', '提灯', 'afternoon']) {
      const query = { q, sort: 'relevance', pageSize: 100 } as const
      const ids = await Promise.all(
        (['ja-JP', 'zh-CN', 'en-US'] as const).map(async (locale) =>
          (await here.as(locale)(listWorks, { query })).items.map(({ id }) => id),
        ),
      )
      expect(ids[1]).toEqual(ids[0])
      expect(ids[2]).toEqual(ids[0])
    }
  })
})

function expectResults(names: readonly string[], query: RelevanceQuery): void {
  if ('inOrder' in query) {
    expect(names).toEqual(query.inOrder)
    return
  }
  expect(names.toSorted()).toEqual(query.found.toSorted())
  if (query.first) expect(names.slice(0, query.first.length)).toEqual(query.first)
}

import { entitySorts } from '@koedana/contract/entities.ts'
import type { FeedWork } from '@koedana/contract/feed.ts'
import { workSorts } from '@koedana/contract/filters.ts'
import { listWorks } from '@koedana/contract/works.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { startTestServer, type World } from '../../../testing/test-server.ts'
import { acceptedQueries, refusedQueries } from './testing/hostile-queries.ts'

const work = (id: string, name: string): FeedWork => ({ id, name, ageCategory: 'all' })
const works = [
  work('RJ01900001', '100% Cotton'),
  work('RJ01900002', '100 Threads'),
  work('RJ01900003', 'snow_fall'),
  work('RJ01900004', 'snow fall'),
  work('RJ01900005', 'left\\right'),
  work('RJ01900006', 'leftright'),
  work('RJ01900007', 'a.*z'),
  work('RJ01900008', 'abcz'),
  work('RJ01900009', '(quiet) [room]?'),
  work('RJ01900010', '海辺🌊の午後'),
]

const paths = ['/works?sort=relevance&q=', '/works/suggest?q=', '/works/facets?find=', '/makers?q=']

eachEngine((engine) => {
  let here: World
  beforeAll(async () => {
    here = await startTestServer(engine)
    await here.make(works)
  })
  afterAll(() => here.close())

  const get = (path: string) => here.app.inject({ url: `/api/v3${path}` })
  const names = async (q: string) =>
    (await here.call(listWorks, { query: { q, sort: 'relevance' } })).items.map(({ title }) => title)

  describe.each(paths)('GET %s', (path) => {
    const field = path.includes('find=') ? 'query.find' : 'query.q'

    test.each(refusedQueries)('refuses %s by name', async (_, text, key) => {
      const response = await get(path + encodeURIComponent(text))
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ code: 'malformed', fields: { [field]: key } })
    })

    test('refuses two searches at once', async () => {
      const response = await get(`${path}a&${field.slice('query.'.length)}=b`)
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ fields: { [field]: 'textExpected' } })
    })

    test('responds to whatever else is typed', async () => {
      const failed: { written: string; status: number }[] = []
      for (const written of acceptedQueries) {
        const { statusCode: status } = await get(path + written)
        if (status !== 200) failed.push({ written, status })
      }
      expect(failed).toEqual([])
    })
  })

  test('signs that mean something to a database or a pattern are letters like others', async () => {
    expect(await names('100%')).toEqual(['100% Cotton'])
    expect(await names('snow_fall')).toEqual(['snow_fall'])
    expect(await names('left\\right')).toEqual(['left\\right'])
    expect(await names('a.*z')).toEqual(['a.*z'])
    expect(await names('(quiet) [room]?')).toEqual(['(quiet) [room]?'])
    expect(await names('🌊')).toEqual(['海辺🌊の午後'])
    for (const q of ['constructor', '__proto__', '1%0', 's.ow', '^100']) expect(await names(q)).toEqual([])
  })

  test('an order that the list does not have is refused with those it has', async () => {
    const wrongForWorks = await get('/works?sort=averageSalesDesc')
    expect(wrongForWorks.statusCode).toBe(400)
    expect(wrongForWorks.json()).toMatchObject({
      code: 'malformed',
      fields: { 'query.sort': 'sortUnknown' },
      allowed: { 'query.sort': [...workSorts] },
    })
    const wrongForMakers = await get('/makers?sort=priceAsc')
    expect(wrongForMakers.statusCode).toBe(400)
    expect(wrongForMakers.json()).toMatchObject({
      code: 'malformed',
      fields: { 'query.sort': 'sortUnknown' },
      allowed: { 'query.sort': [...entitySorts] },
    })
  })

  test('a text that is too long does not say which words were allowed', async () => {
    expect((await get(`/works?q=${'a'.repeat(501)}`)).json()).not.toHaveProperty('allowed')
  })
})

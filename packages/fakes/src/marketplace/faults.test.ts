import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { standing } from './testing/fetch-json.ts'

const market = standing({ works: 100 })
const path = '/home/api/=/product.json?workno=RJ01000100'
const numbersPath = '/home/product/info/ajax?product_id=RJ01000100'
const fetchOnce = (of = path) => fetch(market().url + of)
const statuses = async (count: number, of = path): Promise<number[]> => {
  const found: number[] = []
  for (let nth = 0; nth < count; nth += 1) found.push((await fetchOnce(of)).status)
  return found
}

afterEach(() => {
  market().setFaults({})
  market().forgetRequests()
})

test('more than so many a second are 429, with the seconds to wait; later all is well', async () => {
  market().setFaults({ limit: { perSecond: 3, retryAfter: 2 } })
  const responses = await Promise.all(Array.from({ length: 8 }, () => fetchOnce()))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(3)
  const refused = responses.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(5)
  expect(refused.map(({ headers }) => headers.get('retry-after'))).toEqual(['2', '2', '2', '2', '2'])
  await expect.poll(async () => (await fetchOnce()).status, { interval: 300 }).toBe(200)
})

test('429 can come without a word on when to come back', async () => {
  market().setFaults({ limit: { perSecond: 0, retryAfter: null } })
  const response = await fetchOnce()
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, null])
  market().setFaults({ limit: { perSecond: 0, retryAfter: null, routes: ['numbers'] } })
  expect([await statuses(2), await statuses(2, numbersPath)]).toEqual([
    [200, 200],
    [429, 429],
  ])
})

test('faults keep to their routes, their turn and their ids', async () => {
  market().setFaults({ faults: [{ kind: 'error', routes: ['product'], from: 2, to: 5, every: 2 }] })
  expect(await statuses(6)).toEqual([200, 500, 200, 500, 200, 200])
  expect(await statuses(3, numbersPath)).toEqual([200, 200, 200])
  market().setFaults({ faults: [{ kind: 'unavailable', holding: 'RJ01000107', retryAfter: 7 }] })
  expect(await statuses(1)).toEqual([200])
  const response = await fetchOnce('/home/api/=/product.json?workno=RJ01000107')
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '7'])
  expect(await response.text()).toContain('<html')
})

test('what is there can be refused or denied', async () => {
  market().setFaults({
    faults: [
      { kind: 'missing', to: 1 },
      { kind: 'forbidden', from: 2, to: 2 },
    ],
  })
  expect(await statuses(3)).toEqual([404, 403, 200])
})

test('chance is the same for the same seed', async () => {
  const run = async (seed: number) => {
    market().setFaults({ seed, faults: [{ kind: 'error', chance: 0.4 }] })
    return statuses(40)
  }
  const first = await run(5)
  expect(await run(5)).toEqual(first)
  expect(new Set(first)).toEqual(new Set([200, 500]))
  expect(await run(6)).not.toEqual(first)
})

test('pages, empty and endless bodies come with 200', async () => {
  market().setFaults({
    faults: [
      { kind: 'page', to: 1 },
      { kind: 'empty', from: 2, to: 2 },
      { kind: 'garbled', from: 3 },
    ],
  })
  const page = await fetchOnce()
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8'])
  expect(await (await fetchOnce()).text()).toBe('')
  await expect((await fetchOnce()).json()).rejects.toThrow(SyntaxError)
})

test('a body is cut off, a connection dropped', async () => {
  market().setFaults({ faults: [{ kind: 'cut' }] })
  const cut = await fetchOnce()
  expect(cut.status).toBe(200)
  await expect(cut.text()).rejects.toThrow()
  market().setFaults({ faults: [{ kind: 'drop' }] })
  await expect(fetchOnce()).rejects.toThrow()
  expect(market().counts().byStatus.none).toBe(1)
})

test('a hanging response comes late, and a client that left does not hold up the end', async () => {
  market().setFaults({ faults: [{ kind: 'hang', milliseconds: 50 }] })
  expect((await fetchOnce()).status).toBe(200)
  market().setFaults({ faults: [{ kind: 'hang', milliseconds: 60_000 }] })
  await expect(fetch(market().url + path, { signal: AbortSignal.timeout(100) })).rejects.toThrow()
  await expect.poll(() => market().requests().at(-1)?.status).toBeNull()
})

test('requests are written down, and how many at once', async () => {
  market().setFaults({ faults: [{ kind: 'hang', milliseconds: 80 }] })
  await Promise.all([
    fetch(market().url + path, { headers: { 'user-agent': 'koedana-test', 'accept-language': 'ja' } }),
    fetchOnce(numbersPath),
    fetchOnce('/nothing'),
  ])
  market().setFaults({})
  await wait(1)
  await fetchOnce(`${path}&late=1`)
  const log = market().requests()
  expect(log).toContainEqual({
    route: 'product',
    path,
    at: expect.any(Number),
    userAgent: 'koedana-test',
    acceptLanguage: 'ja',
    status: 200,
  })
  expect(market().counts()).toEqual({
    total: 4,
    byRoute: { product: 2, numbers: 1, image: 0, list: 0, page: 0, robots: 0, other: 1 },
    byStatus: { 200: 3, 404: 1 },
    maxAtOnce: 3,
  })
  const at = log.map((request) => request.at)
  expect(at).toEqual(at.toSorted((a, b) => a - b))
})

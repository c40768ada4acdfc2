/** No input is silently ignored: every endpoint rejects unknown fields by name. */
import { api } from '@koedana/contract/api.ts'
import type { Endpoint } from '@koedana/contract/kit/endpoint.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachEngine } from './testing/engines.ts'
import { methodsOf, mounted, type RequestIds, requestOf, workId } from './testing/requests.ts'
import { startTestServer, type World } from './testing/test-server.ts'

const objects: RequestIds = { userId: 'none', keyId: 'none', sessionId: 'none', announcementId: 'none' }
const withBody = mounted.filter(([, { body }]: readonly [string, Endpoint]) => body !== undefined)

eachEngine((engine) => {
  let w: World
  let authorization: string
  beforeAll(async () => {
    w = await startTestServer(engine)
    await w.make([{ id: workId, name: '雨', ageCategory: 'all', sales: 5 }])
    authorization = `Bearer ${(await w.signIn({ role: roleOf.admin })).token}`
  })
  afterAll(() => w.close())

  test.each(withBody)('%s refuses a field of its body that it does not know', async (name, endpoint) => {
    const { method, url, payload } = requestOf([name, endpoint], objects)
    for (const [body, field] of withUnknownField(payload ?? {})) {
      const response = await w.app.inject({ method, url, headers: { authorization }, payload: body })
      expect(response.statusCode, JSON.stringify(body)).toBe(400)
      expect(response.json().fields).toHaveProperty([`body.${field}`], 'fieldUnknown')
    }
  })

  /** URLs of the other endpoints are written by other programs. */
  const strict = mounted.filter(([, { query }]) => query?.type !== 'loose_object')

  test.each(strict)('%s refuses a parameter that it does not know', async (name, endpoint) => {
    const { url, payload } = requestOf([name, endpoint], objects)
    for (const method of methodsOf(endpoint)) {
      const response = await w.app.inject({
        method,
        url: `${url}${url.includes('?') ? '&' : '?'}surprise=1`,
        headers: { authorization },
        ...(payload ? { payload } : {}),
      })
      expect(response.statusCode).toBe(400)
      if (method !== 'HEAD') expect(response.json().fields).toEqual({ 'query.surprise': 'fieldUnknown' })
    }
  })

  test.each(['favourite=true', 'state=want', 'genre=1', 'toString=1'])(
    'a filter that does not exist is refused, not ignored: %s',
    async (query) => {
      for (const url of ['/works', '/works/facets', '/makers', `/works/${workId}/similar`]) {
        const response = await w.app.inject({ url: `/api/v3${url}?${query}` })
        expect(response.statusCode).toBe(400)
        expect(response.json().fields).toEqual({ [`query.${query.split('=')[0]}`]: 'fieldUnknown' })
      }
    },
  )

  test.each([
    [{ sales: 7 }, 'body.sales'],
    [{ values: { sales: 7, colour: 'red' } }, 'body.values.colour'],
    [{ values: { maker: { id: 'm1', name: 'x' } } }, 'body.values.maker.name'],
    [{ values: { names: [] } }, 'body.values.names'],
    [{ values: { names: null } }, 'body.values.names'],
    [{ values: [] }, 'body.values'],
    [{ release: {} }, 'body.release'],
  ])('an edit of a work that says %j changes nothing and says why', async (payload, field) => {
    const url = `/api/v3/works/${workId}`
    const response = await w.app.inject({ method: 'PATCH', url, headers: { authorization }, payload })
    expect(response.statusCode).toBe(400)
    expect(Object.keys(response.json().fields)).toEqual([field])
    expect(await w.call(api.getWork, { params: { id: workId } })).toMatchObject({ sales: 5 })
  })

  test('of a thousand unknown fields some are named', async () => {
    const payload = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`f${n}`, n]))
    const response = await w.app.inject({ method: 'POST', url: '/api/v3/auth/login', payload })
    expect(response.statusCode).toBe(400)
    expect(Object.keys(response.json().fields).length).toBeLessThan(50)
  })
})

/** Returns variants of the body with an unknown field at each level, and the path of that field. */
function withUnknownField(body: object): [object, string][] {
  const below = Object.entries(body).flatMap(([name, value]: [string, unknown]): [object, string][] =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? withUnknownField(value).map(([inner, path]) => [{ ...body, [name]: inner }, `${name}.${path}`])
      : [],
  )
  return [[{ ...body, surprise: 1 }, 'surprise'], ...below]
}

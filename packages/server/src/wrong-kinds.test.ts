/** Values of a wrong type are reported with message keys, on every endpoint and at every depth. */
import type { Endpoint } from '@koedana/contract/kit/endpoint.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachEngine } from './testing/engines.ts'
import { mounted, type RequestIds, requestOf, type Walked, workId } from './testing/requests.ts'
import { startTestServer, type World } from './testing/test-server.ts'

const objects: RequestIds = { userId: 'none', keyId: 'none', sessionId: 'none', announcementId: 'none' }
type Named = readonly [string, Endpoint]
const withBody = mounted.filter(([, { body }]: Named) => body !== undefined)
const withoutBody = mounted.filter(([, { body, method }]: Named) => body === undefined && method !== 'GET')
const wrong: readonly unknown[] = [null, [], 'x', 5]

eachEngine((engine) => {
  let w: World
  let authorization: string
  beforeAll(async () => {
    w = await startTestServer(engine)
    await w.make([{ id: workId, name: '雨', ageCategory: 'all' }])
    authorization = `Bearer ${(await w.signIn({ role: roleOf.admin })).token}`
  })
  afterAll(() => w.close())

  const send = ({ method, url }: Walked, body: unknown) =>
    w.app.inject({
      method,
      url,
      headers: { authorization, 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    })

  test.each(withBody)('%s reports a body of a wrong kind by a key', async (name, endpoint) => {
    const requested = requestOf([name, endpoint], objects)
    for (const body of wrong) {
      const response = await send(requested, body)
      expect(response.statusCode, JSON.stringify(body)).toBe(400)
      expectKeys(response.json().fields)
    }
    const { method, url } = requested
    const response = await w.app.inject({ method, url, headers: { authorization } })
    expect(response.statusCode).toBe(400)
    expect(response.json().fields).toEqual({ body: 'required' })
  })

  test.each(withBody)('%s reports a field of a wrong kind by a key', async (name, endpoint) => {
    const requested = requestOf([name, endpoint], objects)
    for (const body of withWrongType(requested.payload ?? {})) {
      const response = await send(requested, body)
      if (response.statusCode === 400) expectKeys(response.json().fields)
    }
  })

  test.each([
    [null, { body: 'objectExpected' }],
    ['x', { body: 'objectExpected' }],
    [{ values: null }, { 'body.values': 'objectExpected' }],
    [{ values: [] }, { 'body.values': 'objectExpected' }],
    [{ release: null }, { 'body.release': 'listExpected' }],
    [{ values: { artists: 'x' } }, { 'body.values.artists': 'listExpected' }],
  ])('an edit of a work that says %j gets a response with what was expected', async (body, fields) => {
    const response = await send({ method: 'PATCH', url: `/api/v3/works/${workId}` }, body)
    expect(response.statusCode).toBe(400)
    expect(response.json().fields).toEqual(fields)
  })

  test.each(withoutBody)('%s refuses a body that says something', async (name, endpoint) => {
    const requested = requestOf([name, endpoint], objects)
    for (const [body, field] of [
      [{ surprise: 1 }, 'body.surprise'],
      [[], 'body'],
      ['x', 'body'],
      [5, 'body'],
    ]) {
      const response = await send(requested, body)
      expect(response.statusCode, JSON.stringify(body)).toBe(400)
      expect(response.json().fields).toEqual({ [String(field)]: 'fieldUnknown' })
    }
  })
})

function expectKeys(fields: unknown): void {
  const keys = Object.values(Object(fields))
  expect(keys.length).toBeGreaterThan(0)
  for (const key of keys) expect(key).toMatch(/^[a-zA-Z]+$/)
}

/** Returns variants of the body in which one field at any depth has a wrong type. */
function withWrongType(body: object): object[] {
  return Object.entries(body).flatMap(([name, value]: [string, unknown]) => [
    ...wrong.map((other) => ({ ...body, [name]: other })),
    ...(isFields(value) ? withWrongType(value).map((inner) => ({ ...body, [name]: inner })) : []),
  ])
}

const isFields = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

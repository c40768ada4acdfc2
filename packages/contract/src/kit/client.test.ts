import * as v from 'valibot'
import { expect, test } from 'vitest'
import { ApiError, createClient } from './client.ts'
import { endpoint } from './endpoint.ts'

const list = endpoint({
  method: 'GET',
  path: '/shelves/:id',
  access: 'public',
  rate: 'read',
  summary: '',
  params: v.object({ id: v.string() }),
  query: v.object({ genres: v.optional(v.array(v.string())), page: v.optional(v.number()) }),
  response: v.object({ ok: v.boolean() }),
})

test('arrays go as repeated keys, parameters are escaped, the language always goes', async () => {
  const { call, requests } = clientOf(() => Response.json({ ok: true }))
  expect(await call(list, { params: { id: 'a/b' }, query: { genres: ['1', '2'] } })).toEqual({ ok: true })
  expect(requests[0]?.url).toBe('/api/v3/shelves/a%2Fb?genres=1&genres=2')
  expect(requests[0]?.headers).toEqual({ 'accept-language': 'ja-JP' })
})

test.each([
  ['the body’s error', { error: 'said', message: 'other' }, 'said'],
  ['else its message', { message: 'other' }, 'other'],
  ['its message where the error is empty', { error: '', message: 'other' }, 'other'],
  ['its message where the error is blank', { error: ' \n', message: 'other' }, 'other'],
  ['its message where the error is null', { error: null, message: 'other' }, 'other'],
  ['its message where the error is no text', { error: { code: 7 }, message: 'other' }, 'other'],
  ['its error where the message is no text', { error: 'said', message: ['other'] }, 'said'],
  ['its error where the message is null', { error: 'said', message: null }, 'said'],
  ['else the transport’s words', 'not json', 'Not Found'],
  ['the transport’s words where both are empty', { error: '', message: '' }, 'Not Found'],
  ['the transport’s words where neither is text', { error: 404, message: null }, 'Not Found'],
  ['the transport’s words where the body is no object', null, 'Not Found'],
  ['the transport’s words where the body is a list', ['said'], 'Not Found'],
])('a failed response speaks with %s', async (_, body, expected) => {
  const reported: string[] = []
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const { call } = clientOf(() => new Response(text, { status: 404, statusText: 'Not Found' }), reported)
  await expect(call(list, { params: { id: 'x' } })).rejects.toMatchObject({ status: 404, message: expected })
  expect(reported).toEqual([expected])
})

test('a lost connection is an error of status 0, reported and then passed on', async () => {
  const reported: string[] = []
  const { call } = clientOf(() => {
    throw new TypeError('fetch failed')
  }, reported)
  await expect(call(list, { params: { id: 'x' } })).rejects.toBeInstanceOf(ApiError)
  expect(reported).toEqual(['fetch failed'])
})

test('a time-out is reported, and a request that a browser drops as it leaves the page is not', async () => {
  const reported: string[] = []
  const failing = (name: string) =>
    clientOf(() => {
      throw new DOMException(`the ${name}`, name)
    }, reported).call(list, { params: { id: 'x' } })
  await expect(failing('AbortError')).rejects.toThrow('the AbortError')
  await expect(failing('TimeoutError')).rejects.toMatchObject({ status: 0 })
  expect(reported).toEqual(['the TimeoutError'])
})

test('the listener for failures gets the bearer with which the call went', async () => {
  let token = 'first'
  const errors: unknown[] = []
  const call = createClient({
    baseUrl: '',
    fetch: async () => {
      token = 'second'
      return Response.json({}, { status: 401 })
    },
    language: () => 'ja-JP',
    token: () => token,
    onError: ({ status }, sent) => errors.push([status, sent]),
  })
  await expect(call(list, { params: { id: 'x' } })).rejects.toBeInstanceOf(ApiError)
  expect(errors).toEqual([[401, { method: 'GET', path: '/shelves/:id', token: 'first' }]])
})

test('a call that its caller gave up is not reported as an error', async () => {
  const reported: string[] = []
  const { call } = clientOf(() => {
    throw new DOMException('aborted', 'AbortError')
  }, reported)
  await expect(call(list, { params: { id: 'x' } }, AbortSignal.abort())).rejects.toThrow('aborted')
  expect(reported).toEqual([])
})

test('a client sends along the names of what it wrote, and forgets those of a database that was restored', async () => {
  const given: Record<string, string>[] = [
    { 'koedana-after': 'a' },
    { 'koedana-behind': '1' },
    {},
    { 'koedana-after': 'b' },
    { 'koedana-after': 'c', 'koedana-behind': '1' },
    { 'koedana-after': 'none' },
  ]
  const { call, requests } = clientOf(() => Response.json({ ok: true }, { headers: given.shift() ?? {} }))
  for (let turn = 0; turn < 7; turn++) await call(list, { params: { id: 'x' } })
  const after = requests.map(({ headers }) => new Headers(headers).get('koedana-after'))
  expect(after).toEqual([null, 'a', 'a', 'a', 'b', 'b, c', null])
})

test('a response that comes late takes nothing back, and a client sends a few names along', async () => {
  const late = Promise.withResolvers<Response>()
  const named = (name: string) => Response.json({ ok: true }, { headers: { 'koedana-after': name } })
  const responses = [late.promise, named('b'), Response.json({ ok: true })]
  const { call, requests } = clientOf(() => responses.shift() ?? Response.error())
  const first = call(list, { params: { id: 'x' } })
  await call(list, { params: { id: 'x' } })
  late.resolve(named('a'))
  await first
  await call(list, { params: { id: 'x' } })
  expect(new Headers(requests[2]?.headers).get('koedana-after')).toBe('b, a')
  const several = ['c', 'd', 'e', 'f', 'g'].map((name) => ({
    name,
    reply: Promise.withResolvers<Response>(),
  }))
  responses.push(...several.map(({ reply }) => reply.promise), Response.json({ ok: true }))
  const calls = several.map(() => call(list, { params: { id: 'x' } }))
  for (const { name, reply } of several) reply.resolve(named(name))
  await Promise.all(calls)
  await call(list, { params: { id: 'x' } })
  expect(new Headers(requests.at(-1)?.headers).get('koedana-after')).toBe('d, e, f, g')
})

function clientOf(respond: () => Response | Promise<Response>, reported: string[] = []) {
  const requests: { url: string; headers: RequestInit['headers'] }[] = []
  const call = createClient({
    baseUrl: '/api/v3',
    fetch: async (url, { headers }) => {
      requests.push({ url, headers })
      return respond()
    },
    language: () => 'ja-JP',
    onError: ({ message }) => reported.push(message),
  })
  return { call, requests }
}

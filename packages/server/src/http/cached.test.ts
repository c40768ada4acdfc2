import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { endpoint } from '@koedana/contract/kit/endpoint.ts'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { AppError } from '../lib/app-error.ts'
import { createLog } from '../lib/log.ts'
import type { CachePolicy, Handler } from './context.ts'
import { route } from './serve.ts'

const listWords = endpoint({
  method: 'GET',
  path: '/words',
  access: 'public',
  rate: 'read',
  summary: 'Words, for this test alone.',
  query: v.object({
    word: v.optional(v.string()),
    page: v.optional(v.number()),
  }),
  response: v.object({ words: v.array(v.string()), made: v.number() }),
})

let version = 1
let made = 0
let viewer: string | undefined = 'visitors'
let wait = Promise.resolve()

const handler: Handler<typeof listWords> = async ({ query: { word = 'rain' } }, { locale }) => {
  if (word === 'wrong') throw new AppError('notFound')
  made += 1
  const count = made
  await wait
  return { words: new Array<string>(400).fill(`${word} ${locale} ${viewer}`), made: count }
}

const cached: CachePolicy = {
  version: () => String(version),
  audience: () => viewer,
}

const build = () =>
  buildApp({
    routes: [route(listWords, handler, cached)],
    authenticate: (authorization) => {
      if (authorization !== undefined) throw new AppError('unauthenticated')
      return undefined
    },
    log: createLog('silent'),
    trustedProxies: [],
  })
let app: Awaited<ReturnType<typeof build>>

beforeEach(async () => {
  version = 1
  made = 0
  viewer = 'visitors'
  wait = Promise.resolve()
  app = await build()
})
afterEach(() => app.close())

const send = (query = '', headers: Record<string, string> = {}) =>
  app.inject({ url: `/api/v3/words${query}`, headers: { 'accept-language': 'en-US', ...headers } })
const countOfResponse = async (...parsed: Parameters<typeof send>) => (await send(...parsed)).json().made
/** Sends the request twice, so the second response is cached. */
const sendTwice = async (...parsed: Parameters<typeof send>) => {
  await send(...parsed)
  return send(...parsed)
}

test('the response to a repeated request is kept, however it is written', async () => {
  expect(await countOfResponse('?word=a&page=1')).toBe(1)
  expect(await countOfResponse('?word=a&page=1')).toBe(2)
  expect(await countOfResponse('?word=a&page=1')).toBe(2)
  expect((await sendTwice('?page=1&word=a&policy=off')).json().made).toBe(2)
  expect(await countOfResponse('?page=1&word=b')).toBe(4)
})

test('languages and audiences never share', async () => {
  const mine = (await sendTwice()).json()
  const others = (await sendTwice('', { 'accept-language': 'zh-CN' })).json()
  viewer = 'members'
  const members = (await sendTwice()).json()
  expect(new Set([mine, others, members].map(({ words }) => words[0])).size).toBe(3)
  expect(await countOfResponse()).toBe(members.made)
  viewer = 'visitors'
  expect(await countOfResponse()).toBe(mine.made)
  expect(await countOfResponse('', { 'accept-language': 'zh-CN' })).toBe(others.made)
})

test('what is for one person alone is made for each, and never kept', async () => {
  viewer = undefined
  expect([await countOfResponse(), await countOfResponse()]).toEqual([1, 2])
  const { headers } = await send()
  expect(headers.etag).toBeUndefined()
  expect(headers['cache-control']).toBe('private, no-cache')
  viewer = 'visitors'
  expect(await countOfResponse()).toBe(4)
})

test('another version is another response', async () => {
  expect(await countOfResponse()).toBe(1)
  version = 2
  expect([await countOfResponse(), await countOfResponse()]).toEqual([2, 2])
})

test('callers who ask at once wait for one response; one that changed while it was made is not kept', async () => {
  await Promise.all([send(), send('?policy=off')])
  let finish = () => {}
  wait = new Promise((resolve) => {
    finish = resolve
  })
  const parsed = [countOfResponse(), countOfResponse('?policy=off'), countOfResponse()]
  await expect.poll(() => made).toBe(3)
  version = 2
  const later = countOfResponse()
  await expect.poll(() => made).toBe(4)
  finish()
  expect(await Promise.all(parsed)).toEqual([3, 3, 3])
  expect([await later, await countOfResponse()]).toEqual([4, 4])
})

test('what was read before a change is not kept as a response from after it', async () => {
  await send()
  const gate = Promise.withResolvers<void>()
  wait = gate.promise
  const early = countOfResponse()
  await expect.poll(() => made).toBe(2)
  version = 2
  gate.resolve()
  expect(await early).toBe(2)
  expect([await countOfResponse(), await countOfResponse()]).toEqual([3, 3])
})

test('each form decodes to the same bytes, again when it has been made smaller, and has its own tag', async () => {
  const plain = await sendTwice()
  const forms = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync }
  const tags = new Set([plain.headers.etag])
  for (const [encoding, decode] of Object.entries(forms)) {
    const first = await send('', { 'accept-encoding': encoding })
    tags.add(first.headers.etag)
    expect(first.headers['content-encoding']).toBe(encoding)
    expect(decode(first.rawPayload)).toEqual(plain.rawPayload)
    await expect
      .poll(async () => (await send('', { 'accept-encoding': encoding })).headers.etag)
      .not.toBe(first.headers.etag)
    const better = await send('', { 'accept-encoding': encoding })
    expect(better.rawPayload.length).toBeLessThanOrEqual(first.rawPayload.length)
    expect(decode(better.rawPayload)).toEqual(plain.rawPayload)
    expect(better.headers['content-length']).toBe(String(better.rawPayload.length))
    const { statusCode } = await send('', {
      'accept-encoding': encoding,
      'if-none-match': String(first.headers.etag),
    })
    expect(statusCode).toBe(304)
  }
  expect(tags.size).toBe(4)
})

test('a client that has it gets a 304 with the same headers and no body; HEAD has the headers alone', async () => {
  const { headers } = await sendTwice()
  const again = await send('', { 'if-none-match': `"other", W/${headers.etag}` })
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
  for (const name of ['etag', 'cache-control', 'vary', 'content-security-policy']) {
    expect(again.headers[name], name).toBe(headers[name])
  }
  expect(headers.vary).toBe('Authorization, Accept-Language, Accept-Encoding')
  const head = await app.inject({
    method: 'HEAD',
    url: '/api/v3/words',
    headers: { 'accept-language': 'en-US' },
  })
  expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0])
  expect(head.headers['content-length']).toBe(headers['content-length'])
})

test('errors are not kept, by anybody', async () => {
  for (const query of ['?word=wrong', '?word=wrong', '?page=x', '/nowhere']) {
    const { statusCode, headers } = await send(query)
    expect(statusCode).toBeGreaterThanOrEqual(400)
    expect(headers['cache-control']).toBe('no-store')
    expect(headers.etag).toBeUndefined()
  }
  expect((await send('', { authorization: 'Bearer stale' })).statusCode).toBe(401)
})

import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { basePath } from '@koedana/contract/base-path.ts'
import { type ErrorCode, errorStatus } from '@koedana/contract/errors.ts'
import { defaultLocale, type Locale, locales } from '@koedana/contract/values.ts'
import { fastify } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '../lib/app-error.ts'
import { eachEngine } from '../testing/engines.ts'
import { startTestServer, type World } from '../testing/test-server.ts'
import { errorMessages } from './error-messages.ts'
import { handleErrors } from './errors.ts'

const json = { 'content-type': 'application/json' }
const login = { method: 'POST', url: `${basePath}/auth/login` } as const

eachEngine((engine) => {
  let w: World
  let port: number
  beforeAll(async () => {
    w = await startTestServer(engine)
    await w.app.listen({ port: 0, host: '127.0.0.1' })
    const address = w.app.server.address()
    port = typeof address === 'object' ? (address?.port ?? 0) : 0
  })
  afterAll(() => w.close())

  /** Expects the status and a JSON body with the right sentence in each language. */
  const expectRefusal = async (parsed: object, code: ErrorCode, more: object = {}) => {
    for (const locale of locales) {
      const headers = { 'accept-language': locale, ...('headers' in parsed ? Object(parsed.headers) : {}) }
      const response = await w.app.inject({ ...parsed, headers })
      expect([response.statusCode, response.json()]).toEqual([
        errorStatus[code],
        { error: errorMessages[locale][code], code, ...more },
      ])
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(response.headers['cache-control']).toBe('no-store')
      expect(response.headers['x-content-type-options']).toBe('nosniff')
    }
  }

  test.each(['text/plain', 'text/plain; charset=utf-8', 'text/html', 'application/xml', 'nonsense', 'a/b/c'])(
    'a body of %s is refused in the language of who asks',
    async (type) => {
      const headers = { 'content-type': type }
      await expectRefusal(
        { ...login, headers, payload: '{"username":"a","password":"b"}' },
        'unsupportedType',
      )
      await expectRefusal(
        { method: 'POST', url: `${basePath}/auth/guest`, headers, payload: 'x' },
        'unsupportedType',
      )
    },
  )

  test.each(['gzip', 'deflate', 'br', 'gzip, identity', 'GZIP', 'unknown'])(
    'a body that is coded as %s is refused, whatever it is',
    async (coding) => {
      const headers = { ...json, 'content-encoding': coding }
      const payload = gzipSync('{"username":"a","password":"b"}')
      await expectRefusal({ ...login, headers, payload }, 'unsupportedType')
      await expectRefusal({ ...login, headers, payload: '{}' }, 'unsupportedType')
    },
  )

  test.each(['', 'identity'])('a body that is coded as %j is read', async (coding) => {
    const headers = { ...json, 'content-encoding': coding }
    const fields = { 'body.username': 'required', 'body.password': 'required' }
    await expectRefusal({ ...login, headers, payload: '{}' }, 'malformed', { fields })
  })

  test('a body that is no UTF-8 is refused before it is stored as something else', async () => {
    const payload = Buffer.from('{"username":"ab\xff","password":"b"}', 'latin1')
    await expectRefusal({ ...login, headers: json, payload }, 'malformed', {
      fields: { body: 'textExpected' },
    })
  })

  test.each(['/auth/login', '/auth/guest', '/admin/keys/x'])(
    'what is at %s is not a maker, a series or their like by another method',
    async (path) => {
      const { headers, statusCode, json } = await w.app.inject({ url: basePath + path })
      expect([statusCode, json()]).toMatchObject([405, { code: 'methodNotAllowed' }])
      expect(headers.allow).toBe(path.startsWith('/auth/') ? 'POST' : 'PATCH')
    },
  )

  test('a body without a type, too large, or no JSON', async () => {
    await expectRefusal({ ...login, payload: 'x' }, 'unsupportedType')
    await expectRefusal({ ...login, headers: json, payload: `"${'x'.repeat(1 << 20)}"` }, 'tooLarge')
    const broken = { fields: { body: 'jsonExpected' } }
    for (const payload of ['{', '{"a":}', '[1,]', "{'a':1}"]) {
      await expectRefusal({ ...login, headers: json, payload }, 'malformed', broken)
    }
    await expectRefusal({ ...login, headers: json, payload: '{"__proto__":{"a":1}}' }, 'malformed', broken)
    await expectRefusal({ ...login, headers: json, payload: '' }, 'malformed', {
      fields: { body: 'required' },
    })
  })

  test('an address that is none, too long, unknown, or known by another method', async () => {
    await expectRefusal({ url: `${basePath}/works/%E0%A4%A` }, 'malformed')
    await expectRefusal({ url: `${basePath}/media/${'x'.repeat(1_001)}/a.mp3` }, 'addressTooLong')
    for (const url of ['/nothing', '/works/RJ01/nothing', '/works/nothing/similar', '/admin', '/']) {
      await expectRefusal({ url: basePath + url }, 'notFound')
      await expectRefusal({ url: basePath + url, method: 'POST' }, 'notFound')
    }
    await expectRefusal({ url: '/api' }, 'notFound')
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      await expectRefusal({ url: `${basePath}/home?x=1`, method }, 'methodNotAllowed')
    }
  })

  test('what is known by another method says by which', async () => {
    const allowed = async (url: string) =>
      (await w.app.inject({ url: basePath + url, method: 'OPTIONS' })).headers.allow
    expect(await allowed('/home')).toBe('GET, HEAD')
    expect(await allowed('/works/RJ01234567')).toBe('GET, HEAD, DELETE, PATCH')
    expect(await allowed('/auth/login')).toBe('POST')
    expect(await allowed('/makers')).toBe('GET, HEAD')
    expect(await allowed('/nobodies')).toBeUndefined()
  })

  /** Sends raw text and returns everything received until the connection closes. */
  const exchange = (sent: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(sent, 'latin1'))
      let received = ''
      socket.on('data', (chunk) => {
        received += chunk.toString()
      })
      socket.on('error', reject)
      socket.on('close', () => resolve(received))
    })

  test.each<[string, string, ErrorCode]>([
    ['no HTTP', 'hello\r\n\r\n', 'malformed'],
    ['another protocol', '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03', 'malformed'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      'malformed',
    ],
    ['an unknown method', 'KOE / HTTP/1.1\r\nHost: a\r\n\r\n', 'malformed'],
    ['a huge header', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 'headersTooLarge'],
  ])('what is no request (%s) gets a response in our own shape', async (_, sent, code) => {
    const [head = '', body = ''] = (await exchange(sent)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${errorStatus[code]} `))
    expect(head).toContain('x-content-type-options: nosniff')
    expect(JSON.parse(body)).toEqual({ error: errorMessages[defaultLocale][code], code })
  })

  test('an expectation that nobody knows does not leave a request without a response', async () => {
    const request = `GET ${basePath}/health/live HTTP/1.1\r\nHost: localhost\r\nExpect: tea\r\nConnection: close\r\n\r\n`
    expect(await exchange(request)).toMatch(/^HTTP\/1\.1 200 /)
  })
})

const waits: Readonly<Record<Locale, readonly [string, string, string]>> = {
  'en-US': ['in 1 second.', 'in 15 minutes.', 'in 1 minute.'],
  'zh-CN': ['请在 1 秒后', '请在 15 分钟后', '请在 1 分钟后'],
  'ja-JP': ['1秒後に', '15分後に', '1分後に'],
}

test('a caller who must wait learns for how long, in the header and in words that agree', async () => {
  const app = fastify()
  handleErrors(app, () => [])
  const wait = { retryAfterSeconds: 0 }
  let code: ErrorCode = 'tooManyRequests'
  const coming = [
    'marketplaceSilent',
    'providerAway',
    'tooManyRequests',
    'notReady',
    'storageAway',
    'databaseAway',
    'databaseDamaged',
  ] as const
  const tellWhen = Object.entries(errorStatus).filter(([, status]) => status === 429 || status === 503)
  expect(tellWhen.map(([name]) => name)).toEqual(coming)
  app.get('/', () => {
    throw new AppError(code, wait.retryAfterSeconds === 0 ? {} : wait)
  })
  for (const name of coming) {
    for (const locale of locales) {
      for (const [at, seconds] of [1, 847, 0].entries()) {
        code = name
        wait.retryAfterSeconds = seconds
        const response = await app.inject({ url: '/', headers: { 'accept-language': locale } })
        expect(response.headers['retry-after']).toBe(String(seconds || 60))
        expect(response.json().error).toContain(waits[locale][at])
        expect(response.json().error).not.toContain('{')
      }
    }
  }
  await app.close()
})

test('Chinese speaks to readers as 你', () => {
  expect(Object.values(errorMessages['zh-CN']).filter((sentence) => sentence.includes('您'))).toEqual([])
})

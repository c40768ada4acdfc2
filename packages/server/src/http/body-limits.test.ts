/** Bodies over the limit of their route get 413 everywhere, even if the caller is over a rate limit. */
import { once } from 'node:events'
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { basePath } from '@koedana/contract/base-path.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compatibilityApisOf } from '../compatibility-apis.ts'
import { eachSqlite } from '../testing/engines.ts'
import { mounted, type RequestIds, requestOf } from '../testing/requests.ts'
import { startTestServer, type World } from '../testing/test-server.ts'
import { createRates } from './rates.ts'
import { bodyLimitOf } from './serve.ts'

const objects: RequestIds = { userId: 'none', keyId: 'none', sessionId: 'none', announcementId: 'none' }
const writing = mounted.filter(([, { method }]) => method !== 'GET')
const none = { perPerson: { burst: 0, perSecond: 0.1 }, perAddress: { burst: 0, perSecond: 0.1 } }
const exhausted = { read: none, write: none, credential: none, media: none }

eachSqlite((engine) => {
  let limited: World
  let open: World
  beforeAll(async () => {
    limited = await startTestServer(engine, { rates: createRates(() => 0, exhausted), hasDoors: true })
    open = await startTestServer(engine)
    const doors = { kikoeru: true, subsonic: true, feed: true, abs: true, dav: true }
    await limited.deps.site.save(limited.deps.write, { doors })
    await limited.deps.site.refresh()
  })
  afterAll(async () => {
    await limited.close()
    await open.close()
  })

  test.each(writing)('%s: 413 by the declared length, and before the rate limit', async (name, endpoint) => {
    const { method, url } = requestOf([name, endpoint], objects)
    const headers = { 'content-type': 'application/json' }
    const send = (w: World, bytes: number) =>
      w.app.inject({ method, url, headers, payload: 'x'.repeat(bytes) })
    const limit = bodyLimitOf(endpoint)
    for (const w of [limited, open]) {
      const response = await send(w, limit + 1)
      expect([response.statusCode, response.json().code]).toEqual([413, 'tooLarge'])
      expect(response.headers.connection).toBe('close')
    }
    // A body within the limit reaches the rate limit, if the route has one.
    const { statusCode } = await send(limited, 10)
    if (endpoint.rate === 'uncounted') expect(statusCode).not.toBe(413)
    else expect(statusCode).toBe(429)
  })

  test('a chunked body is stopped at the limit, and is not read for a caller over a rate limit', async () => {
    const send = async (w: World) => {
      const origin = await w.app.listen({ port: 0, host: '127.0.0.1' })
      const sent = request(`${origin}${basePath}/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
      })
      // The server closes the connection while the body is still being sent.
      sent.on('error', () => undefined)
      const responded = once(sent, 'response')
      sent.write(`{"username":"${'x'.repeat(20 * 1024)}`)
      const [response] = await responded
      const { code } = Object(await json(response))
      sent.destroy()
      return [response.statusCode, code]
    }
    expect(await send(open)).toEqual([413, 'tooLarge'])
    expect(await send(limited)).toEqual([429, 'tooManyRequests'])
  })

  test('compatibility APIs check the declared length before the rate limit too', async () => {
    let tried = 0
    for (const door of compatibilityApisOf(limited.deps)) {
      for (const { method, path, bodyBytes = 128 * 1024 } of door.routes) {
        if (method === 'GET' || method === 'OPTIONS' || !door.isOpen()) continue
        const url = `${door.base}${path}`.replaceAll(/:\w+/g, 'RJ01000001').replace('*', 'a')
        const headers = { 'content-type': 'application/json' }
        const payload = 'x'.repeat(bodyBytes + 1)
        // `inject` supports only the methods of HTTP itself.
        if (method !== 'POST' && method !== 'PUT' && method !== 'PATCH' && method !== 'DELETE') continue
        const { statusCode, body } = await limited.app.inject({ method, url, headers, payload })
        expect(statusCode, `${method} ${url} ${body.slice(0, 200)}`).not.toBe(429)
        tried += 1
      }
    }
    expect(tried).toBeGreaterThan(20)
  })
})

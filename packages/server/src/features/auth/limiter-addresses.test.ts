import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { createLog } from '../../lib/log.ts'
import { routesOf } from '../../routes.ts'
import { eachEngine } from '../../testing/engines.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'
import { perAddress, perCreator } from './limiter.rules.ts'

eachEngine((engine) => {
  let w: World
  const apps: FastifyInstance[] = []
  beforeEach(async () => {
    w = await startTestServer(engine)
  })
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close()
    await w.close()
  })

  const behind = async (trustedProxies: readonly string[]) => {
    const { deps } = w
    const log = createLog('silent')
    const app = await buildApp({
      routes: routesOf(deps),
      authenticate: deps.sessions.authenticate,
      log,
      trustedProxies,
    })
    apps.push(app)
    /** Returns the status of creating one more guest with this forwarded address. */
    return async (address: string, peer = '192.0.2.1') => {
      const headers = { 'x-forwarded-for': address }
      const response = await app.inject({
        method: 'POST',
        url: '/api/v3/auth/guest',
        headers,
        remoteAddress: peer,
      })
      return response.statusCode
    }
  }

  test('a caller who claims to call for others is counted as itself, unless the proxy is trusted', async () => {
    const guest = await behind([])
    for (let n = 0; n < perCreator.max; n++) expect(await guest(`198.51.100.${n}`)).toBe(201)
    expect(await guest('198.51.100.99')).toBe(429)
    expect(await guest('198.51.100.99', '192.0.2.2')).toBe(201)
    const proxied = await behind(['192.0.2.1'])
    expect(await proxied('198.51.100.1')).toBe(201)
    // Addresses before the one that the proxy saw were written by the caller.
    for (let n = 1; n < perCreator.max; n++) {
      expect(await proxied(`203.0.113.${n}, 198.51.100.1`)).toBe(201)
    }
    expect(await proxied('203.0.113.99, 198.51.100.1')).toBe(429)
  })

  test('a network of 64 bits makes no more guests than one address', async () => {
    const guest = await behind(['192.0.2.1'])
    for (let n = 0; n < perCreator.max; n++) expect(await guest(`2001:db8:7:7::${n + 1}`)).toBe(201)
    expect(await guest('2001:db8:7:7:ffff::1')).toBe(429)
    expect(await guest('2001:db8:7:8::1')).toBe(201)
  })

  test('names, keys and the code of the set-up are tried from one account of tries', async () => {
    const send = (url: string, payload: object) =>
      w.app.inject({ method: 'POST', url: `/api/v3${url}`, payload, remoteAddress: '192.0.2.9' })
    const fresh = { username: 'haruka', password: 'lantern moss 7' }
    const doors = [
      (n: number) => send('/auth/register', { ...fresh, key: `WRONG${n}` }),
      (n: number) => send('/setup', { ...fresh, code: `wrong${n}` }),
    ]
    const door = (n: number) => doors[n % doors.length]?.(n)
    for (let n = 0; n < perAddress.max; n++) expect((await door(n))?.statusCode).toBe(422)
    expect((await door(1_000))?.statusCode).toBe(429)
    expect((await door(1_001))?.statusCode).toBe(429)
    const login = await send('/auth/login', fresh)
    expect(login.statusCode).toBe(429)
  })
})

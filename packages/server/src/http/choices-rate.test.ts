import { basePath } from '@koedana/contract/base-path.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../testing/engines.ts'
import { startTestServer, type World } from '../testing/test-server.ts'
import { createRates } from './rates.ts'

eachEngine((engine) => {
  let w: World
  let nowMs = 0
  beforeEach(async () => {
    nowMs = 0
    w = await startTestServer(engine, { rates: createRates(() => nowMs) })
    const makers = Array.from({ length: 80 }, (_, n) => ({ id: `m${n}`, name: `maker ${n}` }))
    const works = makers.map((maker, n) => ({
      id: `RJ9000${String(n).padStart(4, '0')}`,
      name: `${n}`,
      maker,
      ageCategory: 'all' as const,
    }))
    await w.make(works)
  })
  afterEach(() => w.close())

  interface From {
    readonly address?: string
    readonly path?: string
    readonly language?: string
  }
  const send = (query: string, { address = '192.0.2.7', path = '/works', language = 'en-US' }: From = {}) =>
    w.app.inject({
      url: `${basePath}${path}?${query}`,
      remoteAddress: address,
      headers: { 'accept-language': language },
    })
  const different = async (from: number, to: number, path?: string) => {
    const found: number[] = []
    for (let n = from; n < to; n++)
      found.push((await send(`hiddenMakers=m${n}`, path === undefined ? {} : { path })).statusCode)
    return found
  }

  test('a visitor causes so many different masks, and goes on with those they have', async () => {
    expect(await different(0, 60)).toEqual(Array(60).fill(200))
    expect(await different(60, 62)).toEqual([429, 429])
    expect(await different(60, 61, '/makers')).toEqual([429])
    const again = await send('hiddenMakers=m59&page=2')
    expect(again.statusCode).toBe(200)
    expect((await send('sort=salesDesc')).statusCode).toBe(200)
    expect((await send('hiddenMakers=m70', { address: '192.0.2.8' })).statusCode).toBe(200)
    const refused = await send('hiddenMakers=m75')
    const wait = Number(refused.headers['retry-after'])
    expect(wait).toBeGreaterThan(0)
    nowMs = wait * 1000
    expect((await send('hiddenMakers=m75')).statusCode).toBe(200)
  })

  test('the same makers hidden in another language or from other ages are another mask', async () => {
    expect(await different(0, 58)).toEqual(Array(58).fill(200))
    for (const language of ['ja-JP', 'zh-CN']) {
      expect((await send('hiddenMakers=m57', { language })).statusCode).toBe(200)
    }
    expect((await send('hiddenMakers=m57&ageFilterMode=all_ages_only')).statusCode).toBe(429)
    expect((await send('hiddenMakers=m57&policy=strict')).statusCode).toBe(429)
    expect((await send('hiddenMakers=m57')).statusCode).toBe(200)
  })

  const nothing = { makers: [], series: [], artists: [], illustrators: [], genres: [] }
  const save = (token: string, ids: readonly string[], address = '192.0.2.7') =>
    w.app.inject({
      method: 'PUT',
      url: `${basePath}/account/settings`,
      headers: { authorization: `Bearer ${token}` },
      remoteAddress: address,
      payload: {
        policy: 'moderate',
        ageFilterMode: 'no_limit',
        filterDefaults: {},
        excluded: { ...nothing, makers: ids.map((id) => ({ id })) },
      },
    })

  test('a member causes so many different masks by settings, wherever they are', async () => {
    const { token } = await w.signIn()
    const found: number[] = []
    for (let n = 0; n < 60; n++) found.push((await save(token, [`m${n}`], `192.0.2.${n}`)).statusCode)
    expect(found).toEqual(Array(60).fill(200))
    const refused = await save(token, ['m60'])
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await save(token, ['m59'])).statusCode).toBe(200)
    expect((await save(token, [])).statusCode).toBe(200)
    expect((await save((await w.signIn()).token, ['m61'])).statusCode).toBe(200)
  })

  test('guests cause so many different masks by settings from an address, however many they are', async () => {
    const guests = await Promise.all([0, 1].map(() => w.signIn({ role: roleOf.guest })))
    const found: number[] = []
    for (let n = 0; n < 60; n++) found.push((await save(guests[n % 2]?.token ?? '', [`m${n}`])).statusCode)
    expect(found).toEqual(Array(60).fill(200))
    const next = await w.signIn({ role: roleOf.guest })
    expect((await save(next.token, ['m60'])).statusCode).toBe(429)
    expect((await send('hiddenMakers=m61')).statusCode).toBe(429)
    expect((await save(next.token, ['m60'], '192.0.2.8')).statusCode).toBe(200)
  })

  test('what a request hides counts again with another set of what is kept hidden', async () => {
    const { token } = await w.signIn()
    const headers = { authorization: `Bearer ${token}` }
    const found: number[] = []
    for (let n = 0; n < 30; n++) {
      await save(token, [`m${n}`])
      found.push((await w.app.inject({ url: `${basePath}/works?hiddenMakers=m79`, headers })).statusCode)
    }
    expect(found).toEqual(Array(30).fill(200))
    expect((await save(token, ['m30'])).statusCode).toBe(429)
  })

  test('the same entities in another order are the same mask', async () => {
    for (let n = 0; n < 70; n++) {
      const both = n % 2 ? 'hiddenMakers=m1&hiddenMakers=m2' : 'hiddenMakers=m2&hiddenMakers=m1'
      expect((await send(`${both}&minSales=${n}`)).statusCode).toBe(200)
    }
  })

  test('a request hides so many entities of a kind, and no more', async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, n) => `hiddenMakers=${n}`).join('&')
    expect((await send(ids(500))).statusCode).toBe(200)
    for (const path of ['/works', '/works/facets', '/makers', '/home', '/works/RJ90000001']) {
      const response = await send(ids(501), { path })
      expect(response.statusCode).toBe(400)
      expect(response.json().fields).toEqual({ 'query.hiddenMakers': 'listTooLong' })
    }
  })
})

/** Who asks too often, over HTTP: by class, by person and by address. */
import { basePath } from '@koedana/contract/base-path.ts'
import type { CountedClass } from '@koedana/contract/kit/endpoint.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../testing/engines.ts'
import { type World, world } from '../testing/world.ts'
import type { Allowances } from './rate.rules.ts'
import { createRates } from './rates.ts'

const few = { perPerson: { burst: 3, perSecond: 0.1 }, perAddress: { burst: 6, perSecond: 0.1 } }
const small: Allowances = { read: few, write: few, credential: few, media: few }

interface Sent {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly url: string
  readonly payload?: object
}

const ofClass: Readonly<Record<CountedClass, Sent>> = {
  read: { method: 'GET', url: '/works' },
  write: { method: 'POST', url: '/media/sign', payload: { fileIds: [] } },
  credential: { method: 'POST', url: '/auth/login', payload: { username: 'nobody', password: '' } },
  media: { method: 'GET', url: '/covers/RJ90000001/240/1?s=x' },
}
const classes = ['read', 'write', 'credential', 'media'] as const

eachEngine((engine) => {
  let w: World
  let nowMs = 0
  beforeEach(async () => {
    nowMs = 0
    w = await world(engine, { rates: createRates(() => nowMs, small) })
  })
  afterEach(() => w.close())

  const send = ({ url, ...sent }: Sent, from: { address?: string; token?: string } = {}) =>
    w.app.inject({
      ...sent,
      url: basePath + url,
      headers: {
        'accept-language': 'en-US',
        ...(from.token ? { authorization: `Bearer ${from.token}` } : {}),
      },
      remoteAddress: from.address ?? '192.0.2.7',
    })
  const statuses = async (times: number, sent: Sent, from: (n: number) => Parameters<typeof send>[1]) => {
    const found: number[] = []
    for (let n = 0; n < times; n++) found.push((await send(sent, from(n))).statusCode)
    return found
  }

  test.each(classes)(
    'of the class %s an address has so many, and is told when to come back',
    async (rate) => {
      const passed = await statuses(6, ofClass[rate], () => ({}))
      expect(passed).not.toContain(429)
      const refused = await send(ofClass[rate])
      expect(refused.statusCode).toBe(429)
      expect(refused.headers['retry-after']).toBe('10')
      expect(refused.json()).toEqual({
        error: 'Too many requests. Please try again in 10 seconds.',
        code: 'tooManyRequests',
      })
      expect((await send(ofClass[rate], { address: '192.0.2.8' })).statusCode).not.toBe(429)
      for (const other of classes.filter((one) => one !== rate)) {
        expect((await send(ofClass[other])).statusCode).not.toBe(429)
      }
      nowMs = 10_000
      expect((await send(ofClass[rate])).statusCode).not.toBe(429)
      expect((await send(ofClass[rate])).statusCode).toBe(429)
    },
  )

  test.each([
    ['read', { method: 'GET', url: '/account' }],
    ['write', { method: 'PUT', url: '/favorites/RJ90000001' }],
    ['credential', { method: 'PUT', url: '/account/password', payload: {} }],
  ] as const)('of the class %s a person has so many, wherever they are', async (_, sent) => {
    const [one, other] = [await w.signIn(), await w.signIn()]
    const passed = await statuses(3, sent, (n) => ({ token: one.token, address: `192.0.2.${n}` }))
    expect(passed).not.toContain(429)
    expect((await send(sent, { token: one.token, address: '192.0.2.9' })).statusCode).toBe(429)
    expect((await send(sent, { token: other.token, address: '192.0.2.9' })).statusCode).not.toBe(429)
  })

  test('an IPv6 network of 64 bits is one address, and the next is another', async () => {
    const from = (address: string) => ({ address })
    expect(await statuses(6, ofClass.read, (n) => from(`2001:db8:1:2::${n}`))).not.toContain(429)
    expect((await send(ofClass.read, from('2001:db8:1:2:ffff::1'))).statusCode).toBe(429)
    expect((await send(ofClass.read, from('2001:db8:1:3::1'))).statusCode).toBe(200)
    expect(await statuses(6, ofClass.read, () => from('::ffff:192.0.2.7'))).not.toContain(429)
    expect((await send(ofClass.read, from('192.0.2.7'))).statusCode).toBe(429)
  })

  test('answers that are kept count like all others, and so do bearers that are none', async () => {
    expect(await statuses(6, { method: 'GET', url: '/home' }, () => ({}))).toEqual(Array(6).fill(200))
    expect((await send({ method: 'GET', url: '/home' })).statusCode).toBe(429)
    const guess = (n: number) => ({ token: `guess-${n}`, address: '192.0.2.20' })
    expect(await statuses(7, ofClass.read, guess)).toEqual([...Array(6).fill(401), 429])
  })

  test('a watchdog beside somebody who asks too often is answered', async () => {
    expect(await statuses(7, ofClass.read, () => ({}))).toContain(429)
    expect(await statuses(9, { method: 'GET', url: '/health/live' }, () => ({}))).not.toContain(429)
    expect(await statuses(9, { method: 'GET', url: '/health/ready' }, () => ({}))).not.toContain(429)
  })
})

eachEngine((engine) => {
  let w: World
  let nowMs = 0
  beforeEach(async () => {
    nowMs = 0
    w = await world(engine, { rates: createRates(() => nowMs) })
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

  const ask = (query: string, address = '192.0.2.7', path = '/works') =>
    w.app.inject({ url: `${basePath}${path}?${query}`, remoteAddress: address })
  const different = async (from: number, to: number, path?: string) => {
    const found: number[] = []
    for (let n = from; n < to; n++) found.push((await ask(`hiddenMakers=m${n}`, undefined, path)).statusCode)
    return found
  }

  test('a visitor causes so many different masks, and goes on with those they have', async () => {
    expect(await different(0, 60)).toEqual(Array(60).fill(200))
    expect(await different(60, 62)).toEqual([429, 429])
    expect(await different(60, 61, '/makers')).toEqual([429])
    const again = await ask('hiddenMakers=m59&page=2')
    expect(again.statusCode).toBe(200)
    expect((await ask('sort=salesDesc')).statusCode).toBe(200)
    expect((await ask('hiddenMakers=m70', '192.0.2.8')).statusCode).toBe(200)
    const refused = await ask('hiddenMakers=m75')
    const wait = Number(refused.headers['retry-after'])
    expect(wait).toBeGreaterThan(0)
    nowMs = wait * 1000
    expect((await ask('hiddenMakers=m75')).statusCode).toBe(200)
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
    expect((await ask('hiddenMakers=m61')).statusCode).toBe(429)
    expect((await save(next.token, ['m60'], '192.0.2.8')).statusCode).toBe(200)
  })

  test('what a question hides counts again with another set of what is kept hidden', async () => {
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
      expect((await ask(`${both}&minSales=${n}`)).statusCode).toBe(200)
    }
  })

  test('a question hides so many entities of a kind, and no more', async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, n) => `hiddenMakers=${n}`).join('&')
    expect((await ask(ids(500))).statusCode).toBe(200)
    for (const path of ['/works', '/works/facets', '/makers', '/home', '/works/RJ90000001']) {
      const answer = await ask(ids(501), undefined, path)
      expect(answer.statusCode).toBe(400)
      expect(answer.json().fields).toEqual({ 'query.hiddenMakers': 'listTooLong' })
    }
  })
})

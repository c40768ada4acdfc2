import { basePath } from '@koedana/contract/base-path.ts'
import type { CountedClass } from '@koedana/contract/kit/endpoint.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../testing/engines.ts'
import { startTestServer, type World } from '../testing/test-server.ts'
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
    w = await startTestServer(engine, { rates: createRates(() => nowMs, small) })
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

  test.each(classes)('of the class %s an address has so many, and learns when to come back', async (rate) => {
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
  })

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

  test('cached responses count like all others, and so do bearers that are none', async () => {
    expect(await statuses(6, { method: 'GET', url: '/home' }, () => ({}))).toEqual(Array(6).fill(200))
    expect((await send({ method: 'GET', url: '/home' })).statusCode).toBe(429)
    const guess = (n: number) => ({ token: `guess-${n}`, address: '192.0.2.20' })
    expect(await statuses(7, ofClass.read, guess)).toEqual([...Array(6).fill(401), 429])
  })

  test('a watchdog beside somebody who calls too often gets a response', async () => {
    expect(await statuses(7, ofClass.read, () => ({}))).toContain(429)
    expect(await statuses(9, { method: 'GET', url: '/health/live' }, () => ({}))).not.toContain(429)
    expect(await statuses(9, { method: 'GET', url: '/health/ready' }, () => ({}))).not.toContain(429)
  })
})

test('ten thousand addresses are known: the one that stays away longest begins anew, one that goes on calling does not', () => {
  const rates = createRates(() => 0, small)
  const request = (address: string) => rates.countAddress('read', address)
  const first = () => request('192.0.2.1')
  for (let n = 0; n < 6; n++) {
    first()
    request('192.0.2.2')
  }
  expect(first).toThrow()
  const other = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`
  for (let n = 0; n < 9_999; n++) request(other(n))
  expect(first).toThrow()
  request('192.0.2.2')
  for (let n = 0; n < 30_000; n++) {
    request(other(n))
    if (n % 5_000 === 0) expect(first).toThrow()
  }
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { faultOf, listAll } from '../../testing/storage-under-test.ts'
import { type OpenedFake, openFakeDrive } from '../testing/fake-drive-storage.ts'
import { disk115 } from './disk-115.ts'
import { parseOAuthResponse } from './disk-115-oauth.ts'

let opened: OpenedFake
beforeEach(async () => {
  opened = await openFakeDrive('disk_115')
})
afterEach(() => opened.given.close())

const responseWith = (value: object, status = 200) => ({
  type: 'status' as const,
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})

test.each([
  [{ state: false, code: 770004 }, 'rateLimited'],
  [{ state: false, code: 406 }, 'rateLimited'],
  [{ state: false, code: '430004' }, 'notFound'],
  [{ state: 0, code: 40110000 }, 'unavailable'],
  [{ state: false, code: 590075 }, 'rateLimited'],
  [{ state: false, code: 990001 }, 'revoked'],
  [{ state: false, code: 911 }, 'revoked'],
  [{ state: false, code: 99 }, 'revoked'],
  [{ state: false, code: 40140126 }, 'revoked'],
  [{ state: true, code: 0, data: 'x' }, 'damaged'],
])('%j, which comes with HTTP 200, is %s', async (response, fault) => {
  const { storage, server } = opened
  server.setTrouble(responseWith({ message: '<b>no</b>', data: [], ...response }))
  expect(await faultOf(() => storage.list(''))).toBe(fault)
})

test.each([20013, 20018, 31003, 50003, 50015, 70005, 70008, 90008, 231011])(
  'code %i means that it does not exist',
  async (code) => {
    const { storage, server } = opened
    server.setTrouble(responseWith({ state: false, code, message: '', data: [] }))
    expect(await faultOf(() => storage.list(''))).toBe('notFound')
  },
)

test.each([
  [40140109, 'app'],
  [40140116, 'refused'],
  [40140117, 'often'],
  [40140119, 'refused'],
  [40140121, 'away'],
  [40140131, 'app'],
  [40110000, 'away'],
])('where tokens are given, %i is %s', (code, fault) => {
  const body = Buffer.from(JSON.stringify({ state: 0, code, message: 'words', data: [] }))
  const response = { status: 200, headers: {}, url: '', body }
  expect(parseOAuthResponse(response)).toEqual({ type: 'refused', fault, detail: 'words' })
})

test('ids keep all their digits, and numbers may be texts', async () => {
  const { storage, given, server } = opened
  for (const name of ['1.wav', '2.wav', '3.wav']) await given.put(`a/${name}`, name)
  const entries = await listAll(storage, 'a')
  expect(entries.map(({ facts }) => facts?.sizeBytes)).toEqual([5, 5, 5])
  expect(entries.map(({ facts }) => facts?.hash)).toEqual(
    Array(3).fill(expect.stringMatching(/^sha1:[0-9a-f]{40}$/)),
  )
  for (const { name, ref } of entries) {
    const file = await storage.open(ref)
    expect(Buffer.from(await file.read({ start: 0, end: 4 })).toString()).toBe(name)
  }
  expect(server.requests.join()).toMatch(/cid=29900000000000000\d\d&/)
})

test('a listing goes on until all is there, and one that changes under way is no listing', async () => {
  const { storage, given, server } = opened
  server.providers.disk_115.shortenPages(2)
  for (let at = 0; at < 5; at += 1) await given.put(`${at}.wav`, 'x')
  expect(await listAll(storage)).toHaveLength(5)
  const { next } = await storage.list('')
  await given.put('6.wav', 'x')
  expect(await faultOf(() => storage.list('', next))).toBe('unavailable')
})

test('what is in the trash is not there, and what is half uploaded or locked is not read', async () => {
  const { storage, given, server } = opened
  for (const name of ['trash', 'unfinished', 'locked', 'kept'] as const) {
    await given.put(`${name}.wav`, 'x')
    server.providers.disk_115.mark(`${name}.wav`, name)
  }
  expect((await listAll(storage)).map(({ name, kind }) => [name, kind])).toEqual([
    ['unfinished.wav', 'special'],
    ['locked.wav', 'special'],
    ['kept.wav', 'file'],
  ])
  const file = await storage.open('kept.wav')
  await expect(file.read({ start: 0, end: 0 })).rejects.toMatchObject({ fault: 'forbidden' })
})

test.each(['none', 'agent', 'cookie'] as const)('bytes come by a link that is bound to: %s', async (bond) => {
  const { storage, given, server } = opened
  await given.put('1.wav', 'the sound')
  server.providers.disk_115.bindLinks(bond)
  const file = await storage.open('1.wav')
  expect(Buffer.from(await file.read({ start: 4, end: 8 })).toString()).toBe('sound')
})

test('a listener gets a link that their own browser can read, or none that needs a cookie', async () => {
  const { storage, given, server } = opened
  await given.put('1.wav', 'the sound')
  const { bindLinks } = server.providers.disk_115
  const linkFor = (listenerUserAgent: string) => storage.link('1.wav', { listenerUserAgent })
  const read = async (url = '', agent = '') => (await fetch(url, { headers: { 'user-agent': agent } })).status
  const free = await linkFor('Firefox')
  expect([free?.headers, await read(free?.url, 'Firefox'), await read(free?.url, 'mpv')]).toEqual([
    {},
    200,
    403,
  ])
  server.endLinks()
  server.passTime(11 * 60_000)
  bindLinks('agent')
  const bound = await linkFor('Firefox')
  expect([bound?.headers, await read(bound?.url, 'Firefox'), await read(bound?.url, 'mpv')]).toEqual([
    {},
    200,
    403,
  ])
  const theirs = await linkFor('mpv')
  expect([theirs?.headers, await read(theirs?.url, 'mpv')]).toEqual([{}, 200])
  server.passTime(11 * 60_000)
  bindLinks('cookie')
  expect((await linkFor('Firefox'))?.headers).toMatchObject({ cookie: expect.stringMatching(/^fake=\w+$/) })
})

test('a second call within a second is refused by it, and so by us', async () => {
  const { storage, server } = opened
  server.providers.disk_115.countCalls()
  const listings = Promise.all(Array.from({ length: 3 }, () => storage.list('')))
  await expect(listings).rejects.toMatchObject({ fault: 'rateLimited', retryAfterMs: 60_000 })
  expect(disk115.facts.pace).toEqual({ all: 1 })
})

test('the page of the firewall is a wait of minutes', async () => {
  const { storage, server } = opened
  const headers = { 'content-type': 'text/html' }
  server.setTrouble({ type: 'status', status: 405, headers, body: '<h1>405</h1>' })
  await expect(storage.list('')).rejects.toMatchObject({ fault: 'rateLimited', retryAfterMs: 300_000 })
})

test('facts of a file that come as a list, with a date text, are those of its listing', async () => {
  const { storage, given, server } = opened
  for (const name of ['1.wav', '2.wav']) await given.put(`a/b/${name}`, 'the sound')
  const [listed] = await listAll(storage, 'a/b')
  server.providers.disk_115.driftInfo()
  expect(await storage.stat('a/b/1.wav')).toMatchObject({ kind: 'file', facts: listed?.facts })
  await given.remove('a/b/1.wav')
  expect(await faultOf(() => storage.stat('a/b/1.wav'))).toBe('notFound')
})

test('a play costs two calls, and the ranges after it none', async () => {
  const { storage, given, server } = opened
  await given.put('1.wav', 'the sound')
  await listAll(storage)
  server.requests.length = 0
  const calls = () => server.requests.filter((one) => one.includes('/proapi.115.com/'))
  const play = async () => {
    await storage.link('1.wav', { listenerUserAgent: 'Mozilla/5.0' })
    return calls().map((one) => /\/open\/([^?]+)/.exec(one)?.[1])
  }
  expect(await play()).toEqual(['folder/get_info', 'ufile/downurl'])
  expect(await play()).toHaveLength(2)
  const read = async () => (await storage.open('1.wav')).read({ start: 4, end: 8 })
  expect(Buffer.from(await read()).toString()).toBe('sound')
  expect(calls()).toHaveLength(3)
  expect(Buffer.from(await read()).toString()).toBe('sound')
  expect(calls()).toHaveLength(3)
})

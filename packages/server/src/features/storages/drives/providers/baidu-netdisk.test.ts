import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { faultOf, listAll } from '../../testing/storage-under-test.ts'
import { type OpenedFake, openFakeDrive } from '../testing/fake-drive-storage.ts'

let opened: OpenedFake
beforeEach(async () => {
  opened = await openFakeDrive('baidu_netdisk')
})
afterEach(() => opened.given.close())

const response = (body: object, status = 200) => ({
  type: 'status' as const,
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

describe('each of its three ways to refuse', () => {
  test.each([
    [{ errno: -9 }, 'notFound'],
    [{ errno: 31066 }, 'notFound'],
    [{ errno: -7 }, 'forbidden'],
    [{ errno: 6 }, 'forbidden'],
    [{ errno: 20011, errmsg: '<b>ten users</b>' }, 'forbidden'],
    [{ errno: 42213 }, 'forbidden'],
    [{ errno: 9100 }, 'forbidden'],
    [{ errno: 31034 }, 'rateLimited'],
    [{ errno: 42000 }, 'rateLimited'],
    [{ errno: 42214 }, 'unavailable'],
    [{ errno: 2 }, 'damaged'],
    [{ error_code: 4, error_msg: 'qps' }, 'rateLimited'],
    [{ error_code: 4, error_msg: 'No permission to do this operation' }, 'forbidden'],
    [{ error_code: 31212 }, 'unavailable'],
    [{ error_code: 31064 }, 'forbidden'],
    [{ error_code: 31023 }, 'damaged'],
    [{}, 'damaged'],
  ])('%j, which comes with HTTP 200, is %s', async (body, fault) => {
    const { storage, server } = opened
    server.setTrouble(response(body))
    expect(await faultOf(() => storage.list(''))).toBe(fault)
  })

  test.each([
    [{ errno: -6 }, 200],
    [{ errno: 111 }, 200],
    [{ error_code: 110, error_msg: 'Access token invalid or no longer valid' }, 200],
    [{ error_code: 31045 }, 401],
    [{ error: 'expired_token', error_description: 'x' }, 401],
  ])('%j with HTTP %i is a token that is over: the next one is tried, once', async (body, status) => {
    const { storage, server } = opened
    let count = 0
    server.setTrouble({ ...response(body, status), when: () => count++ === 0 })
    expect(await listAll(storage)).toEqual([])
    expect(new Set(server.requests.map(tokenIn)).size).toBe(2)
    server.setTrouble(response(body, status))
    expect(await faultOf(() => storage.list(''))).toBe('revoked')
  })

  test('what a day may have is waited for longer than what a second may have', async () => {
    const { storage, server } = opened
    server.setTrouble(response({ errno: 17 }))
    await expect(storage.list('')).rejects.toMatchObject({ fault: 'rateLimited', retryAfterMs: 3_600_000 })
    server.setTrouble(response({ errno: 18 }))
    await expect(storage.list('')).rejects.toMatchObject({ fault: 'rateLimited', retryAfterMs: 30_000 })
  })
})

const tokenIn = (request: string) => /access_token=([^&]+)/.exec(request)?.[1]

test('ids that a number would round are kept to their last digit', async () => {
  const { storage, given, server } = opened
  await given.put('a/1.wav', 'one')
  await given.put('a/2.wav', 'two')
  const ids = (await listAll(storage, 'a')).map(({ facts }) => facts?.hash ?? '')
  expect(ids).toEqual([expect.stringMatching(/^etag:\d{19}$/), expect.stringMatching(/^etag:\d{19}$/)])
  expect(new Set(ids).size).toBe(2)
  expect(new Set(ids.map((id) => Number(id.slice(5)))).size).toBe(1)
  const file = await storage.open('a/2.wav')
  expect(Buffer.from(await file.read({ start: 0, end: 2 })).toString()).toBe('two')
  expect(
    server.requests.filter((one) => one.includes('fsids=')).every((one) => /%5B\d{19}%5D/.test(one)),
  ).toBe(true)
})

test.each([999, 1_000, 1_001, 2_500])('a folder of %i files is listed whole, each once', async (count) => {
  const { storage, server } = opened
  for (let at = 0; at < count; at += 1) server.providers.baidu_netdisk.tree.put(`${at}.wav`, 'x')
  const names = (await listAll(storage)).map(({ name }) => name)
  expect(names).toHaveLength(count)
  expect(new Set(names).size).toBe(count)
})

test('a folder that changes between two pages is listed anew: nothing is missed and taken for gone', async () => {
  const { storage, server } = opened
  const { tree } = server.providers.baidu_netdisk
  for (let at = 0; at < 1_200; at += 1) tree.put(`${at}.wav`, 'x')
  const { next } = await storage.list('')
  tree.remove('3.wav')
  expect(await faultOf(() => storage.list('', next))).toBe('unavailable')
  expect(await listAll(storage)).toHaveLength(1_199)
})

test('bytes come to whoever calls itself as it wants, and neither from a page of others nor for the token', async () => {
  const { storage, given, server } = opened
  await given.put('1.wav', 'the sound')
  const { url = '', headers = {} } = (await storage.link('1.wav')) ?? {}
  const statusOf = async (sent: Record<string, string>) => (await fetch(url, { headers: sent })).status
  expect(await statusOf(headers)).toBe(200)
  expect(await statusOf({})).toBe(403)
  expect(await statusOf({ ...headers, referer: 'https://shelf.example/' })).toBe(403)
  expect(url).not.toMatch(/access_token|-at-/)
  expect(storage.capabilities.links).toBe('proxy')
  // Without the required User-Agent, the link before the redirect is rejected as well.
  const dlink = server.requests.find((one) => one.includes('/d.pcs.baidu.com/'))?.slice('GET '.length) ?? ''
  const refused = await fetch(server.url + dlink, { redirect: 'manual' })
  expect(await refused.json()).toMatchObject({ error_code: 31326 })
})

test('a file that was written again while it is open is not mixed with what it was', async () => {
  const { storage, given } = opened
  await given.put('1.wav', 'the sound')
  const before = await storage.open('1.wav')
  await given.put('1.wav', 'another 1')
  await expect(before.read({ start: 0, end: 2 })).rejects.toMatchObject({ fault: 'damaged' })
  const after = await storage.open('1.wav')
  expect(Buffer.from(await after.read({ start: 0, end: 6 })).toString()).toBe('another')
})

test('an address that leads nowhere is no link, and not read to its end', async () => {
  const { storage, given, server } = opened
  await given.put('1.wav', 'the sound')
  const isDlink = (path: string) => path.startsWith('/d.pcs.baidu.com/')
  server.setTrouble({ type: 'status', status: 206, body: 'RIFF', when: ({ path }) => isDlink(path) })
  const file = await storage.open('1.wav')
  expect(await faultOf(() => file.read({ start: 0, end: 2 }))).toBe('damaged')
})

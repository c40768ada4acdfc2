import { request } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { faultOf, listAll } from '../../testing/storage-under-test.ts'
import { type OpenedFake, openFakeDrive } from '../testing/fake-drive-storage.ts'

let opened: OpenedFake
beforeEach(async () => {
  opened = await openFakeDrive('pcloud')
})
afterEach(() => opened.given.close())

const responseWith = (result: number) => ({
  type: 'status' as const,
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ result, error: '<b>no</b>' }),
})

test.each([
  [2003, 'forbidden'],
  [2005, 'notFound'],
  [2009, 'notFound'],
  [4000, 'rateLimited'],
  [4001, 'rateLimited'],
  [5002, 'unavailable'],
  [7010, 'forbidden'],
  [1004, 'damaged'],
])('a result of %i, which comes with HTTP 200, is %s', async (result, fault) => {
  const { storage, server } = opened
  server.setTrouble(responseWith(result))
  expect(await faultOf(() => storage.list(''))).toBe(fault)
})

test('ids and hashes that a number would round are kept to their last digit', async () => {
  const { storage, given } = opened
  await given.put('a/1.wav', 'one')
  await given.put('a/2.wav', 'two')
  const entries = await listAll(storage, 'a')
  const hashes = entries.map(({ facts }) => facts?.hash ?? '')
  expect(hashes).toEqual([
    expect.stringMatching(/^pcloud:\d{19,20}$/),
    expect.stringMatching(/^pcloud:\d{19,20}$/),
  ])
  const file = await storage.open('a/2.wav')
  expect(Buffer.from(await file.read({ start: 0, end: 2 })).toString()).toBe('two')
})

test('a link is for the address that requested it, and where one host refuses it another is tried', async () => {
  const { storage, given, server } = opened
  await given.put('1.wav', 'the sound')
  const { url = '' } = (await storage.link('1.wav')) ?? {}
  const statusFrom = (localAddress: string) =>
    new Promise((resolve) =>
      request(url, { localAddress }, (response) => resolve(response.resume().statusCode)).end(),
    )
  expect([await statusFrom('127.0.0.1'), await statusFrom('127.0.0.2')]).toEqual([200, 410])
  server.providers.pcloud.breakFirstHost()
  const file = await storage.open('1.wav')
  expect(Buffer.from(await file.read({ start: 4, end: 8 })).toString()).toBe('sound')
})

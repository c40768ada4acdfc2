import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLocal, isPrivateAddress, isPublic } from './addresses.rules.ts'

const inside = ['127.0.0.1', '10.1.2.3', '172.31.255.255', '192.168.0.1', '169.254.169.254']
const special = ['0.0.0.0', '100.64.0.1', '100.127.255.255', '192.0.0.8', '224.0.0.251', '255.255.255.255']

test.each([...inside, ...special])('%s is not public, however it is written in IPv6', (address) => {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  const hex = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  for (const form of [address, `::ffff:${address}`, `::ffff:${hex}`, `64:ff9b::${hex}`, `::${hex}`])
    expect(`${form} ${isPublic(form)}`).toBe(`${form} false`)
})

test.each(['::', '::1', 'fe80::1', 'fd12::1', 'ff02::1', '2002:7f00:1::', '2001::1', 'localhost', ''])(
  '%s is not public',
  (address) => expect(isPublic(address)).toBe(false),
)

test.each([
  '93.184.216.34',
  '172.32.0.1',
  '100.128.0.1',
  '198.18.0.5',
  '2606:4700::1111',
  '64:ff9b::5db8:d822',
])('%s is public', (address) => expect(isPublic(address)).toBe(true))

test('nothing private is ever public', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.ipV4(), fc.ipV6()),
      (address) => !(isPrivateAddress(address) && isPublic(address)),
    ),
  )
})

const host = 'localhost:8330'

test.each([
  ['127.0.0.1', { host }, true],
  ['::1', { host: '[::1]:8330' }, true],
  ['::ffff:127.0.0.1', { host: '127.0.0.1' }, true],
  ['127.0.0.1', { host, origin: 'http://localhost:8330', 'sec-fetch-site': 'same-origin' }, true],
  ['127.0.0.1', { host, referer: 'http://localhost:8330/setup', 'x-client-platform': 'web' }, true],
  ['127.0.0.1', { host: 'rebound.example:8330' }, false],
  ['127.0.0.1', { host: 'localhost.example' }, false],
  ['127.0.0.1', {}, false],
  ['127.0.0.1', { host, 'x-forwarded-for': '127.0.0.1' }, false],
  ['127.0.0.1', { host, 'x-forwarded-proto': 'https' }, false],
  ['127.0.0.1', { host, 'x-real-ip': '127.0.0.1' }, false],
  ['127.0.0.1', { host, forwarded: 'for=127.0.0.1' }, false],
  ['127.0.0.1', { host, via: '1.1 proxy' }, false],
  ['127.0.0.1', { host, 'cf-connecting-ip': '203.0.113.9' }, false],
  ['127.0.0.1', { host, origin: 'https://shelf.example' }, false],
  ['127.0.0.1', { host, origin: 'null' }, false],
  ['127.0.0.1', { host, origin: 'http://localhost:9000' }, false],
  ['127.0.0.1', { host, referer: 'https://shelf.example/setup' }, false],
  ['127.0.0.1', { host, 'sec-fetch-site': 'cross-site' }, false],
  ['192.168.1.9', { host }, false],
  ['', { host }, false],
])('a call from %j with %j is local: %j', (peer, headers, local) => {
  expect(isLocal({ peer, headers, httpVersion: '1.1' })).toBe(local)
})

test('a proxy that speaks HTTP/1.0, as some do by default, is not this machine', () => {
  expect(isLocal({ peer: '127.0.0.1', headers: { host }, httpVersion: '1.0' })).toBe(false)
})

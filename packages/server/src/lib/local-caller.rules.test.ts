import { expect, test } from 'vitest'
import { isLocal } from './local-caller.rules.ts'

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

test('a proxy that speaks HTTP/1.0, as some do unless told otherwise, is not this machine', () => {
  expect(isLocal({ peer: '127.0.0.1', headers: { host }, httpVersion: '1.0' })).toBe(false)
})

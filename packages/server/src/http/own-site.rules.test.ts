import { expect, test } from 'vitest'
import { isCrossSite, isForeignHost } from './own-site.rules.ts'

const publicUrl = 'https://shelf.example'

test.each<[string, Record<string, string>, string | undefined, boolean]>([
  ['POST', {}, undefined, false],
  ['POST', { 'sec-fetch-site': 'same-origin', origin: 'https://shelf.example' }, undefined, false],
  ['POST', { 'sec-fetch-site': 'none' }, undefined, false],
  ['POST', { 'sec-fetch-site': 'cross-site', origin: 'http://nas.local:8330' }, undefined, true],
  ['PUT', { 'sec-fetch-site': 'cross-site' }, undefined, true],
  ['GET', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, undefined, false],
  ['POST', { 'sec-fetch-site': 'same-site', origin: 'https://other.shelf.example' }, publicUrl, true],
  ['POST', { 'sec-fetch-site': 'same-site' }, publicUrl, true],
  ['POST', { origin: 'http://nas.local:8330' }, undefined, false],
  ['POST', { origin: 'http://NAS.local:8330' }, undefined, false],
  ['DELETE', { origin: 'http://nas.local:9000' }, undefined, true],
  ['PATCH', { origin: 'https://evil.example' }, undefined, true],
  ['POST', { origin: 'null' }, undefined, true],
  ['POST', { origin: 'https://shelf.example' }, publicUrl, false],
  ['POST', { origin: 'https://shelf.example' }, undefined, true],
])('%s with %j, published as %j, is from elsewhere: %j', (method, headers, published, expected) => {
  const parsed = { method, headers, host: 'nas.local:8330', publicUrl: published }
  expect(isCrossSite(parsed)).toBe(expected)
})

test.each([
  ['shelf.example', false],
  ['shelf.example:8330', false],
  ['SHELF.example.', false],
  ['192.168.1.5:8330', false],
  ['[fd00::5]:8330', false],
  ['localhost:8330', false],
  ['koedana', false],
  ['nas.local', false],
  ['nas.lan:8330', false],
  ['nas.home.arpa', false],
  ['', false],
  ['rebound.example', true],
  ['shelf.example.evil.example', true],
  ['evil.example:8330', true],
  ['a b', true],
])('published, the name %j is another: %j', (host, expected) => {
  expect(isForeignHost(host, publicUrl)).toBe(expected)
})

test.each([
  ['shelf.example', false],
  ['rebound.example', false],
  ['', false],
  ['a b', true],
  ['shelf.example:port', true],
])('not published, the name %j is another: %j', (host, expected) => {
  expect(isForeignHost(host, undefined)).toBe(expected)
})

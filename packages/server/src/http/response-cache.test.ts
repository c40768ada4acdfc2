import { expect, test } from 'vitest'
import { cachedResponseOf, createResponseCache } from './response-cache.ts'

const response = (letter: string, { version = '1', bytes = 10_000 } = {}) =>
  cachedResponseOf(Buffer.alloc(bytes, letter), version)

test('the responses that are used stay within the bound, found by either text', () => {
  const cache = createResponseCache(100_000)
  cache.keep('mine', response('m'))
  cache.remember('address', 'mine')
  for (let at = 0; at < 50; at++) {
    cache.keep(`other ${at}`, response('o'))
    expect(cache.recall('address', '1')?.form('identity').bytes[0]).toBe('m'.charCodeAt(0))
    expect(cache.bytes()).toBeLessThanOrEqual(100_000)
  }
  expect(cache.find('other 0', '1')).toBeUndefined()
  expect(cache.find('other 49', '1')).toBeDefined()
})

test('a response is found by the addresses that were used lately, however many ways there are to spell one', () => {
  const cache = createResponseCache(100_000)
  cache.keep('key', response('a'))
  const address = (n: number) => `${n} `.padEnd(600, 'x')
  for (let n = 0; n < 10_000; n++) {
    cache.remember(address(n), 'key')
    expect(cache.recall(address(0), '1')).toBeDefined()
  }
  const kept = Array.from({ length: 10_000 }, (_, n) => cache.recall(address(n), '1')).filter(Boolean)
  expect(kept.length).toBeLessThan(3_000)
  expect(cache.recall(address(9_999), '1')).toBeDefined()
  cache.remember('an address', 'of an answer that is not here')
  expect(cache.recall('an address', '1')).toBeUndefined()
})

test('a response of another version is forgotten, with its texts and its bytes', () => {
  const cache = createResponseCache(100_000)
  cache.keep('key', response('a'))
  cache.remember('address', 'key')
  expect(cache.find('key', '2')).toBeUndefined()
  expect(cache.recall('address', '1')).toBeUndefined()
  expect(cache.bytes()).toBe(0)
})

test('a response replaces the one before; one that is larger than all is not kept', () => {
  const cache = createResponseCache(100_000)
  cache.keep('key', response('a'))
  const bytes = cache.bytes()
  cache.keep('key', response('b'))
  expect(cache.bytes()).toBe(bytes)
  cache.keep('large', response('c', { bytes: 200_000 }))
  expect(cache.find('large', '1')).toBeUndefined()
  expect(cache.find('key', '1')).toBeDefined()
})

test('a short response is sent as it is', () => {
  expect(response('a', { bytes: 1_000 }).form('br').encoding).toBe('identity')
  expect(response('a', { bytes: 1_024 }).form('br').encoding).toBe('br')
})

test('a tag is of the bytes alone, whatever the version', () => {
  const { etag } = response('a').form('identity')
  expect(response('a').heldAs(etag)).toBe(etag)
  expect(response('a').heldAs(undefined)).toBeUndefined()
  expect(response('a', { version: '2' }).heldAs(etag)).toBe(etag)
  expect(response('b').heldAs(etag)).toBeUndefined()
})

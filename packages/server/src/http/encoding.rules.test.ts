import { expect, test } from 'vitest'
import { negotiateEncoding } from './encoding.rules.ts'

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['zstd, gzip', 'zstd'],
  ['GZIP;Q=1', 'gzip'],
  ['x-gzip', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br ; q=0.5 , gzip', 'gzip'],
  ['br;q=0', 'identity'],
  ['*', 'br'],
  ['*;q=0.5, gzip', 'gzip'],
  ['*, br;q=0', 'zstd'],
  ['identity, gzip;q=0.5', 'identity'],
  ['gzip;q=0.001', 'gzip'],
  ['compress, deflate', 'identity'],
  ['br;q=much, gzip;q=2', 'identity'],
  ['*;q=0', 'identity'],
  ['identity;q=0', 'identity'],
  ['identity;q=0, gzip;q=0.1', 'gzip'],
])('a caller who accepts %j gets %s', (header, encoding) => {
  expect(negotiateEncoding(header)).toBe(encoding)
})

test('a header without end is read only so far', () => {
  expect(negotiateEncoding(`${'deflate,'.repeat(10_000)}br`)).toBe('identity')
})

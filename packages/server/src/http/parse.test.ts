import { parse as splitQuery } from 'node:querystring'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rawQuery } from './parse.ts'

test('an address is split as any server splits it, encoded or not, repeated in whatever order', () => {
  const name = fc.constantFrom('a', 'b', 'ab', '', '__proto__', 'constructor', 'a%20b', 'a+b', 'あ')
  const part = fc.oneof(
    fc.tuple(name, fc.constantFrom('1', '', 'x=y', '%E3%81%82', '1+1', '?')).map((pair) => pair.join('=')),
    name,
    fc.constantFrom('', '=', '=='),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const text = parts.join('&')
      expect(rawQuery(`/path?${text}`)).toEqual({ ...splitQuery(text, '&', '=', { maxKeys: 0 }) })
    }),
    { numRuns: 2_000 },
  )
})

test('nothing is asked for without a question mark', () => {
  expect(rawQuery('/path')).toEqual({})
})

import { expect, test } from 'vitest'
import { matchTag, tagOf } from './if-none-match.rules.ts'

test.each([
  [undefined, undefined],
  ['', undefined],
  ['"abc-br"', '"abc-br"'],
  ['"abc-gzip"', '"abc-gzip"'],
  ['W/"abc-br"', '"abc-br"'],
  ['"x-br", W/"abc-br" , "y"', '"abc-br"'],
  ['*', '*'],
  ['"abcd-br"', undefined],
  ['abc-br', undefined],
  ['"x-br", "y-br"', undefined],
])('%j against content abc: %s', (header, expected) => {
  expect(matchTag(header, 'abc')).toBe(expected)
})

test('each form has its own tag', () => {
  expect(tagOf('abc', 'br')).not.toBe(tagOf('abc', 'gzip'))
})

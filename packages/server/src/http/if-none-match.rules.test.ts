import { expect, test } from 'vitest'
import { hasContent, tagOf } from './if-none-match.rules.ts'

test.each([
  [undefined, false],
  ['', false],
  ['"abc-br"', true],
  ['"abc-gzip"', true],
  ['W/"abc-br"', true],
  ['"x-br", W/"abc-br" , "y"', true],
  ['*', true],
  ['"abcd-br"', false],
  ['abc-br', false],
  ['"x-br", "y-br"', false],
])('%j against content abc: %s', (header, expected) => {
  expect(hasContent(header, 'abc')).toBe(expected)
})

test('each form has its own tag', () => {
  expect(tagOf('abc', 'br')).not.toBe(tagOf('abc', 'gzip'))
})

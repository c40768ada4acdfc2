import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createIgnoreMatcher } from './ignored.rules.ts'

test.each([
  ['@eaDir', 'a/@eaDir', true],
  ['@eaDir', 'a/@eaDir2', false],
  ['*.bak', 'x/y/Voice.BAK', true],
  ['*.bak', 'x.bak/y', false],
  ['sample', 'RJ90000001/Sample', true],
  ['特典?', 'a/特典1', true],
  ['か\u3099*', 'a/がっき', true],
  ['a/*/c', 'a/b/c', true],
  ['a/*/c', 'a/b/b/c', false],
  ['a/**/c', 'a/c', true],
  ['a/**/c', 'a/b/b/c', true],
  ['/private/', 'x/private', true],
  ['**/no/**', 'x/no/y', true],
  ['a/b', 'x/a/b', false],
  ['[a-z]', 'b', false],
  ['', 'b', false],
  ['(x+)+$', 'xxxxxxxx', false],
])('%s and %s: %s', (pattern, path, is) => {
  expect(createIgnoreMatcher([pattern])(path)).toBe(is)
})

test('many stars over a long name take no time', () => {
  const isIgnored = createIgnoreMatcher([`${'*a'.repeat(90)}b`, `${'**/a/'.repeat(38)}b`])

  expect(isIgnored('a'.repeat(250))).toBe(false)
  expect(isIgnored(Array(200).fill('a').join('/'))).toBe(false)
})

test('a name is matched by itself, by a star, and by itself with any part as a star', () => {
  const name = fc.stringMatching(/^[a-z0-9 .()【】雨]{1,20}$/)
  fc.assert(
    fc.property(name, fc.nat(20), fc.nat(20), (text, from, count) => {
      const chars = [...text]
      const starred = [...chars]
      starred.splice(from % (chars.length + 1), count, '*')
      for (const pattern of [text, '*', starred.join('')])
        expect(createIgnoreMatcher([pattern])(`x/${text}`)).toBe(true)
    }),
  )
})

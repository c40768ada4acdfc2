import fc from 'fast-check'
import { expect, test } from 'vitest'
import { returnPathOf } from './return-path.rules.ts'

test('a path of this server is kept with search and hash', () => {
  expect(returnPathOf('/works?genres=56&genres=7#top')).toBe('/works?genres=56&genres=7#top')
  expect(returnPathOf(undefined)).toBe('/')
})

test.each([
  'https://x',
  '//x',
  '/\\x',
  '\\/x',
  '/.//x',
  '/a/..//x',
  '/\t/x',
  ' /x',
  'x',
  '',
  '/auth/provider',
  '/a/../auth/login',
])('no other path: %j', (target) => {
  expect(returnPathOf(target)).toBe('/')
})

test('whatever is wanted, a browser stays here', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('', '/', '//', '/\\', '/.//', '/%2f'), (text, before) => {
      const path = returnPathOf(before + text)
      expect(new URL(path, 'https://shelf.example').origin).toBe('https://shelf.example')
    }),
  )
})

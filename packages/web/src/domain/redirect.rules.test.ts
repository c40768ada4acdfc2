import { expect, test } from 'vitest'
import { safeRedirectPath } from './redirect.rules.ts'

const origin = 'https://shelf.example'

test.each([
  '/',
  '/account',
  '/works?genres=1&genres=2#top',
  '/admin/users',
  '/auth/register?redirect=%2Fworks',
])('%s is a target', (target) => {
  expect(safeRedirectPath(target, origin)).toBe(target)
})

test.each([
  undefined,
  '',
  'account',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  'javascript:alert(1)',
  '\\\\evil.example',
  ['/account'],
  '/auth/login?redirect=%2Fauth%2Flogin',
])('%j is none', (target) => {
  expect(safeRedirectPath(target, origin)).toBeUndefined()
})

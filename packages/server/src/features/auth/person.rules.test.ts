import { platformHeader, platforms } from '@koedana/contract/values.ts'
import { expect, test } from 'vitest'
import { platformOf } from './person.rules.ts'

test.each(platforms)('a client that says %s is believed, in the header or with the request', (platform) => {
  expect(platformOf({ [platformHeader]: platform }, undefined)).toBe(platform)
  expect(platformOf({}, platform)).toBe(platform)
})

test('a client that says nothing, or nothing that is known, is a program', () => {
  expect(platformOf({}, undefined)).toBe('api')
  expect(platformOf({ [platformHeader]: 'toaster' }, undefined)).toBe('api')
  expect(platformOf({ [platformHeader]: 'web, android' }, undefined)).toBe('api')
})

test('a page of this server is web, whatever it says beside', () => {
  const page = { 'sec-fetch-site': 'same-origin', [platformHeader]: 'android' }
  expect(platformOf(page, 'ios')).toBe('web')
  // A page inside another program counts as cross-site.
  expect(platformOf({ ...page, 'sec-fetch-site': 'cross-site' }, 'ios')).toBe('android')
})

test('the header goes before the request', () => {
  expect(platformOf({ [platformHeader]: 'ios' }, 'web')).toBe('ios')
})

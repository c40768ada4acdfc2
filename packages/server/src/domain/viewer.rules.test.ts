import { expect, test } from 'vitest'
import { viewerOf } from './viewer.rules.ts'

const agesOf = (ceiling: 'all' | 'r15' | 'r18', choices = {}) =>
  viewerOf({ ceiling, locale: 'zh-CN', choices: [choices], findKey: () => undefined }).ages

test('a ceiling leaves its own category and those below', () => {
  expect(agesOf('all')).toBe(0b0010)
  expect(agesOf('r15')).toBe(0b0110)
  expect(agesOf('r18')).toBe(0b1110)
})

test('own choices never reach above the ceiling', () => {
  expect(agesOf('all', { ageFilterMode: 'no_limit', policy: 'off' })).toBe(0b0010)
  expect(agesOf('all', { ageFilterMode: 'adults_only' })).toBe(0)
  expect(agesOf('r18', { ageFilterMode: 'adults_only' })).toBe(0b1000)
})

test('strict takes R18 out, and with adults only nothing is left', () => {
  expect(agesOf('r18', { policy: 'strict' })).toBe(0b0110)
  expect(agesOf('r18', { policy: 'strict', ageFilterMode: 'adults_only' })).toBe(0)
})

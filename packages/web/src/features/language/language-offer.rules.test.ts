import { expect, test } from 'vitest'
import { offeredLocale } from './language-offer.rules.ts'

const reader = { preferred: ['en-GB', 'en'], shown: 'zh-CN', hasChosen: false } as const

test('the first of our languages that the browser wants is offered, whatever its region', () => {
  expect(offeredLocale(reader)).toBe('en-US')
  expect(offeredLocale({ ...reader, preferred: ['JA'] })).toBe('ja-JP')
  expect(offeredLocale({ ...reader, preferred: ['de-AT', 'de', 'ja-JP', 'en'] })).toBe('ja-JP')
  expect(offeredLocale({ ...reader, preferred: ['zh-TW'], shown: 'en-US' })).toBe('zh-CN')
})

test('nothing is offered to those who read it already, who chose, or whose languages are not here', () => {
  expect(offeredLocale({ ...reader, preferred: ['zh-Hant', 'en'] })).toBeUndefined()
  expect(offeredLocale({ ...reader, hasChosen: true })).toBeUndefined()
  expect(offeredLocale({ ...reader, preferred: ['de', '', 'constructor'] })).toBeUndefined()
  expect(offeredLocale({ ...reader, preferred: [] })).toBeUndefined()
})

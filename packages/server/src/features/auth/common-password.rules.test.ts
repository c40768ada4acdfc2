import { expect, test } from 'vitest'
import { guessesOf } from './common-password.rules.ts'
import { isCommon } from './common-passwords.ts'

test('a password is compared as it is and without a short ending', () => {
  expect(guessesOf('Sunshine2024!')).toEqual(['sunshine2024!', 'sunshine2024', 'sunshine'])
  expect(guessesOf('ａｂｃ１２３４５')).toEqual(['abc12345', 'abc1'])
})

test.each(['password1', 'Password123!', 'QWERTY123', 'iloveyou2024', 'trustno1', 'abc12345'])(
  '%s is common',
  async (password) => {
    expect(await isCommon(password)).toBe(true)
  },
)

test.each(['rain on a tin roof 7', 'sunshine48151623', 'kotonoha-2-niwa', 'x7-lantern-moss'])(
  '%s is not',
  async (password) => {
    expect(await isCommon(password)).toBe(false)
  },
)

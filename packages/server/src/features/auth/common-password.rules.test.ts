import { expect, test } from 'vitest'
import { containsDigest, digestBytes, digestOf, lookupFormsOf } from './common-password.rules.ts'
import { isCommonPassword } from './common-passwords.ts'

test('a password is compared as it is and without a short ending', () => {
  expect(lookupFormsOf('Sunshine2024!')).toEqual(['sunshine2024!', 'sunshine2024', 'sunshine'])
  expect(lookupFormsOf('ａｂｃ１２３４５')).toEqual(['abc12345', 'abc1'])
})

test.each(['password1', 'Password123!', 'QWERTY123', 'iloveyou2024', 'trustno1', 'abc12345'])(
  '%s is common',
  async (password) => {
    expect(await isCommonPassword(password)).toBe(true)
  },
)

test.each(['rain on a tin roof 7', 'sunshine48151623', 'kotonoha-2-niwa', 'x7-lantern-moss'])(
  '%s is not',
  async (password) => {
    expect(await isCommonPassword(password)).toBe(false)
  },
)

test('a table holds its digests, the first and the last too, and no others', () => {
  const digests = ['a', 'b', 'c', 'd', 'e'].map(digestOf).sort((a, b) => a - b)
  const table = Buffer.alloc(digests.length * digestBytes)
  for (const [at, digest] of digests.entries()) table.writeUIntBE(digest, at * digestBytes, digestBytes)
  expect(digests.filter((digest) => containsDigest(table, digest))).toEqual(digests)
  expect([0, digestOf('f'), 2 ** 40 - 1].filter((digest) => containsDigest(table, digest))).toEqual([])
  expect(containsDigest(Buffer.alloc(0), 1)).toBe(false)
})

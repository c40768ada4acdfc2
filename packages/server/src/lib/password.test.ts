import { expect, test } from 'vitest'
import { createPasswords } from './password.ts'

const quick = createPasswords({ memoryCost: 8, timeCost: 1 })

test('a guess at a password costs what is recommended, unless it is said otherwise', async () => {
  expect(await createPasswords().hash('lantern moss 7')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('a password is right however a keyboard composed it, and no other is', async () => {
  const stored = await quick.hash('caf\u00e9 lantern')
  await expect(quick.isRight(stored, 'cafe\u0301 lantern')).resolves.toBe(true)
  await expect(quick.isRight(stored, 'cafe lantern')).resolves.toBe(false)
})

test.each([null, undefined])('no password is right where the hash is %s', async (stored) => {
  await expect(quick.isRight(stored, 'nobody has this password')).resolves.toBe(false)
})

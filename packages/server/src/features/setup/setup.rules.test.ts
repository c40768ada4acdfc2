import { expect, test } from 'vitest'
import { isSetupCode, setupCodeOf } from './setup.rules.ts'

test('a code is right however it is typed, and each secret has another', () => {
  const code = setupCodeOf('lantern')
  expect(code).toMatch(/^[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/)
  expect(isSetupCode(code, ` ${code.toLowerCase().replaceAll('-', ' ')}`)).toBe(true)
  expect(isSetupCode(code, code.slice(0, -1))).toBe(false)
  expect(isSetupCode(code, '')).toBe(false)
  expect(setupCodeOf('lantern')).toBe(code)
  expect(setupCodeOf('moss')).not.toBe(code)
})

import { expect, test } from 'vitest'
import { isLocal, isSetupCode, newSetupCode } from './setup.rules.ts'

test.each([
  ['127.0.0.1', { host: 'localhost:8330' }, true],
  ['::1', { host: '[::1]:8330' }, true],
  ['::ffff:127.0.0.1', { host: '127.0.0.1' }, true],
  ['127.0.0.1', { host: 'rebound.example:8330' }, false],
  ['127.0.0.1', { host: 'localhost.example' }, false],
  ['127.0.0.1', {}, false],
  ['127.0.0.1', { host: 'localhost', 'x-forwarded-for': '127.0.0.1' }, false],
  ['127.0.0.1', { host: 'localhost', forwarded: 'for=127.0.0.1' }, false],
  ['192.168.1.9', { host: 'localhost' }, false],
  ['', { host: 'localhost' }, false],
])('a call from %j with %j is local: %j', (peer, headers, local) => {
  expect(isLocal({ peer, headers })).toBe(local)
})

test('a code is right however it is typed, and each is another', () => {
  const code = newSetupCode()
  expect(code).toMatch(/^[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/)
  expect(isSetupCode(code, ` ${code.toLowerCase().replaceAll('-', ' ')}`)).toBe(true)
  expect(isSetupCode(code, code.slice(0, -1))).toBe(false)
  expect(isSetupCode(code, '')).toBe(false)
  expect(newSetupCode()).not.toBe(code)
})

import { createDecipheriv, hkdfSync } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createVault, isSealed, readOrCreateKey } from './vault.ts'

const vault = createVault('a key of thirty-two characters...')

test('what is sealed is opened, and reads otherwise each time', () => {
  for (const text of ['', 'KOE-ABCD', '秘密\0', 'x'.repeat(10_000)]) {
    const sealed = vault.seal(text, 'test')
    expect(isSealed(sealed)).toBe(true)
    expect(sealed).not.toContain(text || 'never')
    expect(vault.seal(text, 'test')).not.toBe(sealed)
    expect(vault.open(sealed, 'test')).toBe(text)
  }
})

test('nothing else opens it: another key, another purpose, a changed or cut text', () => {
  const sealed = vault.seal('secret', 'test')
  const changed = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`
  const other = createVault('another key of some length too...')
  expect(() => other.open(sealed, 'test')).toThrow('another key')
  for (const [text, purpose] of [
    [sealed, 'other'],
    [changed, 'test'],
    [sealed.slice(0, 20), 'test'],
  ] as const) {
    expect(() => vault.open(text, purpose)).toThrow('another key')
  }
})

test('texts that were sealed before each purpose had a key are opened', () => {
  // Sealed by the earlier version, which used one key for every purpose.
  const old = 'sealed1.pAmKW4FYo83-1SD9xRh4RTbOtq7fN9r7pX8M1Tsz9hBVrFGVIngbOXA'
  expect(isSealed(old)).toBe(true)
  expect(vault.open(old, 'test')).toBe('an old secret')
  expect(() => vault.open(old, 'other')).toThrow('another key')
  expect(() => vault.open(old.replace('sealed1.', 'sealed2.'), 'test')).toThrow('another key')
})

test('each purpose has a key of its own', () => {
  const sealed = vault.seal('secret', 'test')
  const bytes = Buffer.from(sealed.slice('sealed2.'.length), 'base64url')
  const openWith = (info: string) => {
    const key = Buffer.from(hkdfSync('sha256', 'a key of thirty-two characters...', '', info, 32))
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
    decipher.setAAD(Buffer.from('test')).setAuthTag(bytes.subarray(12, 28))
    return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8')
  }
  expect(openWith('koedana seal test')).toBe('secret')
  expect(() => openWith('koedana seal')).toThrow()
  expect(() => openWith('koedana seal other')).toThrow()
})

test('what was never sealed is as it is', () => {
  expect(vault.open('in clear', 'test')).toBe('in clear')
})

test('a digest is the same for the same text, purpose and key', () => {
  expect(vault.digest('a', 'x')).toBe(vault.digest('a', 'x'))
  const others = [vault.digest('b', 'x'), vault.digest('a', 'y'), createVault('other').digest('a', 'x')]
  expect(others).not.toContain(vault.digest('a', 'x'))
})

test('the key is made once, of its owner alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'koedana-key-'))
  const keys = await Promise.all([readOrCreateKey(folder), readOrCreateKey(folder), readOrCreateKey(folder)])
  expect(new Set([...keys, await readOrCreateKey(folder)]).size).toBe(1)
  expect(keys[0]).toMatch(/^[\w-]{43}$/)
  expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600)
  rmSync(folder, { recursive: true })
})

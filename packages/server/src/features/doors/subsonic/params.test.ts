import { expect, test } from 'vitest'
import { idOf, numberOf, secondsOf } from './params.rules.ts'
import { credentialOf, readId, requiredId } from './params.ts'

test('a credential comes in four ways', () => {
  expect(credentialOf({ u: 'a', t: 'h', s: 'x', p: 'p' })).toMatchObject({ kind: 'salted', hash: 'h' })
  expect(credentialOf({ u: 'a', p: 'enc:c3a9' })).toMatchObject({ password: 'é' })
  expect(credentialOf({ u: 'a', p: 'enc:zz' })).toMatchObject({ password: 'enc:zz' })
  expect(credentialOf({ apiKey: 'k' })).toEqual({ kind: 'secret', secret: 'k' })
  expect(() => credentialOf({ apiKey: 'k', u: 'a' })).toThrow('conflict')
  for (const query of [{}, { u: 'a' }, { u: '', p: 'x' }, { u: 'a', t: 'h' }]) {
    expect(() => credentialOf(query)).toThrow('unauthenticated')
  }
})

test('ids and numbers of strangers', () => {
  expect(readId(idOf('album', 'RJ01000001'))).toEqual({ kind: 'album', id: 'RJ01000001' })
  for (const text of ['', 'al-', 'RJ01000001', 'al-\u0000', `tr-${'x'.repeat(101)}`, '__proto__']) {
    expect(() => readId(text), text).toThrow('notFound')
  }
  expect(() => requiredId({ id: 'al-1' }, 'id', ['song'])).toThrow('notFound')
  expect(() => requiredId({}, 'id', ['song'])).toThrow('malformed')
  const bounds = { usual: 10, most: 500 }
  expect(['7', '-1', '1e3', '9999', '9'.repeat(30), 'x'].map((text) => numberOf(text, bounds))).toEqual([
    7, 10, 10, 500, 10, 10,
  ])
  expect([secondsOf('1500'), secondsOf('1500.25'), secondsOf('-5'), secondsOf(undefined)]).toEqual([
    1.5, 1.5, 0, 0,
  ])
})

import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { NewCredential, PasskeyAssertion, PasskeyCreation } from '@koedana/contract/passkeys.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AuthenticatorOptions, createAuthenticator, type ForgedValues } from './testing/authenticator.ts'
import { readAssertion, readNewCredential, relyingPartyOf } from './webauthn.rules.ts'

const rp = relyingPartyOf('https://shelf.example/koedana')
const challenge = 'a-challenge'
const expected = { rp, challenge }

const creation: PasskeyCreation = {
  challenge,
  timeout: 1,
  rp: { id: rp.id, name: 'Koedana' },
  user: { id: 'dXNlcg', name: 'haruka', displayName: 'haruka' },
  pubKeyCredParams: [],
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
}
const request = { challenge, timeout: 1, rpId: rp.id, userVerification: 'required' as const }

const authenticatorOf = (made: AuthenticatorOptions = {}) =>
  createAuthenticator({ origin: rp.origin, ...made })

/** Returns a registered credential and its authenticator. */
function createRegistered(made?: AuthenticatorOptions) {
  const authenticator = authenticatorOf(made)
  const credential = readNewCredential(authenticator.create(creation), expected)
  if (!credential) throw new Error('a credential was refused')
  return { authenticator, credential }
}

test('a site is known by its name without port and path', () => {
  expect(rp).toEqual({ id: 'shelf.example', origin: 'https://shelf.example' })
  expect(relyingPartyOf('http://localhost:8330')).toEqual({
    id: 'localhost',
    origin: 'http://localhost:8330',
  })
})

test.each(['ES256', 'EdDSA', 'RS256'] as const)('%s: made once, signs again and again', (algorithm) => {
  const { authenticator, credential } = createRegistered({ algorithm })
  expect(readAssertion(authenticator.get(request), credential, expected)).toBe(2)
  expect(readAssertion(authenticator.get(request), { ...credential, counter: 2 }, expected)).toBe(3)
})

test('an authenticator that does not count signs too', () => {
  const { authenticator, credential } = createRegistered({ counts: false })
  expect(readAssertion(authenticator.get(request), credential, expected)).toBe(0)
})

const lies: readonly (readonly [string, ForgedValues])[] = [
  ['another origin', { origin: 'https://shelf.example.evil.example' }],
  ['another port', { origin: 'https://shelf.example:8443' }],
  ['http instead of https', { origin: 'http://shelf.example' }],
  ['another site', { rpId: 'evil.example' }],
  ['another challenge', { challenge: 'another' }],
  ['no challenge', { challenge: '' }],
  ['another act', { type: 'payment.get' }],
  ['a frame of another site', { crossOrigin: true }],
  ['nobody there', { isPresent: false }],
  ['nobody verified', { isVerified: false }],
]

describe.each(lies)('%s is refused', (_name, lie) => {
  test('of a new credential', () => {
    expect(readNewCredential(authenticatorOf().create(creation, lie), expected)).toBeUndefined()
  })

  test('of a signature', () => {
    const { authenticator, credential } = createRegistered()
    expect(readAssertion(authenticator.get(request, lie), credential, expected)).toBeUndefined()
  })
})

test('what one act signed is good for no other', () => {
  const { authenticator, credential } = createRegistered()
  const made = authenticator.create(creation, { type: 'webauthn.get' })
  expect(readNewCredential(made, expected)).toBeUndefined()
  const signed = authenticator.get(request, { type: 'webauthn.create' })
  expect(readAssertion(signed, credential, expected)).toBeUndefined()
})

test('a signature of another key, of other bytes or of none is refused', () => {
  const { authenticator, credential } = createRegistered()
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const forged = authenticator.get(request, { key: privateKey })
  expect(readAssertion(forged, credential, expected)).toBeUndefined()
  const right = authenticator.get(request)
  const other = authenticator.get(request)
  expect(readAssertion({ ...right, signature: other.signature }, credential, expected)).toBeUndefined()
  const spaced = Buffer.from(`${Buffer.from(right.clientDataJSON, 'base64url')} `).toString('base64url')
  expect(readAssertion({ ...right, clientDataJSON: spaced }, credential, expected)).toBeUndefined()
  for (const signature of ['', 'AA', randomBytes(64).toString('base64url')])
    expect(readAssertion({ ...right, signature }, credential, expected)).toBeUndefined()
})

test.each([
  [5, 5],
  [5, 4],
  [5, 0],
  [1, 0],
])('a counter that was %i and is %i is that of a copy', (known, counter) => {
  const { authenticator, credential } = createRegistered()
  const signed = authenticator.get(request, { counter })
  expect(readAssertion(signed, { ...credential, counter: known }, expected)).toBeUndefined()
})

test('a credential bears the id that its authenticator gave it', () => {
  const made = authenticatorOf().create(creation)
  expect(readNewCredential({ ...made, id: 'another' }, expected)).toBeUndefined()
})

test('only keys that were requested are taken, of a size that is quick to check', () => {
  const made = authenticatorOf().create(creation)
  const keys = [
    generateKeyPairSync('ec', { namedCurve: 'P-384' }),
    generateKeyPairSync('ec', { namedCurve: 'secp256k1' }),
    generateKeyPairSync('rsa', { modulusLength: 1_024 }),
    generateKeyPairSync('rsa', { modulusLength: 2_048, publicExponent: 3 }),
    generateKeyPairSync('x25519'),
    generateKeyPairSync('ed448'),
  ].map(({ publicKey }) => publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'))
  for (const publicKey of [...keys, 'AA', 'MAAA', made.publicKey.slice(0, 40)])
    expect(readNewCredential({ ...made, publicKey }, expected)).toBeUndefined()
})

test('whatever bytes arrive, they are refused and nothing is thrown', () => {
  const { authenticator, credential } = createRegistered()
  const [made, signed] = [authenticator.create(creation), authenticator.get(request)]
  const bytes = fc.uint8Array({ maxLength: 200 }).map((given) => Buffer.from(given).toString('base64url'))
  const json = fc.json().map((given) => Buffer.from(given).toString('base64url'))
  const cut = (text: string) => fc.nat({ max: text.length - 1 }).map((length) => text.slice(0, length))
  const damaged = (given: NewCredential | PasskeyAssertion) =>
    fc.constantFrom('clientDataJSON', 'authenticatorData', 'publicKey', 'signature').chain((field) => {
      const text = Object.entries(given).find(([name]) => name === field)?.[1]
      const value = typeof text === 'string' && text !== '' ? fc.oneof(bytes, json, cut(text)) : bytes
      return value.map((other) => (other === text ? {} : { [field]: other }))
    })
  fc.assert(
    fc.property(damaged(signed), (damage) => {
      const isDamaged = 'clientDataJSON' in damage || 'authenticatorData' in damage || 'signature' in damage
      const read = readAssertion({ ...signed, ...damage }, credential, expected)
      expect(read === undefined).toBe(isDamaged)
    }),
  )
  fc.assert(
    fc.property(damaged(made), (damage) => {
      const read = readNewCredential({ ...made, ...damage }, expected)
      if ('clientDataJSON' in damage || 'publicKey' in damage) expect(read).toBeUndefined()
    }),
  )
})

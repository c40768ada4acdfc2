/**
 * Checks what the standard (WebAuthn, level 3, sections 7.1 and 7.2) has a server check of a new credential and of a signature. Whatever
 * is wrong is refused alike. Browsers hand out the public key and the data of the authenticator by themselves (5.2.1.1), so that a
 * server which requires no attestation reads no CBOR.
 */
import { createHash, createPublicKey, type KeyObject, timingSafeEqual, verify } from 'node:crypto'
import type { NewCredential, PasskeyAssertion } from '@koedana/contract/passkeys.ts'
import * as v from 'valibot'

/** The site that browsers make credentials for. */
export interface RelyingParty {
  /** Its name without a port; a credential is good for this name alone. */
  readonly id: string
  /** Scheme, name and port of its pages. */
  readonly origin: string
}

export function relyingPartyOf(siteUrl: string): RelyingParty {
  const { hostname, origin } = new URL(siteUrl)
  return { id: hostname, origin }
}

/** The algorithms of keys, the best first: ES256, EdDSA (Ed25519), RS256 of older Windows. */
export const algorithms = [-7, -8, -257] as const

export interface Expected {
  readonly rp: RelyingParty
  readonly challenge: string
}

export interface Credential {
  readonly publicKey: string
  readonly counter: number
}

/** Returns what is kept of a new credential. Undefined if it is not what was requested. */
export function readNewCredential(credential: NewCredential, expected: Expected): Credential | undefined {
  const data = dataOf(credential, { ...expected, type: 'webauthn.create' })
  if (!data || data.credentialId !== credential.id) return undefined
  return keyOf(credential.publicKey) && { publicKey: credential.publicKey, counter: data.counter }
}

/** Returns how often the authenticator signed. Undefined if this credential did not sign what was requested. */
export function readAssertion(
  assertion: PasskeyAssertion,
  { publicKey, counter }: Credential,
  expected: Expected,
): number | undefined {
  const data = dataOf(assertion, { ...expected, type: 'webauthn.get' })
  const key = keyOf(publicKey)
  if (!data || !key || !isSigned(assertion, key)) return undefined
  // A number that does not grow is that of a copy: the key may be in other hands.
  const counts = data.counter > 0 || counter > 0
  return counts && data.counter <= counter ? undefined : data.counter
}

type Sent = Pick<PasskeyAssertion, 'clientDataJSON' | 'authenticatorData'>

/** The browser says in it what was requested, and by whose page. */
const ClientData = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({
    type: v.string(),
    challenge: v.string(),
    origin: v.string(),
    crossOrigin: v.optional(v.boolean(), false),
  }),
)

function dataOf(
  { clientDataJSON, authenticatorData }: Sent,
  { rp, challenge, type }: Expected & { readonly type: string },
): AuthenticatorData | undefined {
  const client = v.safeParse(ClientData, bytesOf(clientDataJSON).toString('utf8'))
  if (!client.success) return undefined
  const said = client.output
  if (said.type !== type || said.challenge !== challenge || said.origin !== rp.origin || said.crossOrigin)
    return undefined
  const data = readAuthenticatorData(bytesOf(authenticatorData))
  if (!data || !timingSafeEqual(data.rpIdHash, sha256(rp.id))) return undefined
  return data.isPresent && data.isVerified ? data : undefined
}

interface AuthenticatorData {
  readonly rpIdHash: Buffer
  readonly isPresent: boolean
  /** Whether the authenticator made sure who uses it: by a finger, a face or a code. */
  readonly isVerified: boolean
  readonly counter: number
  /** Only a new credential has it. */
  readonly credentialId: string | undefined
}

/**
 * Things lie at these offsets (6.1): a hash, a byte of flags, a counter; then, of a new credential, its maker, the
 * length of its id, the id.
 */
const flagsAt = 32
const counterAt = 33
const idLengthAt = 53
const idAt = 55
const flags = { present: 0x01, verified: 0x04, attested: 0x40 } as const

function readAuthenticatorData(bytes: Buffer): AuthenticatorData | undefined {
  if (bytes.length < counterAt + 4) return undefined
  const has = (flag: number) => (bytes.readUInt8(flagsAt) & flag) !== 0
  return {
    rpIdHash: bytes.subarray(0, flagsAt),
    isPresent: has(flags.present),
    isVerified: has(flags.verified),
    counter: bytes.readUInt32BE(counterAt),
    credentialId: has(flags.attested) ? credentialIdIn(bytes) : undefined,
  }
}

function credentialIdIn(bytes: Buffer): string | undefined {
  if (bytes.length < idAt) return undefined
  const end = idAt + bytes.readUInt16BE(idLengthAt)
  return end < bytes.length ? bytes.subarray(idAt, end).toString('base64url') : undefined
}

/** Returns undefined for anything but a key of the algorithms that were requested, of a size that is quick to check. */
function keyOf(publicKey: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: bytesOf(publicKey), format: 'der', type: 'spki' })
    return isOfUs(key) ? key : undefined
  } catch {
    return undefined
  }
}

const usualExponent = 65_537n

function isOfUs({ asymmetricKeyType, asymmetricKeyDetails = {} }: KeyObject): boolean {
  const { namedCurve, modulusLength = 0, publicExponent } = asymmetricKeyDetails
  if (asymmetricKeyType === 'ec') return namedCurve === 'prime256v1'
  if (asymmetricKeyType === 'rsa')
    return modulusLength >= 2_048 && modulusLength <= 4_096 && publicExponent === usualExponent
  return asymmetricKeyType === 'ed25519'
}

function isSigned(
  { clientDataJSON, authenticatorData, signature }: PasskeyAssertion,
  key: KeyObject,
): boolean {
  const signed = Buffer.concat([bytesOf(authenticatorData), sha256(bytesOf(clientDataJSON))])
  const algorithm = key.asymmetricKeyType === 'ed25519' ? null : 'sha256'
  return verify(algorithm, signed, key, bytesOf(signature))
}

const bytesOf = (text: string) => Buffer.from(text, 'base64url')
const sha256 = (given: string | Buffer) => createHash('sha256').update(given).digest()

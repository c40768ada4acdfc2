/**
 * Verifies new credentials and assertions as WebAuthn Level 3 requires (§7.1 and §7.2). All faults get the same response. Browsers
 * provide the public key and authenticator data separately (§5.2.1.1), so a server that requires no attestation needs no CBOR
 * parser.
 */
import { createHash, createPublicKey, type KeyObject, timingSafeEqual, verify } from 'node:crypto'
import type { NewCredential, PasskeyAssertion } from '@koedana/contract/passkeys.ts'
import * as v from 'valibot'

/** The site for which credentials are created (relying party). */
export interface RelyingParty {
  /** The host name without port. Credentials are valid only for this name. */
  readonly id: string
  readonly origin: string
}

export function relyingPartyOf(siteUrl: string): RelyingParty {
  const { hostname, origin } = new URL(siteUrl)
  return { id: hostname, origin }
}

/** Key algorithms in order of preference: ES256, EdDSA (Ed25519), and RS256 for older Windows. */
export const algorithms = [-7, -8, -257] as const

export interface ExpectedValues {
  readonly rp: RelyingParty
  readonly challenge: string
}

export interface Credential {
  readonly publicKey: string
  readonly counter: number
}

/** Returns the data to store for a new credential; undefined if it does not match the request. */
export function readNewCredential(
  credential: NewCredential,
  expected: ExpectedValues,
): Credential | undefined {
  const data = dataOf(credential, { ...expected, type: 'webauthn.create' })
  if (!data || data.credentialId !== credential.id) return undefined
  return keyOf(credential.publicKey) && { publicKey: credential.publicKey, counter: data.counter }
}

/** Returns the signature counter; undefined if the assertion is invalid. */
export function readAssertion(
  assertion: PasskeyAssertion,
  { publicKey, counter }: Credential,
  expected: ExpectedValues,
): number | undefined {
  const data = dataOf(assertion, { ...expected, type: 'webauthn.get' })
  const key = keyOf(publicKey)
  if (!data || !key || !isSigned(assertion, key)) return undefined
  // A counter that does not increase indicates a cloned authenticator.
  const counts = data.counter > 0 || counter > 0
  return counts && data.counter <= counter ? undefined : data.counter
}

type SentData = Pick<PasskeyAssertion, 'clientDataJSON' | 'authenticatorData'>

/** Written by the browser: what was requested, and the origin of the page. */
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
  { clientDataJSON, authenticatorData }: SentData,
  { rp, challenge, type }: ExpectedValues & { readonly type: string },
): AuthenticatorData | undefined {
  const client = v.safeParse(ClientData, bytesOf(clientDataJSON).toString('utf8'))
  if (!client.success) return undefined
  const clientData = client.output
  if (
    clientData.type !== type ||
    clientData.challenge !== challenge ||
    clientData.origin !== rp.origin ||
    clientData.crossOrigin
  )
    return undefined
  const data = readAuthenticatorData(bytesOf(authenticatorData))
  if (!data || !timingSafeEqual(data.rpIdHash, sha256(rp.id))) return undefined
  return data.isPresent && data.isVerified ? data : undefined
}

interface AuthenticatorData {
  readonly rpIdHash: Buffer
  readonly isPresent: boolean
  /** Whether the authenticator verified the user by fingerprint, face or PIN. */
  readonly isVerified: boolean
  readonly counter: number
  /** Only in new credentials. */
  readonly credentialId: string | undefined
}

/**
 * Offsets in the authenticator data (§6.1): hash of the domain, flags (1 byte), counter. For new credentials, followed by the
 * AAGUID, the length of the ID, and the ID.
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

/** Returns undefined unless the key uses a requested algorithm, with a size that is fast to verify. */
function keyOf(publicKey: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: bytesOf(publicKey), format: 'der', type: 'spki' })
    return isSupportedKey(key) ? key : undefined
  } catch {
    return undefined
  }
}

const defaultExponent = 65_537n

function isSupportedKey({ asymmetricKeyType, asymmetricKeyDetails = {} }: KeyObject): boolean {
  const { namedCurve, modulusLength = 0, publicExponent } = asymmetricKeyDetails
  if (asymmetricKeyType === 'ec') return namedCurve === 'prime256v1'
  if (asymmetricKeyType === 'rsa')
    return modulusLength >= 2_048 && modulusLength <= 4_096 && publicExponent === defaultExponent
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

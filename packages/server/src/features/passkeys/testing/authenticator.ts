/** A software authenticator: creates credentials and signs like a phone, or like an attacker. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type {
  NewCredential,
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRequest,
} from '@koedana/contract/passkeys.ts'

/** Values that a dishonest browser or authenticator sends instead of the correct ones. */
export interface ForgedValues {
  readonly origin?: string
  readonly rpId?: string
  readonly type?: string
  readonly challenge?: string
  readonly crossOrigin?: boolean
  readonly isPresent?: boolean
  readonly isVerified?: boolean
  readonly counter?: number
  readonly userHandle?: string
  readonly key?: KeyObject
  readonly credentialId?: string
}

export interface Authenticator {
  readonly create: (options: PasskeyCreation, lies?: ForgedValues) => NewCredential
  readonly get: (options: PasskeyRequest, lies?: ForgedValues) => PasskeyAssertion
  readonly credentialId: () => string
}

export interface AuthenticatorOptions {
  readonly origin?: string
  readonly algorithm?: 'ES256' | 'EdDSA' | 'RS256'
  /** Whether it counts signatures; synced passkeys do not. */
  readonly counts?: boolean
}

export function createAuthenticator({
  origin = 'http://localhost',
  algorithm = 'ES256',
  counts = true,
}: AuthenticatorOptions = {}): Authenticator {
  const { publicKey, privateKey } = pairOf(algorithm)
  let id = ''
  let userHandle = ''
  let counter = 0
  const next = () => (counts ? ++counter : 0)
  return {
    credentialId: () => id,
    create: ({ challenge, rp, user }, lies = {}) => {
      id = lies.credentialId ?? randomBytes(32).toString('base64url')
      userHandle = user.id
      const data = Buffer.concat([
        authenticatorData({ rpId: rp.id, counter: next(), flag: 0x40, ...lies }),
        attested(id, publicKey),
      ])
      return {
        id,
        clientDataJSON: clientData({ type: 'webauthn.create', challenge, origin, ...lies }),
        authenticatorData: data.toString('base64url'),
        publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
        transports: ['internal', 'hybrid'],
      }
    },
    get: ({ challenge, rpId }, lies = {}) => {
      const data = authenticatorData({ rpId, counter: next(), flag: 0, ...lies })
      const clientDataJSON = clientData({ type: 'webauthn.get', challenge, origin, ...lies })
      const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))])
      return {
        id: lies.credentialId ?? id,
        clientDataJSON,
        authenticatorData: data.toString('base64url'),
        signature: sign(algorithm === 'EdDSA' ? null : 'sha256', signed, lies.key ?? privateKey).toString(
          'base64url',
        ),
        userHandle: lies.userHandle ?? userHandle,
      }
    },
  }
}

function pairOf(algorithm: NonNullable<AuthenticatorOptions['algorithm']>) {
  if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519')
  if (algorithm === 'RS256') return generateKeyPairSync('rsa', { modulusLength: 2_048 })
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

const sha256 = (given: string | Buffer) => createHash('sha256').update(given).digest()

function clientData({ type, challenge, origin, crossOrigin = false }: ForgedValues): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin })).toString('base64url')
}

function authenticatorData({
  rpId = '',
  counter = 0,
  flag,
  isPresent = true,
  isVerified = true,
}: ForgedValues & { readonly flag: number }): Buffer {
  const flags = (isPresent ? 0x01 : 0) | (isVerified ? 0x04 : 0) | flag
  const rest = Buffer.alloc(5)
  rest.writeUInt8(flags)
  rest.writeUInt32BE(counter, 1)
  return Buffer.concat([sha256(rpId), rest])
}

/** The attested credential data: AAGUID, ID and the public key in CBOR (a map of five entries for ES256). */
function attested(id: string, publicKey: KeyObject): Buffer {
  const bytes = Buffer.from(id, 'base64url')
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const key = [Buffer.from('a5010203262001215820', 'hex'), Buffer.from(x, 'base64url')]
  const rest = [Buffer.from('225820', 'hex'), Buffer.from(y, 'base64url')]
  return Buffer.concat([Buffer.alloc(16), length, bytes, ...key, ...rest])
}

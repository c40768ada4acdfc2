/**
 * Passkeys (WebAuthn): login without name and password, and the passkeys of an account. Bytes are base64url, as in the browsers' JSON. Each
 * ceremony has two calls: the first returns a sealed state, which the second sends back.
 */
import * as v from 'valibot'
import { provenBy } from './fresh-proof.ts'
import { endpoint } from './kit/endpoint.ts'
import { LoginResult } from './session.ts'
import { RecordId } from './users.ts'

export const maxPasskeys = 20

export const PasskeyName = v.pipe(
  v.string('textExpected'),
  v.trim(),
  v.minLength(1, 'required'),
  v.maxLength(60, 'textTooLong'),
  v.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'textExpected'),
)

const bytes = (maxBytes: number) =>
  v.pipe(
    v.string('textExpected'),
    v.minLength(1, 'required'),
    v.maxLength(Math.ceil((maxBytes * 4) / 3), 'textTooLong'),
    v.regex(/^[\w-]*$/, 'textExpected'),
  )

/** WebAuthn allows up to 1,023 bytes. */
const CredentialId = bytes(1_023)
const ClientData = bytes(2_048)
/** Leaves room for authenticators that return more data than requested. */
const AuthenticatorData = bytes(4_096)

const Ceremony = v.pipe(
  v.string('textExpected'),
  v.maxLength(1_000, 'textTooLong'),
  v.regex(/^[\w.-]*$/, 'textExpected'),
)

const timed = { challenge: v.string(), timeout: v.number() }

/** `PublicKeyCredentialRequestOptionsJSON`. It lists no credentials: the user chooses one in the browser. */
export const PasskeyRequest = v.object({
  ...timed,
  rpId: v.string(),
  userVerification: v.literal('required'),
})
export type PasskeyRequest = v.InferOutput<typeof PasskeyRequest>

/** `PublicKeyCredentialCreationOptionsJSON`. */
export const PasskeyCreation = v.object({
  ...timed,
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  pubKeyCredParams: v.array(v.object({ type: v.literal('public-key'), alg: v.number() })),
  excludeCredentials: v.array(
    v.object({ type: v.literal('public-key'), id: v.string(), transports: v.array(v.string()) }),
  ),
  authenticatorSelection: v.object({
    residentKey: v.literal('required'),
    requireResidentKey: v.literal(true),
    userVerification: v.literal('required'),
  }),
  attestation: v.literal('none'),
})
export type PasskeyCreation = v.InferOutput<typeof PasskeyCreation>

/** An assertion signed by an authenticator; fields as in `AuthenticationResponseJSON`. */
export const PasskeyAssertion = v.object({
  id: CredentialId,
  clientDataJSON: ClientData,
  authenticatorData: AuthenticatorData,
  signature: bytes(1_024),
  /** The account that the credential names. */
  userHandle: v.optional(bytes(64)),
})
export type PasskeyAssertion = v.InferOutput<typeof PasskeyAssertion>

/** How browsers reach an authenticator. */
export const passkeyTransports = ['usb', 'nfc', 'ble', 'hybrid', 'internal'] as const

/** A new credential, as in `RegistrationResponseJSON`; `publicKey` is a SubjectPublicKeyInfo. No attestation is requested. */
export const NewCredential = v.object({
  id: CredentialId,
  clientDataJSON: ClientData,
  authenticatorData: AuthenticatorData,
  publicKey: bytes(2_048),
  transports: v.optional(
    v.pipe(v.array(v.picklist(passkeyTransports, 'valueUnknown')), v.maxLength(10, 'listTooLong')),
  ),
})
export type NewCredential = v.InferOutput<typeof NewCredential>

export const beginPasskeySignIn = endpoint({
  method: 'POST',
  path: '/auth/passkey/begin',
  access: 'public',
  rate: 'write',
  summary: 'Start a passkey login',
  description: 'Returns a challenge that is valid once, for five minutes, on every server.',
  response: v.object({ ceremony: v.string(), options: PasskeyRequest }),
})

export const signInByPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkey',
  access: 'public',
  rate: 'credential',
  summary: 'Log in with a passkey',
  description: 'An unknown passkey and an invalid signature return the same response (422).',
  body: v.object({ ceremony: Ceremony, credential: PasskeyAssertion }),
  response: LoginResult,
})

export const Passkey = v.object({
  id: v.string(),
  name: v.string(),
  /** The relying party (host name) that it was created for; it works for no other. */
  rpId: v.string(),
  createdAt: v.string(),
  lastUsedAt: v.nullable(v.string()),
})
export type Passkey = v.InferOutput<typeof Passkey>

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/account/passkeys',
  access: 'member',
  rate: 'read',
  summary: 'List your passkeys',
  description: 'Newest first, and the origin at which new ones work.',
  /** `origin`: the origin at which browsers can create and use passkeys. */
  response: v.object({ items: v.array(Passkey), origin: v.string() }),
})

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/account/passkeys/begin',
  access: 'member',
  rate: 'credential',
  summary: 'Start adding a passkey',
  description: 'Needs a fresh proof (`GET /account/proof`).',
  body: v.object(provenBy),
  response: v.object({ ceremony: v.string(), options: PasskeyCreation }),
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/account/passkeys',
  access: 'member',
  rate: 'credential',
  status: 201,
  summary: 'Add a passkey',
  body: v.object({ ceremony: Ceremony, name: PasskeyName, credential: NewCredential }),
  response: Passkey,
})

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/account/passkeys/:id',
  access: 'member',
  rate: 'write',
  summary: 'Rename a passkey',
  params: v.object({ id: RecordId }),
  body: v.object({ name: PasskeyName }),
  response: Passkey,
})

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/account/passkeys/:id',
  access: 'member',
  rate: 'write',
  summary: 'Remove a passkey',
  description: 'Ends other sessions that were opened with it. 409 if it is the only way to log in.',
  params: v.object({ id: RecordId }),
})

export const passkeyEndpoints = {
  beginPasskeySignIn,
  signInByPasskey,
  listPasskeys,
  beginPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
} as const

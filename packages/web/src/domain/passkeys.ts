/**
 * Passkeys in this browser; converts between its bytes and the API's base64url. The native `toJSON` and `parseCreationOptionsFromJSON` are
 * missing in some target browsers and in some password managers that replace them.
 */
import type { Call } from '@koedana/contract/kit/client.ts'
import {
  beginPasskeySignIn,
  type NewCredential,
  type PasskeyAssertion,
  type PasskeyCreation,
  type PasskeyRequest,
  passkeyTransports,
  signInByPasskey,
} from '@koedana/contract/passkeys.ts'
import type { LoginResult } from '@koedana/contract/session.ts'

/** Returns why passkeys are not available on this page; undefined if they are. */
export function passkeyObstacle(): 'insecure' | 'unsupported' | 'notAnAddress' | undefined {
  if (!window.isSecureContext) return 'insecure'
  if (!('PublicKeyCredential' in window)) return 'unsupported'
  return /^[\d.]+$|:/.test(location.hostname) ? 'notAnAddress' : undefined
}

/** Rejects with a `DOMException` if the user cancels or the browser cannot create one. */
export async function createPasskey(options: PasskeyCreation): Promise<NewCredential> {
  const { challenge, user, excludeCredentials, pubKeyCredParams, ...publicKey } = options
  const credential = await navigator.credentials.create({
    publicKey: {
      ...publicKey,
      challenge: bytesOf(challenge),
      user: { ...user, id: bytesOf(user.id) },
      pubKeyCredParams: [...pubKeyCredParams],
      excludeCredentials: excludeCredentials.map(({ id, type, transports }) => ({
        id: bytesOf(id),
        type,
        transports: passkeyTransports.filter((known) => transports.includes(known)),
      })),
    },
  })
  if (!isPublicKey(credential) || !(credential.response instanceof AuthenticatorAttestationResponse))
    throw new DOMException('no public key', 'NotSupportedError')
  const { response } = credential
  const spki = response.getPublicKey()
  if (!spki) throw new DOMException('an algorithm that was not requested', 'NotSupportedError')
  const transports = response.getTransports()
  return {
    id: credential.id,
    clientDataJSON: textOf(response.clientDataJSON),
    authenticatorData: textOf(response.getAuthenticatorData()),
    publicKey: textOf(spki),
    transports: passkeyTransports.filter((known) => transports.includes(known)),
  }
}

export interface CredentialRequest {
  readonly signal?: AbortSignal
  /** `conditional`: offered only in the autofill of the username field. */
  readonly mediation?: CredentialMediationRequirement
}

/** Rejects with a `DOMException` if the user cancels or the browser has no passkey. */
async function requestPasskey(
  { challenge, ...options }: PasskeyRequest,
  request: CredentialRequest,
): Promise<PasskeyAssertion> {
  const publicKey = { ...options, challenge: bytesOf(challenge) }
  const credential = await navigator.credentials.get({ ...request, publicKey })
  if (!isPublicKey(credential) || !(credential.response instanceof AuthenticatorAssertionResponse))
    throw new DOMException('no public key', 'NotSupportedError')
  const { clientDataJSON, authenticatorData, signature, userHandle } = credential.response
  return {
    id: credential.id,
    clientDataJSON: textOf(clientDataJSON),
    authenticatorData: textOf(authenticatorData),
    signature: textOf(signature),
    ...(userHandle && { userHandle: textOf(userHandle) }),
  }
}

/** Logs in with a passkey of this browser. Rejects like `requestPasskey` or like a call. */
export async function signInWithPasskey(call: Call, request: CredentialRequest): Promise<LoginResult> {
  const { ceremony, options } = await call(beginPasskeySignIn, {}, request.signal)
  const credential = await requestPasskey(options, request)
  return call(signInByPasskey, { body: { ceremony, credential } })
}

/** Returns the kind of a failed browser request; undefined for other errors. */
export function passkeyErrorKind(error: unknown): 'cancelled' | 'already' | 'notHere' | undefined {
  if (!(error instanceof DOMException)) return undefined
  if (error.name === 'InvalidStateError') return 'already'
  return error.name === 'NotAllowedError' || error.name === 'AbortError' ? 'cancelled' : 'notHere'
}

const isPublicKey = (credential: Credential | null): credential is PublicKeyCredential =>
  credential instanceof PublicKeyCredential

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  )

const textOf = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

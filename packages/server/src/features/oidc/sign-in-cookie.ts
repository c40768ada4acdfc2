/** The state of a login in progress, in a sealed cookie of one browser: valid for some minutes, not readable by scripts. */
import type { IncomingHttpHeaders } from 'node:http'
import { type ErrorCode, errorStatus } from '@koedana/contract/errors.ts'
import * as v from 'valibot'
import { isSealed, type Vault } from '../../lib/vault.ts'

/** Long enough to get a phone for the second factor. */
export const signInMs = 10 * 60_000

const codes = Object.keys(errorStatus).filter((name): name is ErrorCode => Object.hasOwn(errorStatus, name))

/** `begun`: at the provider. `ended`: back, with a session to claim. `linked`: an identity was linked. `failed`: with a reason. */
const Progress = v.variant('step', [
  v.object({
    step: v.literal('begun'),
    state: v.string(),
    nonce: v.string(),
    verifier: v.string(),
    issuer: v.string(),
    callbackUrl: v.string(),
    sessionId: v.nullable(v.string()),
    redirect: v.string(),
    endsAt: v.number(),
  }),
  v.object({ step: v.literal('ended'), state: v.string(), redirect: v.string(), endsAt: v.number() }),
  v.object({ step: v.literal('linked'), redirect: v.string(), endsAt: v.number() }),
  v.object({ step: v.literal('failed'), code: v.picklist(codes), endsAt: v.number() }),
])
export type LoginProgress = v.InferOutput<typeof Progress>
export type BegunLogin = Extract<LoginProgress, { step: 'begun' }>

const name = 'koedana.sign-in'
const purpose = 'signInCookie'

/** Returns the `Set-Cookie` header; undefined progress removes the cookie. */
export function cookieOf(
  vault: Vault,
  progress: LoginProgress | undefined,
  { isHttps, path }: { readonly isHttps: boolean; readonly path: string },
): string {
  const value = progress ? vault.seal(JSON.stringify(progress), purpose) : ''
  const seconds = progress ? signInMs / 1000 : 0
  const secure = isHttps ? '; Secure' : ''
  return `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}

/** Returns undefined if there is no valid cookie of this server, or if it has expired. */
export function progressIn(vault: Vault, { cookie = '' }: IncomingHttpHeaders, now: Date) {
  const given = cookie
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)
  const opened = given !== undefined && isSealed(given) ? tryOpen(vault, given) : undefined
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), Progress), opened)
  return read.success && read.output.endsAt > now.getTime() ? read.output : undefined
}

/** Returns undefined if the value was not sealed by this server, or if the key has changed. */
function tryOpen(vault: Vault, sealed: string): string | undefined {
  try {
    return vault.open(sealed, purpose)
  } catch {
    return undefined
  }
}

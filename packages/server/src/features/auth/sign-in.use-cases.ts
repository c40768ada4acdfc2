import type { ErrorCode } from '@koedana/contract/errors.ts'
import type { SignedIn } from '@koedana/contract/session.ts'
import { takesPassword } from '../../domain/oidc.rules.ts'
import type { UserRow } from '../../domain/user.rules.ts'
import { AppError } from '../../lib/app-error.ts'
import type { AuthSources } from './auth-sources.ts'
import { secretKindOf } from './limiter.rules.ts'
import { acceptOldPassword } from './old-passwords.ts'
import { findUserByName } from './session.store.ts'
import type { Caller, Entry } from './sessions.ts'

export interface Credential {
  readonly username: string
  readonly password: string
}

/**
 * Logs in. An unknown name and a wrong password get the same response after the same time. That an account is disabled, or must use
 * the provider, is revealed only to callers who know the password.
 */
export async function signIn(
  sources: AuthSources,
  { username, password }: Credential,
  caller: Caller & { readonly deviceId?: string | undefined },
): Promise<SignedIn> {
  const { db, limiter, audit } = sources
  const { address, isGone, deviceId } = caller
  const named = await findUserByName(db, username)
  const claim = { address, username, secret: password, kind: secretKindOf(password), deviceId }
  const outcome = await limiter.attempt(claim, () => provenUser(sources, named, { password, isGone }))
  if (outcome.type === 'right') return openProven(sources, outcome.value, { caller })
  if (!outcome.isRepetition)
    await audit.record({ act: 'signInFailed', username: named?.username ?? null, address })
  throw new AppError('wrongCredentials')
}

export interface Proven {
  readonly caller: Caller
  /** How the person was authenticated, for the audit log; absent for passwords. */
  readonly by?: string
  readonly entry?: Entry
}

/** Opens a session for an authenticated person, if the account is active and may log in without the provider. */
export async function openProven(
  { sessions, audit, oidcSite }: Pick<AuthSources, 'sessions' | 'audit' | 'oidcSite'>,
  user: UserRow,
  { caller, by, entry }: Proven,
): Promise<SignedIn> {
  const { username } = user
  const { address } = caller
  const refuse = async (code: ErrorCode, why: string): Promise<never> => {
    const detail = by === undefined ? why : `${by} ${why}`
    await audit.record({ act: 'signInFailed', username, address, detail })
    throw new AppError(code)
  }
  if (user.status !== 'active') return refuse('accountDisabled', user.status)
  if (!takesPassword(oidcSite.current(), user.role)) return refuse('passwordSignInOff', 'passwordSignInOff')
  const signedIn = await sessions.open(user, caller, entry)
  await audit.record({ act: 'signedIn', username, address, ...(by !== undefined && { detail: by }) })
  return signedIn
}

interface Typed extends Pick<Credential, 'password'>, Pick<Caller, 'isGone'> {}

/** Returns the account if the password is right; otherwise undefined. A hash imported from another program is replaced. */
async function provenUser(
  sources: AuthSources,
  named: UserRow | undefined,
  { password, isGone }: Typed,
): Promise<UserRow | undefined> {
  const isRight = await sources.passwords.isRight(named?.password_hash, password, isGone)
  if (isRight) return named
  return acceptOldPassword(sources, named, password)
}

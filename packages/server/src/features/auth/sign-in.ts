import type { ErrorCode } from '@koedana/contract/errors.ts'
import type { LoginResult } from '@koedana/contract/session.ts'
import { allowsPassword } from '../../domain/oidc.rules.ts'
import type { UserRow } from '../../domain/user.rules.ts'
import { AppError } from '../../lib/app-error.ts'
import type { AuthSources } from './auth-sources.ts'
import { acceptImportedPassword } from './imported-passwords.ts'
import { secretKindOf } from './limiter.rules.ts'
import { findUserByName } from './session.store.ts'
import type { Caller, LoginMethod } from './sessions.ts'

export interface PasswordCredential {
  readonly username: string
  readonly password: string
}

/**
 * Logs in. An unknown name and a wrong password get the same response after the same time. That an account is disabled, or must use
 * the provider, is revealed only to callers who know the password.
 */
export async function signIn(
  sources: AuthSources,
  { username, password }: PasswordCredential,
  caller: Caller & { readonly deviceId?: string | undefined },
): Promise<LoginResult> {
  const { db, limiter, audit } = sources
  const { address, isGone, deviceId } = caller
  const named = await findUserByName(db, username)
  const claim = { address, username, secret: password, kind: secretKindOf(password), deviceId }
  const outcome = await limiter.attempt(claim, () => verifyUser(sources, named, { password, isGone }))
  if (outcome.type === 'right') return openAuthenticated(sources, outcome.value, { caller })
  if (!outcome.isRepetition)
    await audit.record({ act: 'signInFailed', username: named?.username ?? null, address })
  throw new AppError('wrongCredentials')
}

export interface ProvenLogin {
  readonly caller: Caller
  /** How the person was authenticated, for the audit log; absent for passwords. */
  readonly by?: string
  readonly entry?: LoginMethod
}

/** Opens a session for an authenticated person, if the account is active and may log in without the provider. */
export async function openAuthenticated(
  { sessions, audit, oidcSite }: Pick<AuthSources, 'sessions' | 'audit' | 'oidcSite'>,
  user: UserRow,
  { caller, by, entry }: ProvenLogin,
): Promise<LoginResult> {
  const { username } = user
  const { address } = caller
  const refuse = async (code: ErrorCode, why: string): Promise<never> => {
    const detail = by === undefined ? why : `${by} ${why}`
    await audit.record({ act: 'signInFailed', username, address, detail })
    throw new AppError(code)
  }
  if (user.status !== 'active') return refuse('accountDisabled', user.status)
  if (!allowsPassword(oidcSite.current(), user.role)) return refuse('passwordSignInOff', 'passwordSignInOff')
  const signedIn = await sessions.open(user, caller, entry)
  await audit.record({ act: 'signedIn', username, address, ...(by !== undefined && { detail: by }) })
  return signedIn
}

interface PasswordCheck extends Pick<PasswordCredential, 'password'>, Pick<Caller, 'isGone'> {}

/** Returns the account if the password is right; otherwise undefined. A hash imported from another program is replaced. */
async function verifyUser(
  sources: AuthSources,
  named: UserRow | undefined,
  { password, isGone }: PasswordCheck,
): Promise<UserRow | undefined> {
  const isRight = await sources.passwords.isRight(named?.password_hash, password, isGone)
  if (isRight) return named
  return acceptImportedPassword(sources, named, password)
}

/** Signing in with what somebody knows, for any API. */
import type { SignedIn } from '@koedana/contract/session.ts'
import { takesPassword } from '../../domain/oidc.rules.ts'
import type { UserRow } from '../../domain/user.rules.ts'
import { AppError } from '../../lib/app-error.ts'
import type { AuthSources } from './auth-sources.ts'
import { acceptOldPassword } from './old-passwords.ts'
import { findUserByName } from './session.store.ts'
import type { Caller } from './sessions.ts'

export interface Credential {
  readonly username: string
  readonly password: string
}

/**
 * An unknown name and a wrong password get one response after one length of time. That an account is disabled, or has to
 * come by the provider, is said only to somebody who knows its password.
 */
export async function signIn(
  sources: AuthSources,
  { username, password }: Credential,
  caller: Caller,
): Promise<SignedIn> {
  const { db, limiter, sessions, audit, oidcSite } = sources
  const { address } = caller
  const attempt = await limiter.attempt({ address, username })
  const named = await findUserByName(db, username)
  const user = await provenUser(sources, named, password).catch(async (error: unknown) => {
    await attempt.giveBack()
    throw error
  })
  const by = { username: named?.username ?? null, address }
  if (!user) {
    await audit.record({ act: 'signInFailed', ...by })
    throw new AppError('wrongCredentials')
  }
  await attempt.succeed()
  if (user.status !== 'active') {
    await audit.record({ act: 'signInFailed', ...by, detail: user.status })
    throw new AppError('accountDisabled')
  }
  if (!takesPassword(oidcSite.current(), user.role)) {
    await audit.record({ act: 'signInFailed', ...by, detail: 'passwordSignInOff' })
    throw new AppError('passwordSignInOff')
  }
  const signedIn = await sessions.open(user, caller)
  await audit.record({ act: 'signedIn', ...by })
  return signedIn
}

/** The account as it is once its password is proven; undefined if it is not. A password of another program is replaced. */
async function provenUser(
  sources: AuthSources,
  named: UserRow | undefined,
  password: string,
): Promise<UserRow | undefined> {
  const isRight = await sources.passwords.isRight(named?.password_hash, password)
  if (isRight) return named
  return acceptOldPassword(sources, named, password)
}

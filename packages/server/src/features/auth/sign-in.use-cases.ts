/** Signing in with what somebody knows, for any API. */
import type { SignedIn } from '@koedana/contract/session.ts'
import { takesPassword } from '../../domain/oidc.rules.ts'
import { AppError } from '../../lib/app-error.ts'
import type { AuthSources } from './auth-sources.ts'
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
  {
    db,
    limiter,
    sessions,
    passwords,
    audit,
    oidcSite,
  }: Pick<AuthSources, 'db' | 'limiter' | 'sessions' | 'passwords' | 'audit' | 'oidcSite'>,
  { username, password }: Credential,
  caller: Caller,
): Promise<SignedIn> {
  const { address } = caller
  const attempt = await limiter.attempt({ address, username })
  const user = await findUserByName(db, username)
  const isRight = await passwords.isRight(user?.password_hash, password).catch(async (error: unknown) => {
    await attempt.giveBack()
    throw error
  })
  const by = { username: user?.username ?? null, address }
  if (!user || !isRight) {
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

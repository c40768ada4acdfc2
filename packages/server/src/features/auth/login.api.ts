/** Signing in by name and password. */
import type { login } from '@koedana/contract/auth.ts'
import type { Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { isPassword } from '../../lib/password.ts'
import { type AuthSources, callerOf } from './auth-sources.ts'
import { findUserByName } from './session.store.ts'

/**
 * An unknown name and a wrong password are one answer after one length of time. That an account is disabled is told
 * only to who knows its password.
 */
export function loginHandler({ db, limiter, sessions, audit }: AuthSources): Handler<typeof login> {
  return async ({ body: { username, password } }, context) => {
    const attempt = await limiter.attempt({ address: context.address, username })
    const user = await findUserByName(db, username)
    const isRight = await isPassword(user?.password_hash, password).catch(async (error: unknown) => {
      await attempt.giveBack()
      throw error
    })
    const by = { username: user?.username ?? null, address: context.address }
    if (!user || !isRight) {
      await audit.record({ act: 'signInFailed', ...by })
      throw new AppError('wrongCredentials')
    }
    await attempt.succeed()
    if (user.status !== 'active') {
      await audit.record({ act: 'signInFailed', ...by, detail: user.status })
      throw new AppError('accountDisabled')
    }
    const signedIn = await sessions.open(user, callerOf(context))
    await audit.record({ act: 'signedIn', ...by })
    return signedIn
  }
}

/** Whoever is signed in says the password once more, before something that outlasts a stolen session. */
import type { Context } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { type AuthSources, personOf } from './auth-sources.ts'

interface Proof {
  /** That of the account; null where it has no password. */
  readonly passwordHash: string | null
  readonly password: string
}

/** It is guessed no faster than at the login, and a wrong one is written down. Throws `wrongPassword`. */
export async function provePassword(
  { passwords, limiter, audit }: Pick<AuthSources, 'passwords' | 'limiter' | 'audit'>,
  { passwordHash, password }: Proof,
  context: Context,
): Promise<void> {
  const by = { username: personOf(context).user.username, address: context.address }
  const attempt = await limiter.attempt(by)
  const isRight = await passwords
    .isRight(passwordHash, password, context.isGone)
    .catch(async (error: unknown) => {
      await attempt.giveBack()
      throw error
    })
  if (!isRight) {
    await audit.record({ act: 'signInFailed', ...by, detail: 'password' })
    throw new AppError('wrongPassword')
  }
  await attempt.succeed()
}

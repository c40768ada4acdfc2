import type { Context } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { type AuthSources, requirePerson } from './auth-sources.ts'

interface Proof {
  readonly passwordHash: string | null
  readonly password: string
}

/**
 * Verifies the password of a logged-in person again, before an action that outlasts a stolen session. Only the account's own
 * sessions count against the limit, so strangers cannot exhaust it. Throws `wrongPassword`.
 */
export async function verifyOwnPassword(
  { passwords, limiter, audit }: Pick<AuthSources, 'passwords' | 'limiter' | 'audit'>,
  { passwordHash, password }: Proof,
  context: Context,
): Promise<void> {
  const by = { username: requirePerson(context).user.username, address: context.address }
  const outcome = await limiter.attempt({ ...by, secret: password, hasSession: true }, async () =>
    (await passwords.isRight(passwordHash, password, context.isGone)) ? true : undefined,
  )
  if (outcome.type === 'right') return
  if (!outcome.isRepetition) await audit.record({ act: 'signInFailed', ...by, detail: 'password' })
  throw new AppError('wrongPassword')
}

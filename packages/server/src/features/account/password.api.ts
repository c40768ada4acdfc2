/** A new password for oneself. */
import type { changePassword } from '@koedana/contract/account.ts'
import { appendChanges } from '../../db/changes.ts'
import { writeTogether } from '../../db/write.ts'
import type { Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { hashPassword, isPassword } from '../../lib/password.ts'
import { type AuthSources, personOf } from '../auth/auth-sources.ts'
import { refuseCommon } from '../auth/common-passwords.ts'
import { deleteSessions } from '../auth/session.store.ts'
import { getUserRow, replacePassword } from './account.store.ts'

/** Whoever holds a stolen session guesses the password no faster than at the door. */
export function changePasswordHandler(sources: AuthSources): Handler<typeof changePassword> {
  const { db, write, sessions, limiter, audit, now } = sources
  return async ({ body: { currentPassword, newPassword } }, context) => {
    const { user, userKey } = personOf(context)
    const attempt = await limiter.attempt({ address: context.address, username: user.username })
    const row = await getUserRow(db, userKey)
    const by = { username: user.username, address: context.address }
    const isRight = await isPassword(row.password_hash, currentPassword).catch(async (error: unknown) => {
      await attempt.giveBack()
      throw error
    })
    if (!isRight) {
      await audit.record({ act: 'signInFailed', ...by, detail: 'password' })
      throw new AppError('wrongPassword')
    }
    await attempt.succeed()
    await refuseCommon(newPassword, 'body.newPassword')
    const hash = await hashPassword(newPassword)
    await writeTogether(write, async (tx) => {
      if (!(await replacePassword(tx, row, { hash, at: now().toISOString() }))) throw new AppError('conflict')
      await deleteSessions(tx, userKey, 'all')
      await appendChanges(tx, 'user', [userKey])
    })
    sessions.forget([userKey])
    await audit.record({ act: 'passwordChanged', ...by })
  }
}

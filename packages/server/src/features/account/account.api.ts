/** The own account: its name. What else one may not change of oneself is not in the contract. */
import type { getAccount, updateAccount } from '@koedana/contract/account.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { appendChanges } from '../../db/changes.ts'
import { writeTogether } from '../../db/write.ts'
import { userOf } from '../../domain/user.rules.ts'
import type { Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { type AuthSources, personOf } from '../auth/auth-sources.ts'
import { renameUser } from './account.store.ts'

export const getAccountHandler: Handler<typeof getAccount> = (_asked, context) => personOf(context).user

export function updateAccountHandler({ write, sessions, now }: AuthSources): Handler<typeof updateAccount> {
  return async ({ body: { username } }, context) => {
    const { user, userKey } = personOf(context)
    if (user.role === roleOf.guest) throw new AppError('forbidden')
    if (username === undefined || username === user.username) return user
    const renamed = await writeTogether(write, async (tx) => {
      const row = await renameUser(tx, userKey, { username, at: now().toISOString() })
      if (!row) throw new AppError('usernameTaken')
      await appendChanges(tx, 'user', [userKey])
      return row
    })
    sessions.forget([userKey])
    return userOf(renamed)
  }
}

/** What the command line does to accounts; a running server learns of it by the change feed. */
import { appendChanges, writeTogether } from '../../db/changes.ts'
import type { Db } from '../../db/schema.ts'
import type { UserRow } from '../../domain/user.rules.ts'
import { deleteAppPasswords } from '../app-passwords/app-passwords.store.ts'
import { insertAudit } from '../audit/audit.store.ts'
import { insertAccount, type NewAccount } from '../auth/new-account.store.ts'
import { deleteSessions } from '../auth/session.store.ts'
import { setPassword } from './users.store.ts'

/** Returns whether it was made: not if the name is taken. */
export function addAccount(write: Db, account: NewAccount): Promise<boolean> {
  return writeTogether(write, async (tx) => {
    const row = await insertAccount(tx, account)
    if (!row) return false
    await appendChanges(tx, 'user', [row.key])
    await insertAudit(tx, {
      ...byCommand(account.at),
      detail: `koedana user add ${row.username} role=${row.role}`,
    })
    return true
  })
}

/** Its sessions end. Undefined without such an account, and for a guest, who has no password. */
export function resetPassword(
  write: Db,
  change: { username: string; passwordHash: string; at: string },
): Promise<UserRow | undefined> {
  return writeTogether(write, async (tx) => {
    const row = await setPassword(tx, change)
    if (!row) return undefined
    await deleteSessions(tx, row.key, 'all')
    await deleteAppPasswords(tx, row.key)
    await appendChanges(tx, 'user', [row.key])
    await insertAudit(tx, { ...byCommand(change.at), detail: `koedana user reset-password ${row.username}` })
    return row
  })
}

const byCommand = (at: string) => ({ at, act: 'administered' as const, username: null, address: '' })

/** Accounts as the command line reads and changes them. */
import { roleOf } from '@koedana/contract/values.ts'
import type { Db } from '../../db/schema.ts'
import { type UserRow, usernameKeyOf } from '../../domain/user.rules.ts'

export function listUserRows(db: Db): Promise<UserRow[]> {
  return db.selectFrom('user').selectAll().orderBy('username_key').execute()
}

export function setPassword(
  tx: Db,
  { username, passwordHash, at }: { username: string; passwordHash: string; at: string },
): Promise<UserRow | undefined> {
  return tx
    .updateTable('user')
    .set({ password_hash: passwordHash, updated_at: at })
    .where('username_key', '=', usernameKeyOf(username))
    .where('role', '!=', roleOf.guest)
    .returningAll()
    .executeTakeFirst()
}

/** What people change of their own account. Each runs inside `writeTogether`, where writers take turns. */
import type { Db } from '../../db/schema.ts'
import { type UserRow, usernameKeyOf } from '../users/user.rules.ts'

export function getUserRow(db: Db, userKey: number): Promise<UserRow> {
  return db.selectFrom('user').selectAll().where('key', '=', userKey).executeTakeFirstOrThrow()
}

/** Undefined where somebody else has the name. */
export function renameUser(
  tx: Db,
  userKey: number,
  { username, at }: { username: string; at: string },
): Promise<UserRow | undefined> {
  const username_key = usernameKeyOf(username)
  return tx
    .updateTable('user')
    .set({ username, username_key, updated_at: at })
    .where('key', '=', userKey)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('user as other')
            .select('other.key')
            .where('other.username_key', '=', username_key)
            .where('other.key', '!=', userKey),
        ),
      ),
    )
    .returningAll()
    .executeTakeFirst()
}

/** Whether it did: not where the password changed since it was proved. */
export async function replacePassword(
  tx: Db,
  { key, password_hash }: UserRow,
  { hash, at }: { hash: string; at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('user')
    .set({ password_hash: hash, updated_at: at })
    .where('key', '=', key)
    .where('password_hash', 'is not distinct from', password_hash)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

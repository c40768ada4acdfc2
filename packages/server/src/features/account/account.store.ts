/** Saves what people change of their own account. Each runs inside `writeTogether`, where writers take turns. */
import type { Db } from '../../db/schema.ts'
import { isNameTaken } from '../../domain/look-alike.store.ts'
import { nameColumns, type UserRow } from '../../domain/user.rules.ts'

export function getUserRow(db: Db, userKey: number): Promise<UserRow> {
  return db.selectFrom('user').selectAll().where('key', '=', userKey).executeTakeFirstOrThrow()
}

/** Returns undefined if somebody else has the name, or one that looks like it. */
export async function renameUser(
  tx: Db,
  userKey: number,
  { username, at }: { username: string; at: string },
): Promise<UserRow | undefined> {
  if (await isNameTaken(tx, username, userKey)) return undefined
  return tx
    .updateTable('user')
    .set({ ...nameColumns(username), updated_at: at })
    .where('key', '=', userKey)
    .returningAll()
    .executeTakeFirst()
}

/** Returns whether it did: not if the password changed since it was proved. */
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

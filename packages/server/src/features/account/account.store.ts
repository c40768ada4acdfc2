/** Writes changes of the own account. Call these functions inside `writeInTurn`. */
import type { Db } from '../../db/schema.ts'
import { nameColumns, type UserRow } from '../../domain/user.rules.ts'
import { isNameTaken } from '../../domain/username-taken.store.ts'

export function getUserRow(db: Db, userKey: number): Promise<UserRow> {
  return db.selectFrom('user').selectAll().where('key', '=', userKey).executeTakeFirstOrThrow()
}

/** Returns undefined if another account has the name or a confusable one. */
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

/** Returns false if the password changed after it was verified. */
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

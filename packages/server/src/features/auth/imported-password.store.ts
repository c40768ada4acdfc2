import type { Db } from '../../db/schema.ts'
import type { UserRow } from '../../domain/user.rules.ts'

export async function findOldPassword(db: Db, userKey: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('old_password')
    .select('sealed')
    .where('user_key', '=', userKey)
    .executeTakeFirst()
  return row?.sealed
}

export async function insertOldPassword(tx: Db, userKey: number, sealed: string): Promise<void> {
  await tx.insertInto('old_password').values({ user_key: userKey, sealed }).execute()
}

/** Stores the new hash and deletes the old one. Returns undefined if the account has a password by now. */
export async function replaceOldPassword(
  tx: Db,
  { userKey, hash, at }: { readonly userKey: number; readonly hash: string; readonly at: string },
): Promise<UserRow | undefined> {
  const row = await tx
    .updateTable('user')
    .set({ password_hash: hash, updated_at: at })
    .where('key', '=', userKey)
    .where('password_hash', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (row) await tx.deleteFrom('old_password').where('user_key', '=', userKey).execute()
  return row
}

/** Deletes the imported hashes of accounts that have a password. */
export async function deleteUsedPasswords(tx: Db): Promise<void> {
  const settled = tx.selectFrom('user').select('key').where('password_hash', 'is not', null)
  await tx.deleteFrom('old_password').where('user_key', 'in', settled).execute()
}

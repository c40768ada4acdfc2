import type { Selectable } from 'kysely'
import type { Db } from '../../db/schema.ts'
import type { AppPasswordTable } from '../../db/tables/accounts.ts'

export type AppPasswordRow = Selectable<AppPasswordTable>

/** Returns the app passwords of an account, newest first. */
export function listRows(db: Db, userKey: number): Promise<AppPasswordRow[]> {
  return db
    .selectFrom('app_password')
    .selectAll()
    .where('user_key', '=', userKey)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export function findByHash(db: Db, hash: string): Promise<AppPasswordRow | undefined> {
  return db.selectFrom('app_password').selectAll().where('secret_hash', '=', hash).executeTakeFirst()
}

export async function insertRow(tx: Db, row: AppPasswordRow): Promise<void> {
  await tx.insertInto('app_password').values(row).execute()
}

export async function noteUse(
  db: Db,
  id: string,
  { at, address, client }: { at: string; address: string; client: string },
): Promise<void> {
  await db
    .updateTable('app_password')
    .set({ last_used_at: at, last_address: address, last_client: client })
    .where('id', '=', id)
    .execute()
}

/** Deletes an app password with its sessions. Returns false if it does not exist. */
export async function deleteRow(tx: Db, userKey: number, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('app_password')
    .where('user_key', '=', userKey)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes all app passwords of an account with their sessions. */
export async function deleteAppPasswords(tx: Db, userKey: number): Promise<void> {
  await tx.deleteFrom('app_password').where('user_key', '=', userKey).execute()
}

/** Passkeys in the database. Functions that write run inside `writeInTurn`, where writers take turns, except `noteUse`. */
import type { Selectable } from 'kysely'
import type { Db } from '../../db/schema.ts'
import type { PasskeyTable } from '../../db/tables/accounts.ts'
import type { UserRow } from '../../domain/user.rules.ts'

export type PasskeyRow = Selectable<PasskeyTable>

export function listRows(db: Db, userKey: number): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkey')
    .selectAll()
    .where('user_key', '=', userKey)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function findCredential(
  db: Db,
  { rpId, credentialId }: { rpId: string; credentialId: string },
): Promise<{ passkey: PasskeyRow; user: UserRow } | undefined> {
  const passkey = await db
    .selectFrom('passkey')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .where('rp_id', '=', rpId)
    .executeTakeFirst()
  if (!passkey) return undefined
  const user = await db.selectFrom('user').selectAll().where('key', '=', passkey.user_key).executeTakeFirst()
  return user && { passkey, user }
}

/** Returns false if the credential already exists. */
export async function insertRow(tx: Db, row: PasskeyRow): Promise<boolean> {
  const inserted = await tx
    .insertInto('passkey')
    .values(row)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Records a use. Returns false if the passkey was removed, or used since it was read. */
export async function recordUse(
  db: Db,
  { id, counter: known }: PasskeyRow,
  { counter, origin, at }: { counter: number; origin: string; at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ counter, origin, last_used_at: at })
    .where('id', '=', id)
    .where('counter', '=', known)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export function renameRow(
  db: Db,
  { id, userKey, name }: { id: string; userKey: number; name: string },
): Promise<PasskeyRow | undefined> {
  return db
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('user_key', '=', userKey)
    .returningAll()
    .executeTakeFirst()
}

/** Deletes a passkey and ends the sessions that it opened, except the current one. */
export async function deleteRow(tx: Db, id: string, sessionKey: number): Promise<void> {
  await tx.deleteFrom('session').where('passkey_id', '=', id).where('key', '!=', sessionKey).execute()
  await tx.deleteFrom('passkey').where('id', '=', id).execute()
}

/** Marks the challenge as used. Returns whether it was the first use. Deletes expired challenges. */
export async function useChallenge(
  tx: Db,
  { challengeHash, expiresAt, now }: { challengeHash: string; expiresAt: string; now: string },
): Promise<boolean> {
  await tx.deleteFrom('passkey_challenge').where('expires_at', '<=', now).execute()
  const row = await tx
    .insertInto('passkey_challenge')
    .values({ challenge_hash: challengeHash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('challenge_hash').doNothing())
    .returning('challenge_hash')
    .executeTakeFirst()
  return row !== undefined
}

/** API tokens in the database: only the hash of a token is stored. */
import type { Db } from '../../db/schema.ts'
import type { ApiTokenRow, TokenParts } from './person.rules.ts'
import type { CredentialKey } from './person-cache.ts'
import { findAccount } from './session.store.ts'

export function listRows(db: Db, userKey: number): Promise<ApiTokenRow[]> {
  return db
    .selectFrom('api_token')
    .selectAll()
    .where('user_key', '=', userKey)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function findToken(
  db: Db,
  { column, value }: CredentialKey,
): Promise<Omit<TokenParts, 'visitorCeiling'> | undefined> {
  const token = await db.selectFrom('api_token').selectAll().where(column, '=', value).executeTakeFirst()
  if (!token) return undefined
  const account = await findAccount(db, token.user_key)
  return account && { token, ...account }
}

export async function insertRow(tx: Db, row: ApiTokenRow): Promise<void> {
  await tx.insertInto('api_token').values(row).execute()
}

interface TokenUse {
  readonly id: string
  readonly userKey: number
  readonly at: string
  readonly address: string
}

/** Records a use, and that the account is not idle. Returns whether the last use was from another address. */
export async function recordUse(db: Db, { id, userKey, at, address }: TokenUse): Promise<boolean> {
  await db.updateTable('api_token').set({ last_used_at: at }).where('id', '=', id).execute()
  await db.updateTable('user').set({ last_seen_at: at }).where('key', '=', userKey).execute()
  // Compared in the database: of several threads or servers, one notices the new address.
  const { numUpdatedRows } = await db
    .updateTable('api_token')
    .set({ last_address: address })
    .where('id', '=', id)
    .where('last_address', 'is distinct from', address)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export function deleteRow(tx: Db, userKey: number, id: string): Promise<ApiTokenRow | undefined> {
  return tx
    .deleteFrom('api_token')
    .where('user_key', '=', userKey)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export async function deleteApiTokens(tx: Db, userKey: number): Promise<void> {
  await tx.deleteFrom('api_token').where('user_key', '=', userKey).execute()
}

import { roleOf } from '@koedana/contract/values.ts'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/schema.ts'
import type { ShareTable, UserExclusionTable } from '../../db/tables/accounts.ts'
import type { UserRow } from '../../domain/user.rules.ts'

export type ShareRow = Selectable<ShareTable>

export interface OwnedShare {
  readonly share: ShareRow
  readonly owner: UserRow
  readonly exclusions: readonly Pick<Selectable<UserExclusionTable>, 'kind' | 'entity_id'>[]
}

/** A share is found by the hash of its token, or by its public ID. */
export type ShareName = { readonly column: 'token_hash' | 'id'; readonly value: string }

/** Returns undefined if the share has expired, or if its owner may no longer share. */
export async function findOpenShare(
  db: Db,
  { column, value }: ShareName,
  now: string,
): Promise<OwnedShare | undefined> {
  const share = await db
    .selectFrom('share')
    .selectAll()
    .where(column, '=', value)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!share) return undefined
  const [owner, exclusions] = await Promise.all([
    db
      .selectFrom('user')
      .selectAll()
      .where('key', '=', share.user_key)
      .where('status', '=', 'active')
      .where('role', '!=', roleOf.guest)
      .executeTakeFirst(),
    db
      .selectFrom('user_exclusion')
      .select(['kind', 'entity_id'])
      .where('user_key', '=', share.user_key)
      .orderBy('position')
      .execute(),
  ])
  return owner && { share, owner, exclusions }
}

/** Returns the open shares of an account, newest first. */
export const listOpenShares = (db: Db, userKey: number, now: string): Promise<ShareRow[]> =>
  db
    .selectFrom('share')
    .selectAll()
    .where('user_key', '=', userKey)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

export type NamedShareRow = ShareRow & { readonly username: string }

export async function listSharePage(
  db: Db,
  { now, limit, offset }: { readonly now: string; readonly limit: number; readonly offset: number },
): Promise<{ rows: NamedShareRow[]; total: number }> {
  const open = db.selectFrom('share').where('expires_at', '>', now)
  const { total } = await open
    .select((e) => e.fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await open
    .innerJoin('user', 'user.key', 'share.user_key')
    .selectAll('share')
    .select('user.username')
    .orderBy('share.created_at', 'desc')
    .orderBy('share.id')
    .limit(limit)
    .offset(offset)
    .execute()
  return { rows, total: Number(total) }
}

export async function insertShare(tx: Db, row: ShareRow): Promise<void> {
  await tx.insertInto('share').values(row).execute()
}

/** Deletes one share, one of an account, all of an account, or all. Returns the owner of each. */
export async function deleteShares(
  tx: Db,
  which: { readonly id?: string; readonly userKey?: number } | 'all',
): Promise<number[]> {
  let query = tx.deleteFrom('share')
  if (which !== 'all') {
    if (which.id !== undefined) query = query.where('id', '=', which.id)
    if (which.userKey !== undefined) query = query.where('user_key', '=', which.userKey)
  }
  const gone = await query.returning('user_key').execute()
  return gone.map(({ user_key }) => user_key)
}

export async function deleteEndedShares(tx: Db, now: string): Promise<void> {
  await tx.deleteFrom('share').where('expires_at', '<=', now).execute()
}

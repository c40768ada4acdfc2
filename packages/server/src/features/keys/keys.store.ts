/** Queries with which administrators manage access keys. Functions that write must run inside `writeInTurn`. */
import type { KeySort } from '@koedana/contract/access-keys.ts'
import type { KeyState, Platform } from '@koedana/contract/values.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import { likePatternOf } from '../../db/like-pattern.rules.ts'
import type { Db } from '../../db/schema.ts'
import type { AccessKeyTable } from '../../db/tables/accounts.ts'
import type { Vault } from '../../lib/vault.ts'
import { openCode } from '../vault/sealed-secrets.store.ts'
import { type KeyRow, noteKeyOf } from './key.rules.ts'

export interface KeysQuery {
  readonly q: string
  readonly state: KeyState | undefined
  /** The time at which the states of keys are determined. */
  readonly at: string
  readonly sort: KeySort
  readonly limit: number
  readonly offset: number
}

export async function listKeyPage(
  db: Db,
  vault: Vault,
  query: KeysQuery,
): Promise<{ rows: readonly KeyRow[]; total: number }> {
  const found = inState(matching(db, query.q, await findByCode(db, vault, query.q)), query)
  const { total } = await found
    .select((e) => e.fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await sorted(found.selectAll(), query.sort).limit(query.limit).offset(query.offset).execute()
  return { rows, total: Number(total) }
}

export function findKeyRow(db: Db, id: string): Promise<KeyRow | undefined> {
  return db.selectFrom('access_key').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns the platforms by access key. A key that can be redeemed on any platform has no entry. */
export async function listPlatforms(
  db: Db,
  keys: readonly number[],
): Promise<ReadonlyMap<number, readonly Platform[]>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('access_key_platform')
    .selectAll()
    .where('access_key_key', 'in', keys)
    .execute()
  const byKey = Map.groupBy(rows, (row) => row.access_key_key)
  return new Map([...byKey].map(([key, on]) => [key, on.map(({ platform }) => platform)]))
}

/** Returns the inserted rows in the given order. */
export async function insertKeys(tx: Db, rows: readonly Insertable<AccessKeyTable>[]): Promise<KeyRow[]> {
  const inserted = await tx
    .insertInto('access_key')
    .values([...rows])
    .returningAll()
    .execute()
  return inserted.toSorted((a, b) => a.key - b.key)
}

export async function insertPlatforms(
  tx: Db,
  keys: readonly number[],
  platforms: readonly Platform[],
): Promise<void> {
  if (platforms.length === 0) return
  const rows = keys.flatMap((key) => platforms.map((platform) => ({ access_key_key: key, platform })))
  await tx.insertInto('access_key_platform').values(rows).execute()
}

export async function deletePlatforms(tx: Db, key: number): Promise<void> {
  await tx.deleteFrom('access_key_platform').where('access_key_key', '=', key).execute()
}

export async function changeKey(tx: Db, key: number, columns: Updateable<AccessKeyTable>): Promise<void> {
  if (Object.keys(columns).length === 0) return
  await tx.updateTable('access_key').set(columns).where('key', '=', key).execute()
}

/** Deletes keys with their redemptions. Accounts created with them are kept. */
export async function deleteKeyRows(tx: Db, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('access_key').where('id', 'in', ids).execute()
}

export function listRedemptionRows(db: Db, key: number, limit: number) {
  return db
    .selectFrom('redemption')
    .leftJoin('user', 'user.key', 'redemption.user_key')
    .select([
      'user.id',
      'user.username',
      'redemption.platform',
      'redemption.address',
      'redemption.redeemed_at',
    ])
    .where('redemption.access_key_key', '=', key)
    .orderBy('redemption.redeemed_at', 'desc')
    .orderBy('redemption.key', 'desc')
    .limit(limit)
    .execute()
}

/** Finds keys whose code contains the text. Codes are sealed, so each is opened; servers have only some hundreds. */
async function findByCode(db: Db, vault: Vault, q: string): Promise<number[]> {
  const part = q.replaceAll(/\s/g, '').toUpperCase()
  if (part === '' || /[^A-Z0-9-]/.test(part)) return []
  const rows = await db.selectFrom('access_key').select(['key', 'code']).execute()
  return rows.flatMap(({ key, code }) => (openCode(vault, code).includes(part) ? key : []))
}

/** Matches notes that contain the text, or one of these keys. */
function matching(db: Db, q: string, keys: readonly number[]) {
  const query = db.selectFrom('access_key')
  const note = noteKeyOf(q).trim()
  if (note === '') return query
  return query.where((e) =>
    e.or([
      e('key', 'in', keys.length > 0 ? keys : [-1]),
      sql<boolean>`note_key like ${likePatternOf(note)} escape '\\'`,
    ]),
  )
}

/** Adds the condition for a state, equivalent to `key.rules.ts`. */
function inState(found: ReturnType<typeof matching>, { state, at }: KeysQuery) {
  if (state === undefined) return found
  if (state === 'used_up') return found.whereRef('used_count', '>=', 'count')
  const left = found.whereRef('used_count', '<', 'count')
  if (state === 'expired') return left.where('expires_at', '<=', at)
  return left.where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', at)]))
}

type Found = ReturnType<ReturnType<typeof matching>['selectAll']>

/** Keys that compare as equal are sorted latest first. */
function sorted(found: Found, sort: KeySort): Found {
  switch (sort) {
    case 'leftCountDesc':
      return found.orderBy(sql`count - used_count`, 'desc').orderBy('key', 'desc')
    case 'usedCountDesc':
      return found.orderBy('used_count', 'desc').orderBy('key', 'desc')
    case 'expiresAtAsc':
      return found.orderBy('expires_at', (order) => order.asc().nullsLast()).orderBy('key', 'desc')
    case 'createdAtDesc':
      return found.orderBy('created_at', 'desc').orderBy('key', 'desc')
  }
}

/** Creates accounts. All functions that write run inside `writeInTurn`, where writers take turns. */
import { type AgeCategory, type Platform, type Role, roleOf } from '@koedana/contract/values.ts'
import type { Db } from '../../db/schema.ts'
import { nameColumns, type UserRow } from '../../domain/user.rules.ts'
import { isNameTaken } from '../../domain/username-taken.store.ts'
import { newId } from '../../lib/ids.ts'

export interface NewAccount {
  readonly username: string
  readonly passwordHash: string | null
  readonly role: Role
  readonly ageRestriction: AgeCategory
  readonly at: string
}

/** Returns undefined if the name, or one that looks like it, is taken. */
export async function insertAccount(tx: Db, account: NewAccount): Promise<UserRow | undefined> {
  if (await isNameTaken(tx, account.username)) return undefined
  return tx
    .insertInto('user')
    .values({
      id: newId(),
      ...nameColumns(account.username),
      password_hash: account.passwordHash,
      role: account.role,
      status: 'active',
      age_restriction: account.ageRestriction,
      last_seen_at: account.at,
      created_at: account.at,
      updated_at: account.at,
    })
    .onConflict((conflict) => conflict.column('username_key').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Turns a guest into an account with a name and password, and keeps its data. Returns undefined if the guest no longer exists. */
export function settleGuest(
  tx: Db,
  userKey: number,
  { username, passwordHash, role, ageRestriction, at }: NewAccount,
): Promise<UserRow | undefined> {
  return tx
    .updateTable('user')
    .set({
      ...nameColumns(username),
      password_hash: passwordHash,
      role,
      age_restriction: ageRestriction,
      last_seen_at: at,
      updated_at: at,
    })
    .where('key', '=', userKey)
    .where('role', '=', roleOf.guest)
    .where('status', '=', 'active')
    .returningAll()
    .executeTakeFirst()
}

export async function countGuests(tx: Db): Promise<number> {
  const { count } = await tx
    .selectFrom('user')
    .select((e) => e.fn.countAll<number | string>().as('count'))
    .where('role', '=', roleOf.guest)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function hasAdministrator(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('user')
    .select('key')
    .where('role', '=', roleOf.admin)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Deletes idle guests with all their data, and returns their keys. */
export async function deleteIdleGuests(tx: Db, unseenSince: string): Promise<number[]> {
  const deletedRows = await tx
    .deleteFrom('user')
    .where('role', '=', roleOf.guest)
    .where('last_seen_at', '<', unseenSince)
    .returning('key')
    .execute()
  return deletedRows.map(({ key }) => key)
}

export interface KeyRedemption {
  readonly codeHash: string
  readonly platform: Platform
  readonly at: string
}

export interface RedeemedUse {
  readonly accessKey: number
  /** Null for the server default. */
  readonly ceiling: AgeCategory | null
}

/**
 * Redeems one use of a key. A single statement, so that concurrent calls never exceed the number of uses. Returns undefined if the
 * key is invalid.
 */
export async function redeemUse(
  tx: Db,
  { codeHash, platform, at }: KeyRedemption,
): Promise<RedeemedUse | undefined> {
  const row = await tx
    .updateTable('access_key')
    .set((e) => ({ used_count: e('used_count', '+', 1) }))
    .where('code_hash', '=', codeHash)
    .where((e) => e('used_count', '<', e.ref('count')))
    .where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', at)]))
    .where((e) => {
      const ofKey = e
        .selectFrom('access_key_platform')
        .select('access_key_key')
        .whereRef('access_key_key', '=', 'access_key.key')
      return e.or([e.not(e.exists(ofKey)), e.exists(ofKey.where('platform', '=', platform))])
    })
    .returning(['key', 'ceiling'])
    .executeTakeFirst()
  return row && { accessKey: row.key, ceiling: row.ceiling }
}

/** Returns the platforms that a valid key is limited to; an empty list for unlimited and invalid keys. */
export async function listPlatformsOf(
  tx: Db,
  { codeHash, at }: Omit<KeyRedemption, 'platform'>,
): Promise<Platform[]> {
  const rows = await tx
    .selectFrom('access_key')
    .innerJoin('access_key_platform', 'access_key_platform.access_key_key', 'access_key.key')
    .select('access_key_platform.platform')
    .where('code_hash', '=', codeHash)
    .where((e) => e('used_count', '<', e.ref('count')))
    .where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', at)]))
    .execute()
  return rows.map(({ platform }) => platform)
}

export interface RedemptionRecord {
  readonly accessKey: number
  readonly userKey: number
  readonly platform: Platform
  readonly address: string
  readonly at: string
}

export async function insertRedemption(tx: Db, redeemed: RedemptionRecord): Promise<void> {
  await tx
    .insertInto('redemption')
    .values({
      access_key_key: redeemed.accessKey,
      user_key: redeemed.userKey,
      platform: redeemed.platform,
      address: redeemed.address,
      redeemed_at: redeemed.at,
    })
    .execute()
}

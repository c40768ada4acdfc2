/** Uses of access keys. */
import type { AgeCategory, Platform } from '@koedana/contract/values.ts'
import type { Db } from '../../db/schema.ts'

export interface Redeeming {
  readonly codeHash: string
  readonly platform: Platform
  readonly at: string
}

export interface TakenUse {
  readonly accessKey: number
  /** Null: as the site says. */
  readonly ceiling: AgeCategory | null
}

/** One statement, so that a key is never overspent: it takes a use only where one is left. Undefined: refused. */
export async function takeUse(tx: Db, { codeHash, platform, at }: Redeeming): Promise<TakenUse | undefined> {
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

/** Where a key may be redeemed that has a use left; none for one that has not, or that may be redeemed anywhere. */
export async function listPlacesOf(
  tx: Db,
  { codeHash, at }: Omit<Redeeming, 'platform'>,
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

export interface Redeemed {
  readonly accessKey: number
  readonly userKey: number
  readonly platform: Platform
  readonly address: string
  readonly at: string
}

export async function insertRedemption(tx: Db, redeemed: Redeemed): Promise<void> {
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

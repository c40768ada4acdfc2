/** Uses of access keys. */
import type { Platform } from '@koedana/contract/values.ts'
import type { Db } from '../../db/schema.ts'

export interface Redeeming {
  readonly code: string
  readonly platform: Platform
  readonly at: string
}

/**
 * One statement, so that a key is never overspent: it takes a use only where one is left. Undefined: refused. No code
 * has NUL, which PostgreSQL cannot hear.
 */
export async function takeUse(tx: Db, { code, platform, at }: Redeeming): Promise<number | undefined> {
  const row = await tx
    .updateTable('access_key')
    .set((e) => ({ used_count: e('used_count', '+', 1) }))
    .where('code', '=', code.replaceAll('\0', '\uFFFD'))
    .where((e) => e('used_count', '<', e.ref('count')))
    .where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', at)]))
    .where((e) => {
      const ofKey = e
        .selectFrom('access_key_platform')
        .select('access_key_key')
        .whereRef('access_key_key', '=', 'access_key.key')
      return e.or([e.not(e.exists(ofKey)), e.exists(ofKey.where('platform', '=', platform))])
    })
    .returning('key')
    .executeTakeFirst()
  return row?.key
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

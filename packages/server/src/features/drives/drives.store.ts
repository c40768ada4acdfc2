/** Stores OAuth apps, linked accounts, and links in progress. */
import type { DriveProvider, DriveState } from '@koedana/contract/drives.ts'
import type { Selectable } from 'kysely'
import { maxLeaseEnd } from '../../db/clock.ts'
import type { Db } from '../../db/schema.ts'
import type { DriveAccountTable, DriveAppTable, DriveLinkTable } from '../../db/tables/drives.ts'

export type DriveAccountRow = Selectable<DriveAccountTable>

export const findApp = (db: Db, provider: DriveProvider): Promise<DriveAppTable | undefined> =>
  db.selectFrom('drive_app').selectAll().where('provider', '=', provider).executeTakeFirst()

export const listApps = (db: Db): Promise<DriveAppTable[]> => db.selectFrom('drive_app').selectAll().execute()

export async function saveApp(tx: Db, app: DriveAppTable): Promise<void> {
  await tx
    .insertInto('drive_app')
    .values(app)
    .onConflict((conflict) => conflict.column('provider').doUpdateSet(app))
    .execute()
}

export const listAccounts = (db: Db): Promise<DriveAccountRow[]> =>
  db.selectFrom('drive_account').selectAll().orderBy('key').execute()

/** Finds an account by its public ID. */
export async function findAccount(db: Db, id: string): Promise<DriveAccountRow | undefined> {
  const key = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0
  return db.selectFrom('drive_account').selectAll().where('key', '=', key).executeTakeFirst()
}

export interface LinkedAccount {
  readonly provider: DriveProvider
  readonly account_id: string
  readonly name: string
  readonly tokens: string
  readonly at: string
}

/** Inserts an account. An account that was linked before keeps its key, and so its storages. */
export async function saveLinked(
  tx: Db,
  { provider, account_id, name, tokens, at }: LinkedAccount,
): Promise<DriveAccountRow> {
  const fresh = { name, tokens, lease: null, lease_until: null, state: 'linked', state_since: at } as const
  return tx
    .insertInto('drive_account')
    .values({ ...fresh, provider, account_id, version: 1, linked_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'account_id'])
        .doUpdateSet((e) => ({ ...fresh, linked_at: at, version: e('drive_account.version', '+', 1) })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

export interface Lease {
  readonly key: number
  /** The version of the tokens that were read. */
  readonly version: number
  readonly lease: string
}

/** Takes the lease for renewing tokens. Returns false if another process has it. */
export async function takeLease(
  db: Db,
  { key, version, lease }: Lease,
  { now, until }: { readonly now: string; readonly until: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('drive_account')
    .set({ lease, lease_until: until })
    .where('key', '=', key)
    .where('version', '=', version)
    .where((e) =>
      e.or([
        e('lease_until', 'is', null),
        e('lease_until', '<', now),
        e('lease_until', '>', maxLeaseEnd(now)),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Releases the lease, or blocks renewals until the given time. */
export async function endLease(
  db: Db,
  { key, lease }: Omit<Lease, 'version'>,
  until: string | null,
): Promise<void> {
  await db
    .updateTable('drive_account')
    .set({ lease: null, lease_until: until })
    .where('key', '=', key)
    .where('lease', '=', lease)
    .execute()
}

/** Saves the tokens. Returns false, and changes nothing, if another process has saved tokens meanwhile. */
export async function saveTokens(
  db: Db,
  { key, version }: Omit<Lease, 'lease'>,
  tokens: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('drive_account')
    .set({ tokens, version: version + 1, lease: null, lease_until: null })
    .where('key', '=', key)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Saves the state, unless the account was linked again meanwhile. */
export async function saveState(
  db: Db,
  { key, version }: Omit<Lease, 'lease'>,
  { state, at }: { readonly state: DriveState; readonly at: string },
): Promise<void> {
  await db
    .updateTable('drive_account')
    .set({
      state,
      state_since: at,
      lease: null,
      lease_until: null,
      ...(state === 'unlinked' && { tokens: null, version: version + 1 }),
    })
    .where('key', '=', key)
    .where('version', '=', version)
    .execute()
}

export async function insertLink(tx: Db, link: DriveLinkTable): Promise<void> {
  await tx.insertInto('drive_link').values(link).execute()
}

/** Removes and returns a link in progress, so that it can be used only once. */
export const takeLink = (
  tx: Db,
  link: Pick<DriveLinkTable, 'state_hash' | 'provider' | 'session_key'>,
): Promise<DriveLinkTable | undefined> =>
  tx
    .deleteFrom('drive_link')
    .where('state_hash', '=', link.state_hash)
    .where('provider', '=', link.provider)
    .where('session_key', '=', link.session_key)
    .where('device', 'is', null)
    .returningAll()
    .executeTakeFirst()

/**
 * Removes and returns a link for a response without a state. Returns undefined if several links are in progress, since the response
 * could belong to any of them.
 */
export async function takeOnlyLink(
  tx: Db,
  { provider, session_key }: Pick<DriveLinkTable, 'provider' | 'session_key'>,
  now: string,
): Promise<DriveLinkTable | undefined> {
  const links = await tx
    .selectFrom('drive_link')
    .selectAll()
    .where('provider', '=', provider)
    .where('session_key', '=', session_key)
    .where('device', 'is', null)
    .where('expires_at', '>', now)
    .execute()
  const [link, ...others] = links
  return link && others.length === 0 ? takeLink(tx, link) : undefined
}

export async function dropOldLinks(tx: Db, now: string): Promise<void> {
  await tx.deleteFrom('drive_link').where('expires_at', '<', now).execute()
}

type DeviceLink = Pick<DriveLinkTable, 'state_hash' | 'provider' | 'session_key'>

/** Finds a device link, whether or not it may be polled now. */
export const findDeviceLink = (db: Db, link: DeviceLink, now: string): Promise<DriveLinkTable | undefined> =>
  db
    .selectFrom('drive_link')
    .selectAll()
    .where('state_hash', '=', link.state_hash)
    .where('provider', '=', link.provider)
    .where('session_key', '=', link.session_key)
    .where('device', 'is not', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Reserves the next poll. Returns false if another request has it. */
export async function leaseDeviceLink(
  tx: Db,
  { state_hash }: DeviceLink,
  { now, until }: { readonly now: string; readonly until: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('drive_link')
    .set({ ask_again_at: until })
    .where('state_hash', '=', state_hash)
    .where('ask_again_at', '<=', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function releaseDeviceLink(tx: Db, { state_hash }: DeviceLink, at: string): Promise<void> {
  await tx.updateTable('drive_link').set({ ask_again_at: at }).where('state_hash', '=', state_hash).execute()
}

/** Deletes a device link. Returns whether it still existed, since it can be used only once. */
export async function endDeviceLink(tx: Db, { state_hash }: DeviceLink): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('drive_link')
    .where('state_hash', '=', state_hash)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

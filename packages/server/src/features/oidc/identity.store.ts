/** Identities in the database. Functions that write run inside `writeInTurn`, where writers take turns. */
import { roleOf } from '@koedana/contract/values.ts'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/schema.ts'
import type { IdentityTable } from '../../db/tables/accounts.ts'
import type { UserRow } from '../../domain/user.rules.ts'

export type IdentityRow = Selectable<IdentityTable>

type IdentityKey = Pick<IdentityTable, 'issuer' | 'subject'>

export function findIdentity(db: Db, { issuer, subject }: IdentityKey): Promise<IdentityRow | undefined> {
  return db
    .selectFrom('identity')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

/** Returns the identities of an account, in order of linking. */
export function listIdentityRows(db: Db, userKey: number): Promise<IdentityRow[]> {
  return db
    .selectFrom('identity')
    .selectAll()
    .where('user_key', '=', userKey)
    .orderBy('linked_at')
    .orderBy('id')
    .execute()
}

export async function hasPasskey(db: Db, userKey: number): Promise<boolean> {
  const found = await db.selectFrom('passkey').select('id').where('user_key', '=', userKey).executeTakeFirst()
  return found !== undefined
}

export async function insertIdentity(tx: Db, row: IdentityRow): Promise<void> {
  await tx.insertInto('identity').values(row).execute()
}

/** Updates the display data and the last use of an identity. */
export async function updateIdentity(
  tx: Db,
  id: string,
  seen: Pick<IdentityTable, 'name' | 'email' | 'last_used_at'>,
): Promise<void> {
  await tx.updateTable('identity').set(seen).where('id', '=', id).execute()
}

/** Deletes an identity and ends the sessions that it opened, except the current one. */
export async function deleteIdentity(tx: Db, id: string, sessionKey: number): Promise<void> {
  await tx.deleteFrom('session').where('identity_id', '=', id).where('key', '!=', sessionKey).execute()
  await tx.deleteFrom('identity').where('id', '=', id).execute()
}

/** Finds the account by an email address that another issuer has verified, if it is unique. */
export async function findByEmail(tx: Db, email: string, issuer: string): Promise<UserRow | undefined> {
  const rows = await tx
    .selectFrom('identity')
    .innerJoin('user', 'user.key', 'identity.user_key')
    .selectAll('user')
    .where('identity.email', '=', email)
    .where('identity.issuer', '!=', issuer)
    .limit(2)
    .execute()
  const [first, second] = rows
  return first && (second === undefined || second.key === first.key) ? first : undefined
}

/** Finds the account with this name. Administrators and guests are excluded, because a name is not proof enough. */
export function findMemberByKey(tx: Db, usernameKey: string): Promise<UserRow | undefined> {
  return tx
    .selectFrom('user')
    .selectAll()
    .where('username_key', '=', usernameKey)
    .where('role', '=', roleOf.general)
    .executeTakeFirst()
}

/** Marks the login of this state as used. Returns whether it was the first use. Deletes expired states. */
export async function useState(
  tx: Db,
  { stateHash, expiresAt, now }: { stateHash: string; expiresAt: string; now: string },
): Promise<boolean> {
  await tx.deleteFrom('provider_sign_in').where('expires_at', '<=', now).execute()
  const row = await tx
    .insertInto('provider_sign_in')
    .values({ state_hash: stateHash, identity_id: null, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('state_hash').doNothing())
    .returning('state_hash')
    .executeTakeFirst()
  return row !== undefined
}

/** Lets the login of this state claim a session of the identity. */
export async function grantSession(tx: Db, stateHash: string, identityId: string): Promise<void> {
  await tx
    .updateTable('provider_sign_in')
    .set({ identity_id: identityId })
    .where('state_hash', '=', stateHash)
    .execute()
}

/** Takes the granted session of a login. It can be taken once. */
export async function takeGrantedSession(
  tx: Db,
  stateHash: string,
  now: string,
): Promise<{ identityId: string; issuer: string; user: UserRow } | undefined> {
  const granted = await tx
    .selectFrom('provider_sign_in')
    .innerJoin('identity', 'identity.id', 'provider_sign_in.identity_id')
    .innerJoin('user', 'user.key', 'identity.user_key')
    .selectAll('user')
    .select(['identity.id as identityId', 'identity.issuer'])
    .where('state_hash', '=', stateHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!granted) return undefined
  await tx
    .updateTable('provider_sign_in')
    .set({ identity_id: null })
    .where('state_hash', '=', stateHash)
    .execute()
  const { identityId, issuer, ...user } = granted
  return { identityId, issuer, user }
}

export async function findIssuerOfSession(db: Db, sessionKey: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('session')
    .innerJoin('identity', 'identity.id', 'session.identity_id')
    .select('identity.issuer')
    .where('session.key', '=', sessionKey)
    .executeTakeFirst()
  return row?.issuer
}

/** Sessions in the database. Only the hash of a token is stored. */
import { roleOf } from '@koedana/contract/values.ts'
import type { Insertable } from 'kysely'
import type { Db } from '../../db/schema.ts'
import type { SessionTable } from '../../db/tables/accounts.ts'
import { type UserRow, usernameKeyOf } from '../../domain/user.rules.ts'
import type { AccountParts, PersonParts, SessionRow } from './person.rules.ts'
import type { CredentialKey } from './person-cache.ts'

export type SessionWithAccount = Omit<PersonParts, 'visitorCeiling'>

export async function findSession(
  db: Db,
  { column, value }: CredentialKey,
): Promise<SessionWithAccount | undefined> {
  const session = await db.selectFrom('session').selectAll().where(column, '=', value).executeTakeFirst()
  if (!session) return undefined
  const [account, app] = await Promise.all([
    findAccount(db, session.user_key),
    session.app_password_id === null
      ? undefined
      : db
          .selectFrom('app_password')
          .select('whole_catalogue')
          .where('id', '=', session.app_password_id)
          .executeTakeFirst(),
  ])
  return account && { session, ...account, showsCatalogue: app?.whole_catalogue === 1 }
}

/** Returns the data that determines the rights of an account, for any credential. */
export async function findAccount(
  db: Db,
  userKey: number,
): Promise<Omit<AccountParts, 'visitorCeiling'> | undefined> {
  const [user, exclusions] = await Promise.all([
    db.selectFrom('user').selectAll().where('key', '=', userKey).executeTakeFirst(),
    db
      .selectFrom('user_exclusion')
      .select(['kind', 'entity_id'])
      .where('user_key', '=', userKey)
      .orderBy('position')
      .execute(),
  ])
  return user && { user, exclusions }
}

export async function insertSession(db: Db, session: Insertable<SessionTable>): Promise<void> {
  await db.insertInto('session').values(session).execute()
}

export async function passkeyExists(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('passkey').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** Extends a session that was opened with an app password. Other sessions are never extended: their owner must log in again. */
export async function extendSession(
  tx: Db,
  { sessionKey, at, expiresAt }: { sessionKey: number; at: string; expiresAt: string },
): Promise<void> {
  await tx
    .updateTable('session')
    .set({ expires_at: expiresAt, last_used_at: at })
    .where('key', '=', sessionKey)
    .where('app_password_id', 'is not', null)
    .execute()
}

/** Records the use of a session and of its app password, and that the account is active. */
export async function touchSession(
  db: Db,
  { sessionKey, userKey, at }: { sessionKey: number; userKey: number; at: string },
): Promise<void> {
  const used = await db
    .updateTable('session')
    .set({ last_used_at: at })
    .where('key', '=', sessionKey)
    .returning('app_password_id')
    .executeTakeFirst()
  if (used?.app_password_id) {
    await db
      .updateTable('app_password')
      .set({ last_used_at: at })
      .where('id', '=', used.app_password_id)
      .execute()
  }
  await db.updateTable('user').set({ last_seen_at: at }).where('key', '=', userKey).execute()
}

/** Finds an account by its normalized name. PostgreSQL rejects NUL, so it is replaced by a character that no name contains. */
export function findUserByName(db: Db, username: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('user')
    .selectAll()
    .where('username_key', '=', usernameKeyOf(username).replaceAll('\0', '\uFFFD'))
    .executeTakeFirst()
}

/** Records a login. Returns undefined if the account was disabled, or its password changed, during the check. */
export function recordLogin(
  tx: Db,
  user: UserRow,
  by: { at: string; address: string },
): Promise<UserRow | undefined> {
  return tx
    .updateTable('user')
    .set({ last_login_at: by.at, last_login_ip: by.address, last_seen_at: by.at })
    .where('key', '=', user.key)
    .where('status', '=', 'active')
    .where('password_hash', 'is not distinct from', user.password_hash)
    .returningAll()
    .executeTakeFirst()
}

/** Returns the sessions of an account that have not expired, most recently used first. */
export function listSessions(db: Db, userKey: number, now: string): Promise<SessionRow[]> {
  return db
    .selectFrom('session')
    .selectAll()
    .where('user_key', '=', userKey)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('key', 'desc')
    .execute()
}

/** The sessions to end: one by its public ID, all except one by its key, or all. */
export type SessionSelector = { readonly id: string } | { readonly allBut: number } | 'all'

export async function deleteSessions(db: Db, userKey: number, ending: SessionSelector): Promise<number> {
  let query = db.deleteFrom('session').where('user_key', '=', userKey)
  if (ending !== 'all') {
    query = 'id' in ending ? query.where('id', '=', ending.id) : query.where('key', '!=', ending.allBut)
  }
  const { numDeletedRows } = await query.executeTakeFirst()
  return Number(numDeletedRows)
}

/** Ends the longest idle sessions so that at most `maxOtherSessions` remain besides the new one. Returns the number of ended sessions. */
export async function deleteIdleSurplus(
  db: Db,
  { id, user_key }: Pick<Insertable<SessionTable>, 'id' | 'user_key'>,
  maxOtherSessions: number,
): Promise<number> {
  const idlest = await db
    .selectFrom('session')
    .select('key')
    .where('user_key', '=', user_key)
    .where('id', '!=', id)
    .orderBy('last_used_at', 'desc')
    .orderBy('key', 'desc')
    .limit(maxAtOnce)
    .offset(maxOtherSessions)
    .execute()
  const keys = idlest.map(({ key }) => key)
  if (keys.length > 0) await db.deleteFrom('session').where('key', 'in', keys).execute()
  return keys.length
}

/** Usually each login ends at most one. Accounts from before the limit are reduced step by step. */
const maxAtOnce = 500

/** Deletes expired sessions, and sessions of members that were idle. Guests are deleted elsewhere with all their data. */
export async function deleteEndedSessions(db: Db, now: string, idleSince: string): Promise<void> {
  const members = db.selectFrom('user').select('key').where('role', '!=', roleOf.guest)
  await db
    .deleteFrom('session')
    .where((e) =>
      e.or([
        e('expires_at', '<=', now),
        e.and([e('last_used_at', '<', idleSince), e('user_key', 'in', members)]),
      ]),
    )
    .execute()
}

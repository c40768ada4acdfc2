/** The login methods of an account, and their revocation when the password changes. */
import type { Db } from '../../db/schema.ts'
import { deleteSessions } from './session.store.ts'

export interface LoginMethods {
  readonly passwordHash: string | null
  readonly issuers: readonly string[]
  readonly hasPasskey: boolean
  readonly sessionBegan: string
}

/** Returns undefined if the account or the session no longer exists. */
export async function findLoginMethods(
  db: Db,
  { userKey, sessionKey }: { userKey: number; sessionKey: number },
): Promise<LoginMethods | undefined> {
  const found = await db
    .selectFrom('session')
    .innerJoin('user', 'user.key', 'session.user_key')
    .select(['user.password_hash', 'session.created_at'])
    .where('session.key', '=', sessionKey)
    .executeTakeFirst()
  if (!found) return undefined
  const [identities, passkey] = await Promise.all([
    db.selectFrom('identity').select('issuer').where('user_key', '=', userKey).execute(),
    db.selectFrom('passkey').select('id').where('user_key', '=', userKey).executeTakeFirst(),
  ])
  return {
    passwordHash: found.password_hash,
    issuers: identities.map(({ issuer }) => issuer),
    hasPasskey: passkey !== undefined,
    sessionBegan: found.created_at,
  }
}

export interface RevocationOptions {
  /** The session whose owner has just entered the password. The identity that opened it is kept. */
  readonly provenSession?: number
  readonly keepShares?: boolean
}

/**
 * Revokes everything that could outlast a stolen session when a password changes: sessions, app passwords, API tokens, passkeys,
 * identities and share links. Run it inside `writeInTurn`.
 */
export async function revokeLoginMethods(
  tx: Db,
  userKey: number,
  { provenSession, keepShares = false }: RevocationOptions = {},
): Promise<void> {
  const proven =
    provenSession === undefined
      ? undefined
      : await tx
          .selectFrom('session')
          .select('identity_id')
          .where('key', '=', provenSession)
          .executeTakeFirst()
  await deleteSessions(tx, userKey, 'all')
  await tx.deleteFrom('app_password').where('user_key', '=', userKey).execute()
  await tx.deleteFrom('api_token').where('user_key', '=', userKey).execute()
  await tx.deleteFrom('passkey').where('user_key', '=', userKey).execute()
  const identities = tx.deleteFrom('identity').where('user_key', '=', userKey)
  const kept = proven?.identity_id ?? null
  await (kept === null ? identities : identities.where('id', '!=', kept)).execute()
  if (!keepShares) await tx.deleteFrom('share').where('user_key', '=', userKey).execute()
}

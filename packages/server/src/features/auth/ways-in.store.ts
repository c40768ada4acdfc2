/** How an account can be entered, and how all of it is revoked when its password changes. */
import type { Db } from '../../db/schema.ts'
import { deleteSessions } from './session.store.ts'

/** How an account signs in, and when this session began. */
export interface WaysIn {
  readonly passwordHash: string | null
  /** The issuers of its identities. */
  readonly issuers: readonly string[]
  readonly hasPasskey: boolean
  readonly sessionBegan: string
}

/** Returns undefined once the account or the session is gone. */
export async function findWaysIn(
  db: Db,
  { userKey, sessionKey }: { userKey: number; sessionKey: number },
): Promise<WaysIn | undefined> {
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

export interface Revocation {
  /** The session whose owner has just proved the password: the identity that opened it stays. */
  readonly provenSession?: number
  readonly keepShares?: boolean
}

/**
 * Revokes what could outlast a stolen session when a password changes: sessions, app passwords, API tokens, passkeys, identities and
 * share links. Runs inside `writeTogether`.
 */
export async function revokeWaysIn(
  tx: Db,
  userKey: number,
  { provenSession, keepShares = false }: Revocation = {},
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

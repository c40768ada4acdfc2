/** Stores closed playback sessions until their URLs would have expired anyway. */
import { appendChanges } from '../../../db/changes.ts'
import type { Db } from '../../../db/schema.ts'
import { hashOfToken } from '../../../lib/ids.ts'

export interface ClosedPlay {
  readonly id: string
  readonly userKey: number
  /** Public ID of the login session that opened the playback session. */
  readonly sessionId: string
  /** When the URLs of the playback session expire in any case. */
  readonly expiresAt: string
}

/**
 * Maximum stored per login session. Beyond it, the entries that expire first are dropped, and their URLs work again until they expire.
 */
const maxPerSession = 1_000

/** Stores a closed playback session and notifies all nodes by the change feed. Does nothing if the login session has ended. */
export async function insertClosedPlay(
  tx: Db,
  { id, userKey, sessionId, expiresAt }: ClosedPlay,
  now: string,
): Promise<void> {
  const session = await tx.selectFrom('session').select('key').where('id', '=', sessionId).executeTakeFirst()
  if (!session) return
  await appendChanges(tx, 'user', [userKey])
  await tx
    .insertInto('closed_play')
    .values({ id_hash: hashOfToken(id), session_key: session.key, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('id_hash').doNothing())
    .execute()
  const ofSession = tx.deleteFrom('closed_play').where('session_key', '=', session.key)
  await ofSession.where('expires_at', '<=', now).execute()
  const surplus = tx
    .selectFrom('closed_play')
    .select('expires_at')
    .where('session_key', '=', session.key)
    .orderBy('expires_at', 'desc')
    .limit(1)
    .offset(maxPerSession)
  await ofSession.where('expires_at', '<=', surplus).execute()
}

export async function isPlayClosed(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('closed_play')
    .select('id_hash')
    .where('id_hash', '=', hashOfToken(id))
    .executeTakeFirst()
  return row !== undefined
}

/** Sessions of playing that were closed, for as long as their addresses would be good without that. */
import { appendChanges } from '../../../db/changes.ts'
import type { Db } from '../../../db/schema.ts'
import { hashOfToken } from '../../../lib/ids.ts'

export interface ClosedPlay {
  readonly id: string
  readonly userKey: number
  /** Public id of the session of the door that opened it. */
  readonly sessionId: string
  /** When its address is over in any case. */
  readonly expiresAt: string
}

/** Keeps what a session of the door closed before that can be heard again, by whoever has its address. */
const mostOfSession = 1_000

/** Says it to every node as what ends a session is said. Nothing is kept for a session of the door that is over. */
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
    .offset(mostOfSession)
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

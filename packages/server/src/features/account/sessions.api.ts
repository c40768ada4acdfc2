/** Where one is signed in, and ending that. */
import type { endOtherSessions, endSession, listSessions } from '@koedana/contract/account.ts'
import type { Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { type AuthSources, personOf } from '../auth/auth-sources.ts'
import type { SessionRow } from '../auth/person.rules.ts'
import { isIdle } from '../auth/session.rules.ts'
import { listSessions as listRows } from '../auth/session.store.ts'
import { deviceOf } from './device.ts'

export function listSessionsHandler({ db, now }: AuthSources): Handler<typeof listSessions> {
  return async (_asked, context) => {
    const { user, userKey, sessionId } = personOf(context)
    const rows = await listRows(db, userKey, now().toISOString())
    const isOpen = (row: SessionRow) => !isIdle(user.role, Date.parse(row.last_used_at), now().getTime())
    const items = rows.filter(isOpen).map((row) => ({
      id: row.id,
      device: deviceOf(row.user_agent),
      address: row.address,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
      expiresAt: row.expires_at,
      isCurrent: row.id === sessionId,
    }))
    return { items }
  }
}

/** Sessions of others are not found. */
export function endSessionHandler({ sessions }: AuthSources): Handler<typeof endSession> {
  return async ({ params: { id } }, context) => {
    const ended = await sessions.end(personOf(context).userKey, { id })
    if (ended === 0) throw new AppError('notFound')
  }
}

export function endOtherSessionsHandler({ sessions }: AuthSources): Handler<typeof endOtherSessions> {
  return async (_asked, context) => {
    const { userKey, sessionKey } = personOf(context)
    await sessions.end(userKey, { allBut: sessionKey })
  }
}

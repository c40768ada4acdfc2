/** The session that a call comes with. */
import type { getMe, logout } from '@koedana/contract/auth.ts'
import type { Handler } from '../../http/context.ts'
import { type AuthSources, personOf } from './auth-sources.ts'

export function logoutHandler({ sessions }: AuthSources): Handler<typeof logout> {
  return async (_asked, context) => {
    const { userKey, sessionId } = personOf(context)
    await sessions.end(userKey, { id: sessionId })
  }
}

export const getMeHandler: Handler<typeof getMe> = (_asked, context) => {
  const { user, expiresAt } = personOf(context)
  return { user, exp: Math.floor(expiresAt / 1000) }
}

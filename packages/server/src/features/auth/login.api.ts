/** Ways into a session: name and password, a guest's one tap, and the session that a call comes with. */
import type { getMe, login, loginAsGuest, logout } from '@koedana/contract/auth.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { writeTogether } from '../../db/changes.ts'
import type { Db } from '../../db/schema.ts'
import type { UserRow } from '../../domain/user.rules.ts'
import type { Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { type AuthSources, callerOf, personOf } from './auth-sources.ts'
import { mostGuests, newGuestName } from './guest.rules.ts'
import { countGuests, insertAccount } from './new-account.store.ts'
import { signIn } from './sign-in.use-cases.ts'

export function loginHandler(sources: AuthSources): Handler<typeof login> {
  return ({ body }, context) => signIn(sources, body, callerOf(context))
}

/** The session that a call comes with. */
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

/** 403 where guests are not wanted, or where there are as many as may be. */
export function loginAsGuestHandler(sources: AuthSources): Handler<typeof loginAsGuest> {
  const { write, site, limiter, sessions, audit, now } = sources
  return async (_asked, context) => {
    if (!site.current().allowsGuests) throw new AppError('guestsClosed')
    await limiter.mint(context.address)
    const guest = await writeTogether(write, (tx) => insertGuest(tx, now().toISOString()))
    const signedIn = await sessions.open(guest, callerOf(context))
    await audit.record({ act: 'signedIn', username: guest.username, address: context.address })
    return signedIn
  }
}

async function insertGuest(tx: Db, at: string): Promise<UserRow> {
  if ((await countGuests(tx)) >= mostGuests) throw new AppError('guestsClosed')
  for (;;) {
    const account = {
      username: newGuestName(),
      passwordHash: null,
      role: roleOf.guest,
      ageRestriction: 'all' as const,
      at,
    }
    const guest = await insertAccount(tx, account)
    if (guest) return guest
  }
}

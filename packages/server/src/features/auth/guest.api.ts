/** One tap makes a guest. */
import type { loginAsGuest } from '@koedana/contract/auth.ts'
import { roleOf } from '@koedana/contract/values.ts'
import type { Db } from '../../db/schema.ts'
import { writeTogether } from '../../db/write.ts'
import type { UserRow } from '../../domain/user.rules.ts'
import type { Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { type AuthSources, callerOf } from './auth-sources.ts'
import { mostGuests, newGuestName } from './guest.rules.ts'
import { countGuests, insertAccount } from './new-account.store.ts'

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

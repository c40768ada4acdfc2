import { appendChanges, writeInTurn } from '../../db/changes.ts'
import type { Db } from '../../db/schema.ts'
import type { Log } from '../../lib/log.ts'
import { deleteUsedPasswords } from './imported-password.store.ts'
import type { Limiter } from './limiter.ts'
import { deleteIdleGuests } from './new-account.store.ts'
import { guestIdleDays, sessionIdleMs } from './person.rules.ts'
import { deleteEndedSessions } from './session.store.ts'
import type { Sessions } from './sessions.ts'

export interface CleanUpSources {
  readonly write: Db
  readonly sessions: Sessions
  readonly limiter: Limiter
  readonly now: () => Date
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Deletes idle guests, ended sessions, used imported passwords and old login attempts. */
export async function cleanUp({ write, sessions, limiter, now }: CleanUpSources): Promise<void> {
  const at = now().toISOString()
  const unseenSince = new Date(now().getTime() - guestIdleDays * dayMs).toISOString()
  const idleSince = new Date(now().getTime() - sessionIdleMs).toISOString()
  const deletedGuestKeys = await writeInTurn(write, async (tx) => {
    const keys = await deleteIdleGuests(tx, unseenSince)
    await appendChanges(tx, 'user', keys)
    await deleteEndedSessions(tx, at, idleSince)
    await deleteUsedPasswords(tx)
    return keys
  })
  if (deletedGuestKeys.length > 0) sessions.forget(deletedGuestKeys)
  await limiter.trim()
}

/** Cleans up now and every hour. Returns a function that stops it. */
export function startCleanUp(sources: CleanUpSources, log: Log): () => Promise<void> {
  const run = () =>
    cleanUp(sources).catch((error: unknown) => log.error({ err: error }, 'the clean-up of accounts failed'))
  let running = run()
  const timer = setInterval(() => {
    running = running.then(run)
  }, hourMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

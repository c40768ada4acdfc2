/** When a session ends by not being used. */
import { type Role, roleOf } from '@koedana/contract/values.ts'
import { guestIdleDays } from './guest.rules.ts'

const dayMs = 86_400_000

/** Whoever listens every other weekend stays in; a device that was put away does not. */
export const sessionIdleMs = 14 * dayMs
/** A guest cannot sign in again: the session lasts as long as the account. */
const guestSessionIdleMs = guestIdleDays * dayMs

/** Both in milliseconds since 1970. */
export const isIdle = (role: Role, lastUsedAt: number, now: number): boolean =>
  now - lastUsedAt > (role === roleOf.guest ? guestSessionIdleMs : sessionIdleMs)

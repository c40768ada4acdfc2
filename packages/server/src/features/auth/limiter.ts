/**
 * Every path that takes a credential calls this before it looks at it: the try is counted first, so that a thousand at
 * once are a thousand, and given back if it was right, but for a wider window in which right ones count as well.
 * A right password while blocked is refused like any other.
 */
import type { Db } from '../../db/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import {
  countAttempt,
  forgetAttempts,
  isRemembered,
  rememberBucket,
  returnAttempt,
  trimAttempts,
} from './attempt.store.ts'
import {
  type Allowance,
  accountBucket,
  addressBucket,
  knownBucket,
  knownMs,
  loginBucket,
  minterBucket,
  ownBucket,
  perAccount,
  perAccountWide,
  perAddress,
  perAddressWide,
  perMinter,
  perSite,
  siteBucket,
  waitSeconds,
  wideBucket,
} from './limiter.rules.ts'

export interface Limiter {
  /** Throws `tooManyRequests`. A secret without an owner (a key, the code of the set-up) has no username. */
  readonly attempt: (by: Trier) => Promise<Attempt>
  /** Counts an account that is made without any secret. Throws `tooManyRequests`. */
  readonly mint: (address: string) => Promise<void>
  /** Removes what is over. */
  readonly trim: () => Promise<void>
}

export interface Trier {
  readonly address: string
  readonly username?: string
}

export interface Attempt {
  /**
   * The credential was right: the name starts anew, and the address has this one try back. Throws `tooManyRequests` if
   * the name was right too often.
   */
  readonly succeed: () => Promise<void>
  /** The credential was not looked at: the try was none. */
  readonly giveBack: () => Promise<void>
}

/** Rows of a hundred bytes: 10 MB, far more names than people mistype. */
const mostRows = 100_000
/** The table cannot grow by more than this between two clean-ups. */
const trimEvery = 1_000

export interface LimiterSources {
  readonly write: Db
  readonly now: () => Date
  /** Called at the first refusal in a window; the name is what was typed. */
  readonly onLimited?: (by: Trier) => Promise<void>
}

export function createLimiter({ write, now, onLimited }: LimiterSources): Limiter {
  let opened = 0

  const trim = () => trimAttempts(write, now().toISOString(), mostRows)

  const count = async (by: Trier, bucket: string, { most, windowMs }: Allowance) => {
    const at = now()
    const resetsAt = new Date(at.getTime() + windowMs).toISOString()
    const counted = await countAttempt(write, { bucket, now: at.toISOString(), resetsAt })
    if (counted.count === 1 && ++opened % trimEvery === 0) await trim()
    const wait = waitSeconds(counted, { most, now: at })
    if (wait === undefined) return
    if (counted.count === most + 1) await onLimited?.(by)
    throw new AppError('tooManyRequests', { retryAfterSeconds: wait })
  }

  /** An address that signed in lately has tries of its own: no stranger locks it out of its account. */
  const bucketOf = async (username: string, address: string) => {
    const isKnown = await isRemembered(write, knownBucket(username, address), now().toISOString())
    return isKnown ? ownBucket(username, address) : accountBucket(username)
  }

  const remember = (username: string, address: string) =>
    rememberBucket(write, knownBucket(username, address), new Date(now().getTime() + knownMs).toISOString())

  return {
    attempt: async (by) => {
      const { address, username } = by
      const [caller, site] = [addressBucket(address), siteBucket(address)]
      // Counts the address first: a caller who is blocked by it no longer blocks names of others.
      await count(by, caller, perAddress)
      await count(by, wideBucket(address), perAddressWide)
      if (site) await count(by, site, perSite)
      const account = username === undefined ? undefined : await bucketOf(username, address)
      if (account) await count(by, account, perAccount)
      const returnToAddress = async () => {
        await returnAttempt(write, caller)
        if (site) await returnAttempt(write, site)
      }
      return {
        giveBack: async () => {
          if (account) await returnAttempt(write, account)
          await returnToAddress()
        },
        succeed: async () => {
          if (username !== undefined) await count(by, loginBucket(username), perAccountWide)
          if (account) await forgetAttempts(write, account)
          await returnToAddress()
          if (username !== undefined) await remember(username, address)
        },
      }
    },
    mint: (address) => count({ address }, minterBucket(address), perMinter),
    trim,
  }
}

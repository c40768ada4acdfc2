/**
 * Password hashing: argon2id on the thread pool (never on the event loop), a few at a time. Both functions throw `tooManyRequests`
 * if too many callers wait, or if the client has disconnected by its turn. The password was not checked then.
 */
import { hash, verify } from '@node-rs/argon2'
import { AppError } from './app-error.ts'
import { createLimitedQueue } from './queues.ts'

export interface Passwords {
  readonly hash: (password: string) => Promise<string>
  /** Returns false if there is no hash (no such account, or no password). The check takes equally long then. */
  readonly isRight: (
    stored: string | null | undefined,
    password: string,
    isDisconnected?: () => boolean,
  ) => Promise<boolean>
}

/** The cost of one guess: memory in KiB, and passes over it. */
export interface PasswordCost {
  readonly memoryCost: number
  readonly timeCost: number
}

/** OWASP's first choice for argon2id: 19 MiB, two passes. Each hash contains its own salt. */
export const defaultCost: PasswordCost = { memoryCost: 19_456, timeCost: 2 }

/** The thread pool belongs to the process, so each of `threadCount` threads gets a share of it. */
export function createPasswords(cost: PasswordCost = defaultCost, threadCount = 1): Passwords {
  const inLine = createLimitedQueue({
    ...queueLimits,
    atOnce: Math.max(1, Math.floor(queueLimits.atOnce / threadCount)),
  })
  const hashed = (password: string) => hash(password, { ...cost, parallelism: 1 })
  let dummyHashPromise: Promise<string> | undefined
  const dummyHash = () => (dummyHashPromise ??= hashed('nobody has this password'))
  return {
    hash: (password) => inLine(() => hashed(normalizePassword(password))),
    isRight: async (stored, password, isGone = () => false) => {
      const known = stored ?? (await dummyHash())
      const isSame = await inLine(async () => {
        if (isGone()) throw new AppError('tooManyRequests', { retryAfterSeconds: 1 })
        return verify(known, normalizePassword(password))
      })
      return isSame && typeof stored === 'string'
    },
  }
}

/** Normalizes the password, because keyboards compose characters differently. */
const normalizePassword = (password: string) => password.normalize('NFKC')

/**
 * The thread pool has four threads, and file reads use them too. A hash takes about 40 ms. Callers who would have to wait too long
 * are asked to retry.
 */
const queueLimits = { atOnce: 2, maxWaiting: 60, maxWaitMs: 1_500 }

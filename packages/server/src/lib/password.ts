/**
 * Passwords: argon2id on the thread pool, never on the event loop, a few at a time. Both throw `tooManyRequests` if too
 * many others wait, or whoever waits has gone by their turn: a password that this is thrown for was not looked at.
 */
import { hash, verify } from '@node-rs/argon2'
import { AppError } from './app-error.ts'
import { createWaitingLine } from './queues.ts'

export interface Passwords {
  readonly hash: (password: string) => Promise<string>
  /** The check takes as long and is false if there is no hash (no such account, or one without a password). */
  readonly isRight: (
    stored: string | null | undefined,
    password: string,
    isGone?: () => boolean,
  ) => Promise<boolean>
}

/** How much memory (KiB), and how many passes over it, a guess costs. */
export interface PasswordCost {
  readonly memoryCost: number
  readonly timeCost: number
}

/** OWASP's first choice for argon2id: 19 MiB, two passes. Its own salt is in each hash. */
export const usualCost: PasswordCost = { memoryCost: 19_456, timeCost: 2 }

/** Each of several threads has a part of the pool, which is that of the process. */
export function createPasswords(cost: PasswordCost = usualCost, threadCount = 1): Passwords {
  const inLine = createWaitingLine({ ...line, atOnce: Math.max(1, Math.floor(line.atOnce / threadCount)) })
  const hashed = (password: string) => hash(password, { ...cost, parallelism: 1 })
  let nobodys: Promise<string> | undefined
  const nobodysHash = () => (nobodys ??= hashed('nobody has this password'))
  return {
    hash: (password) => inLine(() => hashed(plain(password))),
    isRight: async (stored, password, isGone = () => false) => {
      const known = stored ?? (await nobodysHash())
      const isSame = await inLine(async () => {
        if (isGone()) throw new AppError('tooManyRequests', { retryAfterSeconds: 1 })
        return verify(known, plain(password))
      })
      return isSame && typeof stored === 'string'
    },
  }
}

/** The password in one form, however a keyboard composed it. */
const plain = (password: string) => password.normalize('NFKC')

/**
 * The pool has four threads, and files are read on them too. A hash takes some 40 ms: a caller who would wait for longer
 * than people do has to come back.
 */
const line = { atOnce: 2, mostWaiting: 60, maxWaitMs: 1_500 }

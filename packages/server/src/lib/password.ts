/**
 * Passwords: argon2id on the thread pool, never on the event loop, a few at a time. Both throw `tooManyRequests` where too
 * many others wait.
 */
import { hash, verify } from '@node-rs/argon2'
import { createWaitingLine } from './queues.ts'

/** OWASP's first choice for argon2id: 19 MiB, two passes. Its own salt is in each hash. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The password in one form, however a keyboard composed it. */
const plain = (password: string) => password.normalize('NFKC')

export const hashPassword = (password: string): Promise<string> => inLine(() => hash(plain(password), cost))

/** The check takes as long and is false where there is no hash (no such account, or one without a password). */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const known = stored ?? (await nobodysHash())
  return (await inLine(() => verify(known, plain(password)))) && typeof stored === 'string'
}

let nobodys: Promise<string> | undefined
const nobodysHash = () => (nobodys ??= hash('nobody has this password', cost))

/**
 * The pool has four threads, and files are read on them too. A hash takes some 40 ms: whoever would wait for longer than
 * people do is told to come back.
 */
const inLine = createWaitingLine({ atOnce: 2, mostWaiting: 60, maxWaitMs: 1_500 })

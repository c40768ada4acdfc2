/** Passwords: argon2id on the thread pool, never on the event loop, a few at a time. */
import { hash, verify } from '@node-rs/argon2'

/** OWASP's first choice for argon2id: 19 MiB, two passes. Its own salt is in each hash. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Of one form, however a keyboard composed it. */
const plain = (password: string) => password.normalize('NFKC')

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(plain(password), cost))

/** Without a hash (no such account, or one without a password) it takes as long and is false. */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const known = stored ?? (await nobodysHash())
  return (await inTurn(() => verify(known, plain(password)))) && typeof stored === 'string'
}

let nobodys: Promise<string> | undefined
const nobodysHash = () => (nobodys ??= hash('nobody has this password', cost))

/** The pool has four threads, and files are read on them too. */
const mostAtOnce = 2
let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** Random names for things of ours. */
import { createHash, randomBytes, randomFillSync } from 'node:crypto'

const idBytes = 12
/** Each request has an id: random bytes for many cost little more than for one. */
const drawn = Buffer.alloc(idBytes * 256)
let used = drawn.length

/** 96 random bits: 16 characters that need no escaping in a URL. */
export function newId(): string {
  if (used === drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  used += idBytes
  return drawn.toString('base64url', used - idBytes, used)
}

/** 256 random bits: a secret nobody guesses. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Returns what is stored of such a secret: it cannot be guessed, so a plain hash reveals nothing of it. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

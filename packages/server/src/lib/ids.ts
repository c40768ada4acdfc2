import { createHash, randomBytes, randomFillSync } from 'node:crypto'

const idBytes = 12
/** Every request gets an ID. Filling a buffer for 256 IDs costs little more than for one. */
const drawn = Buffer.alloc(idBytes * 256)
let used = drawn.length

/** Returns 96 random bits as 16 characters that need no escaping in a URL. */
export function newId(): string {
  if (used === drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  used += idBytes
  return drawn.toString('base64url', used - idBytes, used)
}

export const newToken = (): string => randomBytes(32).toString('base64url')

/** Returns the hash that is stored instead of such a secret. The secret cannot be guessed, so a fast hash without salt is safe. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

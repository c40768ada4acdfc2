import { createHash, randomBytes, randomFillSync } from 'node:crypto'

const idBytes = 12
/** Every request gets an ID. Filling a buffer for 256 IDs costs little more than for one. */
const randomPool = Buffer.alloc(idBytes * 256)
let poolOffset = randomPool.length

/** Returns 96 random bits as 16 characters that need no escaping in a URL. */
export function newId(): string {
  if (poolOffset === randomPool.length) {
    randomFillSync(randomPool)
    poolOffset = 0
  }
  poolOffset += idBytes
  return randomPool.toString('base64url', poolOffset - idBytes, poolOffset)
}

export const newToken = (): string => randomBytes(32).toString('base64url')

/** Returns the hash that is stored instead of such a secret. The secret cannot be guessed, so a fast hash without salt is safe. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

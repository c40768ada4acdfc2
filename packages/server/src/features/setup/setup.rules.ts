/** The code of the set-up. */
import { createHash, timingSafeEqual } from 'node:crypto'

/** Some 59 bits of a secret in letters and digits that no two read alike. */
export function setupCodeOf(secret: string): string {
  const text = [...digest(secret).subarray(0, 12)]
    .map((byte) => characters.charAt(byte % characters.length))
    .join('')
  return text.replace(/^(.{4})(.{4})/, '$1-$2-')
}

const characters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** However it was typed; in a time that says nothing of how much of it was right. */
export function isSetupCode(code: string, typed: string): boolean {
  return timingSafeEqual(digest(code), digest(typed))
}

const digest = (text: string) =>
  createHash('sha256').update(text.replaceAll(/[\s-]/g, '').toUpperCase()).digest()

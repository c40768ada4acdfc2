import { createHash, timingSafeEqual } from 'node:crypto'

/** Returns a code with about 59 bits of entropy, made of letters and digits that cannot be confused. */
export function setupCodeOf(secret: string): string {
  const text = [...digest(secret).subarray(0, 12)]
    .map((byte) => characters.charAt(byte % characters.length))
    .join('')
  return text.replace(/^(.{4})(.{4})/, '$1-$2-')
}

const characters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Compares in constant time; spaces, hyphens and case do not matter. */
export function isSetupCode(code: string, typed: string): boolean {
  return timingSafeEqual(digest(code), digest(typed))
}

const digest = (text: string) =>
  createHash('sha256').update(text.replaceAll(/[\s-]/g, '').toUpperCase()).digest()

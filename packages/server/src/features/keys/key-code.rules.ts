/** Omits 0, O, 1 and I, which can be confused. There are 32 characters, so a byte modulo 32 is unbiased. */
const characters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** One byte per character, 5 bits each: 80 bits cannot be guessed at any rate that the rate limiter allows. */
export const codeBytes = 16

/** Returns `KOE-XXXX-XXXX-XXXX-XXXX`, in the normalized form for comparison: uppercase, no spaces. */
export function codeOf(random: Uint8Array): string {
  const text = Array.from(random, (byte) => characters.charAt(byte % characters.length)).join('')
  return `KOE-${text.match(/.{1,4}/g)?.join('-')}`
}

/** The secret code of an access key. */

/** 0 and O, 1 and I are left out: none is read as another. 32 remain, so that a byte chooses one without favour. */
const characters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** 80 bits, five in a character: nobody guesses one at any speed that a limiter leaves. */
export const codeBytes = 16

/** `KOE-XXXX-XXXX-XXXX-XXXX`, in the form in which codes are compared: upper case, no spaces. */
export function codeOf(random: Uint8Array): string {
  const text = Array.from(random, (byte) => characters.charAt(byte % characters.length)).join('')
  return `KOE-${text.match(/.{1,4}/g)?.join('-')}`
}

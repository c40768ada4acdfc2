/** Names of guests, and how many there may be. */
import { randomInt } from 'node:crypto'

/** A server of a community has hundreds; a script that comes from many addresses ends here, at some megabytes. */
export const mostGuests = 10_000

/** Guests who do nothing for so long go, with all that is theirs. */
export const guestIdleDays = 30

export const newGuestName = (): string => `guest-${Array.from({ length: 8 }, randomCharacter).join('')}`

const characters = 'abcdefghijklmnopqrstuvwxyz0123456789'
const randomCharacter = () => characters.charAt(randomInt(characters.length))

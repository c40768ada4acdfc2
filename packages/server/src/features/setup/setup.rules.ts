/** The code of the set-up. */
import { createHash, randomInt, timingSafeEqual } from 'node:crypto'

/** 59 random bits in letters and digits that no two read alike. */
export function newSetupCode(): string {
  const text = Array.from({ length: 12 }, () => characters.charAt(randomInt(characters.length))).join('')
  return text.replace(/^(.{4})(.{4})/, '$1-$2-')
}

const characters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** However it was typed; in a time that says nothing of how much of it was right. */
export function isSetupCode(code: string, typed: string): boolean {
  return timingSafeEqual(digest(code), digest(typed))
}

const digest = (text: string) =>
  createHash('sha256').update(text.replaceAll(/[\s-]/g, '').toUpperCase()).digest()

/** Random names for things of ours. */
import { createHash, randomBytes } from 'node:crypto'

/** 96 random bits: 16 characters that need no escaping in a URL. */
export const newId = (): string => randomBytes(12).toString('base64url')

/** 256 random bits: a secret nobody guesses. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Returns what is stored of such a secret: it cannot be guessed, so a plain hash reveals nothing of it. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

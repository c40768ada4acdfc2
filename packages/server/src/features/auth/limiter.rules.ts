/** How many tries a name and an address have. */
import { createHash } from 'node:crypto'
import { usernameKeyOf } from '../../domain/user.rules.ts'
import { networkOf, siteOf } from '../../lib/addresses.rules.ts'

export interface Allowance {
  /** The number of tries in one window. */
  readonly most: number
  readonly windowMs: number
}

const minuteMs = 60_000

/** People who mistype find it in ten; a thousand guesses a day find no password that the bounds allow. */
export const perAccount: Allowance = { most: 10, windowMs: 15 * minuteMs }
/** A household behind one address mistypes more together; one machine that tries many names stops here. */
export const perAddress: Allowance = { most: 60, windowMs: 15 * minuteMs }
/** All networks of one customer of IPv6 together: tens of thousands, of which each would be an address of its own. */
export const perSite: Allowance = { most: 240, windowMs: 15 * minuteMs }
/** Right ones count too: each costs a hash and a session. A household signs in a few times a day. */
export const perAddressWide: Allowance = { most: 200, windowMs: 60 * minuteMs }
/** Right ones alone, so that no stranger uses them up: as many as an account has sessions. */
export const perAccountWide: Allowance = { most: 100, windowMs: 60 * minuteMs }
/** The time for which an address that signed in is known. */
export const knownMs = 30 * 24 * 60 * minuteMs
/** A class behind one address gets in within the hour; a script makes no thousands. */
export const perMinter: Allowance = { most: 20, windowMs: 60 * minuteMs }

/** The key has a fixed length whatever was typed. Names that are compared as one are one. */
export const accountBucket = (username: string): string =>
  `account ${createHash('sha256').update(usernameKeyOf(username)).digest('base64url')}`

/** Counts a name at one address that signed in lately: a stranger's wrong tries elsewhere do not count there. */
export const ownBucket = (username: string, address: string): string =>
  `own ${accountBucket(username)} ${networkOf(address)}`
export const knownBucket = (username: string, address: string): string =>
  `known ${accountBucket(username)} ${networkOf(address)}`

export function siteBucket(address: string): string | undefined {
  const site = siteOf(address)
  return site && `address ${site}`
}
/** Returns the bucket of those who signed in. */
export const loginBucket = (username: string): string => `login ${accountBucket(username)}`
export const addressBucket = (address: string): string => `address ${networkOf(address)}`
export const wideBucket = (address: string): string => `wide ${networkOf(address)}`
export const minterBucket = (address: string): string => `minter ${networkOf(address)}`

/** Returns undefined while the tries last; otherwise seconds until they begin anew. */
export function waitSeconds(
  { count, resetsAt }: { readonly count: number; readonly resetsAt: string },
  { most, now }: { readonly most: number; readonly now: Date },
): number | undefined {
  if (count <= most) return undefined
  return Math.max(1, Math.ceil((Date.parse(resetsAt) - now.getTime()) / 1000))
}

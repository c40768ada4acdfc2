/** How many wrong secrets an account, an address and a known device have in one window, and the names of their buckets. */
import { createHash } from 'node:crypto'
import { usernameKeyOf } from '../../domain/user.rules.ts'
import { rateLimitNetworkOf, siteOf } from '../../lib/addresses.rules.ts'

export interface Allowance {
  readonly max: number
  readonly windowMs: number
}

const minuteMs = 60_000

/** Distinct wrong secrets. People who mistype succeed within ten; a thousand guesses a day find no allowed password. */
export const perAccount: Allowance = { max: 10, windowMs: 15 * minuteMs }
/** Distinct wrong secrets of all names. A household mistypes more together; a machine that tries many names stops here. */
export const perAddress: Allowance = { max: 60, windowMs: 15 * minuteMs }
/** All networks of one IPv6 customer together: tens of thousands, each of which would be an address of its own. */
export const perSite: Allowance = { max: 240, windowMs: 15 * minuteMs }
/** Looks at one wrong secret. A program that retries is rejected after these, and no other client is. */
export const perSecret: Allowance = { max: 120, windowMs: 15 * minuteMs }
/** Successful sign-ins from one address by accounts that are not known there: each costs a hash and a session. */
export const perAddressSignIns: Allowance = { max: 200, windowMs: 60 * minuteMs }
/** Successful sign-ins of one account: as many as an account has sessions. Strangers cannot use them up. */
export const perAccountSignIns: Allowance = { max: 100, windowMs: 60 * minuteMs }
/** How long the address of a successful sign-in is known. */
export const knownMs = 30 * 24 * 60 * minuteMs
/** New accounts without a secret. A class behind one address gets in within the hour; a script does not make thousands. */
export const perCreator: Allowance = { max: 20, windowMs: 60 * minuteMs }

/**
 * What a secret is a guess at. App passwords are random, so wrong ones never use up the attempts at passwords, which
 * people sign in with.
 */
export type SecretKind = 'password' | 'random'

/** App passwords are 24 characters that cannot be confused with each other on a phone: 118 random bits. */
export const appPasswordCharacters = 'abcdefghjkmnpqrstuvwxyz23456789'
export const appPasswordLength = 24

/** A password in the format of an app password counts as one: a revoked app password does not count as a guess of the account's. */
export const secretKindOf = (secret: string): SecretKind =>
  secret.length === appPasswordLength &&
  [...secret].every((character) => appPasswordCharacters.includes(character))
    ? 'random'
    : 'password'

const nameOf = (username: string): string =>
  createHash('sha256').update(usernameKeyOf(username)).digest('base64url')

/** All buckets have a bounded length whatever was typed. Usernames that compare equal share their buckets. */
export const accountBucket = (kind: SecretKind, username: string): string =>
  `${kind} account ${nameOf(username)}`
export const addressBucket = (kind: SecretKind, address: string): string =>
  `${kind} address ${rateLimitNetworkOf(address)}`
export function siteBucket(kind: SecretKind, address: string): string | undefined {
  const site = siteOf(address)
  return site && `${kind} address ${site}`
}
/** Counts the wrong secrets of an account at an address where it is known. */
export const ownBucket = (kind: SecretKind, username: string, address: string): string =>
  `${kind} own ${nameOf(username)} ${rateLimitNetworkOf(address)}`
/** Counts the wrong secrets of a browser where the account logged in before. */
export const deviceBucket = (username: string, deviceId: string): string =>
  `device ${nameOf(username)} ${deviceId}`
/** Counts the wrong secrets of the account's own sessions, which ask for the password again. */
export const sessionBucket = (username: string): string => `session ${nameOf(username)}`
export const secretBucket = (digest: string): string => `secret ${digest}`
/** Remembers that an account signed in at an address. */
export const knownBucket = (username: string, address: string): string =>
  `known ${nameOf(username)} ${rateLimitNetworkOf(address)}`
/** Remembers that any account logged in at an address. */
export const homeBucket = (address: string): string => `home ${rateLimitNetworkOf(address)}`
export const accountSignInsBucket = (username: string): string => `signIns ${nameOf(username)}`
/** Counts logins with app passwords separately: an app that keeps logging in must not use up its owner's limit. */
export const appSignInsBucket = (username: string): string => `appSignIns ${nameOf(username)}`
export const addressSignInsBucket = (address: string): string =>
  `addressSignIns ${rateLimitNetworkOf(address)}`
export const creatorBucket = (address: string): string => `creator ${rateLimitNetworkOf(address)}`

/** Returns undefined while attempts are left; otherwise the seconds until the window ends. */
export function waitSeconds(
  { count, resetsAt }: { readonly count: number; readonly resetsAt: string },
  { max, now }: { readonly max: number; readonly now: Date },
): number | undefined {
  if (count <= max) return undefined
  return Math.max(1, Math.ceil((Date.parse(resetsAt) - now.getTime()) / 1000))
}

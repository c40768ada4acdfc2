/**
 * Keyed hashes in URLs, because `<audio>` and `<img>` cannot carry a bearer.
 * A media link is bound to one file, to a session, a share or the visitor epoch (ending the first two, changing the last
 * ends the link), and an expiry.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type AgeCategory, ageCategories } from '@koedana/contract/values.ts'

/** Says who may use a link: a session or a share by its public id, or visitors, if it names neither. */
export interface LinkHolder {
  readonly session?: string | undefined
  readonly share?: string | undefined
}

/** A media signature covers these; `expiresAt` is Unix seconds. */
export interface MediaClaim extends LinkHolder {
  readonly fileId: string
  /** The epoch of the visitors' links. */
  readonly epoch: string
  readonly expiresAt: number
}

/** Long enough to hear the longest work with a pause in it. */
export const mediaLifetimeSeconds = 8 * 3600
/** Expiries fall on whole quarters of an hour, so that the same link is given, and cached, for a while. */
const expiryStepSeconds = 900

export function expiryFor(now: Date): number {
  const steps = Math.ceil(now.getTime() / 1000 / expiryStepSeconds)
  return steps * expiryStepSeconds + mediaLifetimeSeconds
}

/** Returns the text behind `s=`: `{expiry in base 36}.{session, ~share or nothing}.{hash}`. */
export function signMedia(secret: string, claim: MediaClaim): string {
  const holder = claim.share === undefined ? (claim.session ?? '') : `~${claim.share}`
  return `${claim.expiresAt.toString(36)}.${holder}.${mediaHash(secret, claim)}`
}

/** Returns who may use the link; undefined where it was not signed for this file, or is over. */
export function readMediaLink(
  secret: string,
  link: { readonly fileId: string; readonly epoch: string; readonly signature: string; readonly now: Date },
): Omit<MediaClaim, 'fileId' | 'epoch'> | undefined {
  const [, expiry, isShare, named, given] =
    /^([0-9a-z]{1,9})\.(~?)([\w-]{0,40})\.([\w-]{1,64})$/.exec(link.signature) ?? []
  if (expiry === undefined || given === undefined) return undefined
  const expiresAt = Number.parseInt(expiry, 36)
  const holder = isShare ? { share: named } : named === '' ? {} : { session: named }
  const expected = mediaHash(secret, { ...holder, fileId: link.fileId, epoch: link.epoch, expiresAt })
  // The hash is compared first: an attacker must not learn from an expiry whether it was real.
  const isValid =
    isSame(given, expected) && expiresAt.toString(36) === expiry && expiresAt * 1000 > link.now.getTime()
  return isValid ? { ...holder, expiresAt } : undefined
}

/** A cover's link names these. */
export interface CoverLink {
  readonly workId: string
  readonly version: string
  readonly signature: string
}

/** The epoch of each age; a new one ends the links given before. */
export type CoverEpochs = Readonly<Record<AgeCategory, string>>

/**
 * A cover's link is only sent to who may see it, and does not change while nothing does, so that browsers keep the
 * picture: it is bound to the age that the work had, and to the epoch of that age.
 */
export function signCover(
  secret: string,
  {
    workId,
    version,
    age,
    epoch,
  }: Omit<CoverLink, 'signature'> & { readonly age: AgeCategory; readonly epoch: string },
): string {
  return hash(secret, ['cover', workId, version, age, epoch])
}

/** Returns the age that the link was given for; undefined for one that never was given, or is over. */
export function readCoverLink(
  secret: string,
  { signature, ...cover }: CoverLink,
  epochs: CoverEpochs,
): AgeCategory | undefined {
  return ageCategories.find((age) =>
    isSame(signature, signCover(secret, { ...cover, age, epoch: epochs[age] })),
  )
}

/** A link to the cover of one work for clients that send no credentials with pictures. */
export interface CoverTokenClaim {
  readonly workId: string
  /** Whether its holder sees this cover blurred. */
  readonly isVeiled: boolean
}

/** Clients keep the items of a library for a while; they fetch them again at each start. */
const coverTokenSeconds = 24 * 3600
/** Expiries fall on whole steps, so that a client that caches by address keeps the picture. */
const coverTokenStepSeconds = 6 * 3600

/**
 * Returns `{v or c}.{expiry in base 36}.{hash}`. Like the signature of a cover it is bound to the age category of the work
 * and to the epoch of that category; unlike it, it names no picture and expires.
 */
export function signCoverToken(
  secret: string,
  { workId, isVeiled }: CoverTokenClaim,
  { age, epoch, now }: { readonly age: AgeCategory; readonly epoch: string; readonly now: Date },
): string {
  const steps = Math.ceil(now.getTime() / 1000 / coverTokenStepSeconds)
  const expiry = (steps * coverTokenStepSeconds + coverTokenSeconds).toString(36)
  const kind = isVeiled ? 'v' : 'c'
  return `${kind}.${expiry}.${hash(secret, ['coverToken', workId, kind, age, epoch, expiry])}`
}

export interface CoverToken {
  readonly age: AgeCategory
  readonly isVeiled: boolean
}

/** Returns undefined for a token of another work, and for one that is forged or has ended. */
export function readCoverToken(
  secret: string,
  { workId, token, now }: { readonly workId: string; readonly token: string; readonly now: Date },
  epochs: CoverEpochs,
): CoverToken | undefined {
  const [, kind, expiry, given] = /^([cv])\.([0-9a-z]{1,9})\.([\w-]{1,64})$/.exec(token) ?? []
  if (kind === undefined || expiry === undefined || given === undefined) return undefined
  const age = ageCategories.find((one) =>
    isSame(given, hash(secret, ['coverToken', workId, kind, one, epochs[one], expiry])),
  )
  if (age === undefined || Number.parseInt(expiry, 36) * 1000 <= now.getTime()) return undefined
  return { age, isVeiled: kind === 'v' }
}

function mediaHash(secret: string, { fileId, session, share, epoch, expiresAt }: MediaClaim): string {
  const visitorOrSession = session === undefined ? ['visitor', epoch] : ['session', session]
  const holder = share === undefined ? visitorOrSession : ['share', share]
  return hash(secret, ['media', fileId, ...holder, String(expiresAt)])
}

/** JSON keeps the parts apart: no two lists of parts spell the same text. */
function hash(secret: string, parts: readonly string[]): string {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

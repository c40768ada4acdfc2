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

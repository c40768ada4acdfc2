/**
 * Keyed hashes in URLs, because `<audio>` and `<img>` cannot send a bearer token. A media link is bound to one file, to a session, a share
 * or the visitor epoch, and to an expiry. It ends with the session or share, or when the epoch changes.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type AgeCategory, ageCategories } from '@koedana/contract/values.ts'

/** The user of a link: a session or a share by its public ID; a visitor if both are undefined. */
export interface LinkHolder {
  readonly session?: string | undefined
  readonly share?: string | undefined
}

/** The signed contents of a media link; `expiresAt` is in Unix seconds. */
export interface MediaClaim extends LinkHolder {
  readonly fileId: string
  readonly epoch: string
  readonly expiresAt: number
}

/** Long enough for the longest work with a pause. */
export const mediaLifetimeSeconds = 8 * 3600
/** Expiries are whole quarters of an hour, so that the link stays the same, and cacheable, for a while. */
const expiryStepSeconds = 900

/** Returns the expiry of a new link in Unix seconds. */
export function expiryFor(now: Date): number {
  const steps = Math.ceil(now.getTime() / 1000 / expiryStepSeconds)
  return steps * expiryStepSeconds + mediaLifetimeSeconds
}

/** Returns the value of `s=`: `{expiry in base 36}.{session, ~share or empty}.{hash}`. */
export function signMedia(secret: string, claim: MediaClaim): string {
  const holder = claim.share === undefined ? (claim.session ?? '') : `~${claim.share}`
  return `${claim.expiresAt.toString(36)}.${holder}.${mediaHash(secret, claim)}`
}

/** Returns the holder and expiry; undefined if the link was not signed for this file, or expired. */
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
  // The hash is compared before the expiry, so that the result reveals nothing about forged links.
  const isValid =
    isEqualHash(given, expected) && expiresAt.toString(36) === expiry && expiresAt * 1000 > link.now.getTime()
  return isValid ? { ...holder, expiresAt } : undefined
}

export interface CoverLink {
  readonly workId: string
  readonly version: string
  readonly signature: string
}

/** The epoch of each age category; a new one ends the links issued before. */
export type CoverEpochs = Readonly<Record<AgeCategory, string>>

/**
 * Signs a cover link. It is issued only to callers who may see the cover, and stays the same so that browsers cache the picture: it is
 * bound to the work's age category and to the epoch of that category.
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
  return signParts(secret, ['cover', workId, version, age, epoch])
}

/** Returns the age category for which the link was issued; undefined for an invalid or ended link. */
export function readCoverLink(
  secret: string,
  { signature, ...cover }: CoverLink,
  epochs: CoverEpochs,
): AgeCategory | undefined {
  return ageCategories.find((age) =>
    isEqualHash(signature, signCover(secret, { ...cover, age, epoch: epochs[age] })),
  )
}

/** Link to one cover, for clients that send no credentials with picture requests. */
export interface CoverTokenClaim {
  readonly workId: string
  /** Whether the holder sees the cover blurred. */
  readonly isVeiled: boolean
}

/** Clients cache library items for a while, and fetch them again at each start. */
const coverTokenSeconds = 24 * 3600
/** Expiries are whole steps, so that clients that cache by URL keep the picture. */
const coverTokenStepSeconds = 6 * 3600

/**
 * Returns `{v or c}.{expiry in base 36}.{hash}`. Like a cover signature, it is bound to the age category of the work and its epoch; unlike
 * it, it is independent of the picture version and expires.
 */
export function signCoverToken(
  secret: string,
  { workId, isVeiled }: CoverTokenClaim,
  { age, epoch, now }: { readonly age: AgeCategory; readonly epoch: string; readonly now: Date },
): string {
  const steps = Math.ceil(now.getTime() / 1000 / coverTokenStepSeconds)
  const expiry = (steps * coverTokenStepSeconds + coverTokenSeconds).toString(36)
  const kind = isVeiled ? 'v' : 'c'
  return `${kind}.${expiry}.${signParts(secret, ['coverToken', workId, kind, age, epoch, expiry])}`
}

export interface CoverToken {
  readonly age: AgeCategory
  readonly isVeiled: boolean
}

/** Returns undefined for a forged or expired token, and for one of another work. */
export function readCoverToken(
  secret: string,
  { workId, token, now }: { readonly workId: string; readonly token: string; readonly now: Date },
  epochs: CoverEpochs,
): CoverToken | undefined {
  const [, kind, expiry, given] = /^([cv])\.([0-9a-z]{1,9})\.([\w-]{1,64})$/.exec(token) ?? []
  if (kind === undefined || expiry === undefined || given === undefined) return undefined
  const age = ageCategories.find((one) =>
    isEqualHash(given, signParts(secret, ['coverToken', workId, kind, one, epochs[one], expiry])),
  )
  if (age === undefined || Number.parseInt(expiry, 36) * 1000 <= now.getTime()) return undefined
  return { age, isVeiled: kind === 'v' }
}

function mediaHash(secret: string, { fileId, session, share, epoch, expiresAt }: MediaClaim): string {
  const visitorOrSession = session === undefined ? ['visitor', epoch] : ['session', session]
  const holder = share === undefined ? visitorOrSession : ['share', share]
  return signParts(secret, ['media', fileId, ...holder, String(expiresAt)])
}

/** JSON encodes the parts unambiguously, so different lists never have the same hash input. */
function signParts(secret: string, parts: readonly string[]): string {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')
}

function isEqualHash(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Keyed hashes in URLs, because `<audio>` and `<img>` cannot carry a bearer.
 * A media link is bound to one file, one visitor epoch (changing it ends every link) and an expiry.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a media signature covers; `expiresAt` is Unix seconds. */
export interface MediaClaim {
  readonly fileId: string
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

/** The text behind `s=`: `{expiry in base 36}.{hash}`. */
export function signMedia(secret: string, claim: MediaClaim): string {
  return `${claim.expiresAt.toString(36)}.${mediaHash(secret, claim)}`
}

/** Whether the text was signed for this file and epoch and has not expired. */
export function isMediaSigned(
  secret: string,
  asked: { readonly fileId: string; readonly epoch: string; readonly signature: string; readonly now: Date },
): boolean {
  const match = /^([0-9a-z]{1,9})\.([\w-]{1,64})$/.exec(asked.signature)
  if (!match?.[1] || !match[2]) return false
  const expiresAt = Number.parseInt(match[1], 36)
  const expected = mediaHash(secret, { fileId: asked.fileId, epoch: asked.epoch, expiresAt })
  // The hash is compared first: an attacker must not learn from an expiry whether it was real.
  return (
    isSame(match[2], expected) &&
    expiresAt.toString(36) === match[1] &&
    expiresAt * 1000 > asked.now.getTime()
  )
}

/** A cover's link does not expire: its version changes with the picture, and it is only told to who may see it. */
export function signCover(secret: string, workId: string, version: string): string {
  return hash(secret, ['cover', workId, version])
}

export function isCoverSigned(
  secret: string,
  asked: { readonly workId: string; readonly version: string; readonly signature: string },
): boolean {
  return isSame(asked.signature, signCover(secret, asked.workId, asked.version))
}

function mediaHash(secret: string, { fileId, epoch, expiresAt }: MediaClaim): string {
  return hash(secret, ['media', fileId, epoch, String(expiresAt)])
}

/** JSON keeps the parts apart: no two lists of parts spell the same text. */
function hash(secret: string, parts: readonly string[]): string {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Checks whether the holder of a link may listen, and finds the file. Players send one range request after the other, so the result is
 * cached briefly, until rights change; open streams are rechecked at the same time (`open-streams.ts`).
 */
import { LRUCache } from 'lru-cache'
import type { Context, Person, ShareAccess } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import { findRight, type Holder, type MediaSources, mayListen } from './links.ts'
import { type LinkHolder, readMediaLink } from './signing.rules.ts'
import { type FileLocation, findTrackLocation } from './tracks.store.ts'
import { findFileLocation } from './work-files.store.ts'

export interface MediaLinkRequest {
  readonly fileId: string
  readonly signature: string
}

export interface MediaAdmission {
  readonly holder: Holder
  readonly location: FileLocation
  /** The end of the session or share, in milliseconds since 1970; infinite for visitors. */
  readonly until: number
  /** The value of `streams.rechecks()` before the right was looked up. */
  readonly rechecks: number
}

/** Throws `forbidden` for an invalid or expired link, `notFound` for an unknown file or one hidden from the holder. */
export type Admit = (link: MediaLinkRequest, context: Context) => Promise<MediaAdmission>

interface CachedAdmission extends MediaAdmission {
  readonly person: Person | undefined
  readonly lent?: ShareAccess | undefined
  readonly secret: string
  readonly epoch: string
  readonly linkEndsMs: number
  /** Time of the lookup on the monotonic clock. */
  readonly foundMs: number
}

/** Kept short: other nodes learn of a revoked right only with the next poll of the change feed. */
const cacheMs = 100
const maxCached = 1_000

export function createAdmission(sources: MediaSources): Admit {
  const { secret, epoch, now, streams } = sources
  const admissionCache = new LRUCache<string, CachedAdmission>({ max: maxCached })

  const isCurrent = (found: CachedAdmission) =>
    performance.now() - found.foundMs < cacheMs &&
    found.rechecks === streams.rechecks() &&
    found.secret === secret() &&
    found.epoch === epoch() &&
    now().getTime() < Math.min(found.linkEndsMs, found.until)

  return async (link, context) => {
    const { locale } = context
    const name = `${link.fileId} ${locale} ${link.signature}`
    const found = admissionCache.get(name)
    // Whether visitors may listen depends on their address, so it is checked for every request.
    if (found && isCurrent(found) && mayListen(sources, found.person, { ...context, lent: found.lent })) {
      return { ...found, holder: { ...found.holder, context } }
    }
    const admission = await lookUp(sources, link, context)
    admissionCache.set(name, admission)
    return admission
  }
}

async function lookUp(
  sources: MediaSources,
  link: MediaLinkRequest,
  context: Context,
): Promise<CachedAdmission> {
  const { secret, epoch, now } = sources
  const signed = { secret: secret(), epoch: epoch() }
  const read = readMediaLink(signed.secret, { ...link, epoch: signed.epoch, now: now() })
  if (!read) throw new AppError('forbidden')
  const foundMs = performance.now()
  const found = await admitCaller(sources, { ...read, fileId: link.fileId }, context)
  return { ...signed, ...found, foundMs, linkEndsMs: read.expiresAt * 1000 }
}

interface AdmissionRequest extends LinkHolder {
  readonly fileId: string
}

/** Checks the right of a caller who is authenticated by the request itself, without a link. */
export async function admitCaller(
  sources: MediaSources,
  { fileId, session, share }: AdmissionRequest,
  context: Context,
): Promise<MediaAdmission & Pick<CachedAdmission, 'person' | 'lent'>> {
  const { db, streams } = sources
  const rechecks = streams.rechecks()
  const location = (await findTrackLocation(db, fileId)) ?? (await findFileLocation(db, fileId))
  if (!location) throw new AppError('notFound')
  const holder = { session, share, workKey: location.workKey, context }
  const right = await findRight(sources, holder)
  if (right.type !== 'granted') throw new AppError(right.type === 'ended' ? 'forbidden' : 'notFound')
  const { person, lent, until } = right
  return { holder, location, person, lent, until, rechecks }
}

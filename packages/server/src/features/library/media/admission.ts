/**
 * Whether the holder of a link may hear its file, and where that lies. A player requests one range after the other, so what
 * was found is believed for a moment: as long as no change of rights was reported, which is when open streams are
 * checked again too (`open-streams.ts`).
 */
import { LRUCache } from 'lru-cache'
import type { Context, Lent, Person } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import { type Holder, type MediaSources, mayListen, rightTo } from './links.ts'
import { type LinkHolder, readMediaLink } from './signing.rules.ts'
import { type FileLocation, findTrackLocation } from './tracks.store.ts'
import { findFileLocation } from './work-files.store.ts'

export interface GivenLink {
  readonly fileId: string
  readonly signature: string
}

export interface Admitted {
  readonly holder: Holder
  readonly location: FileLocation
  /** The end of the session or share, in milliseconds since 1970; infinite for visitors. */
  readonly until: number
  /** The `rechecks` of the open streams before the right was looked up. */
  readonly rechecks: number
}

/** Throws `forbidden` where the link or its session is over, `notFound` for what the holder may not know of. */
export type Admit = (link: GivenLink, context: Context) => Promise<Admitted>

interface Known extends Admitted {
  readonly person: Person | undefined
  readonly lent?: Lent | undefined
  /** The secret that the link was signed with, and when it ends. */
  readonly secret: string
  readonly epoch: string
  readonly linkEndsMs: number
  /** The time by a clock that is never set back. */
  readonly foundMs: number
}

/** Short, since a row may be written that nobody is notified of before the change feed is read again. */
const believedMs = 100
const mostKnown = 1_000

export function createAdmission(sources: MediaSources): Admit {
  const { secret, epoch, now, streams } = sources
  const known = new LRUCache<string, Known>({ max: mostKnown })

  const isCurrent = (found: Known) =>
    performance.now() - found.foundMs < believedMs &&
    found.rechecks === streams.rechecks() &&
    found.secret === secret() &&
    found.epoch === epoch() &&
    now().getTime() < Math.min(found.linkEndsMs, found.until)

  return async (link, context) => {
    const { locale } = context
    const name = `${link.fileId} ${locale} ${link.signature}`
    const found = known.get(name)
    // Every request is checked for where visitors may listen from.
    if (found && isCurrent(found) && mayListen(sources, found.person, { ...context, lent: found.lent })) {
      return { ...found, holder: { ...found.holder, context } }
    }
    const looked = await lookUp(sources, link, context)
    known.set(name, looked)
    return looked
  }
}

async function lookUp(sources: MediaSources, link: GivenLink, context: Context): Promise<Known> {
  const { secret, epoch, now } = sources
  const signed = { secret: secret(), epoch: epoch() }
  const read = readMediaLink(signed.secret, { ...link, epoch: signed.epoch, now: now() })
  if (!read) throw new AppError('forbidden')
  const foundMs = performance.now()
  const found = await admitHolder(sources, { ...read, fileId: link.fileId }, context)
  return { ...signed, ...found, foundMs, linkEndsMs: read.expiresAt * 1000 }
}

interface Wanted extends LinkHolder {
  readonly fileId: string
}

/** Does the same for who needs no link, since the request itself says who they are. */
export async function admitHolder(
  sources: MediaSources,
  { fileId, session, share }: Wanted,
  context: Context,
): Promise<Admitted & Pick<Known, 'person' | 'lent'>> {
  const { db, streams } = sources
  const rechecks = streams.rechecks()
  const location = (await findTrackLocation(db, fileId)) ?? (await findFileLocation(db, fileId))
  if (!location) throw new AppError('notFound')
  const holder = { session, share, workKey: location.workKey, context }
  const right = await rightTo(sources, holder)
  if (right.is !== 'granted') throw new AppError(right.is === 'ended' ? 'forbidden' : 'notFound')
  const { person, lent, until } = right
  return { holder, location, person, lent, until, rechecks }
}

/** Who may hear what, asked when a link is given, when it is used, and while its file is sent. */
import { basePath } from '@koedana/contract/base-path.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { mayVisitorsListen } from '../../../domain/listening.rules.ts'
import type { Context } from '../../../http/context.ts'
import type { Person } from '../../../http/person.ts'
import type { MediaSources } from './media-sources.ts'
import { expiryFor, signMedia } from './signing.rules.ts'
import type { TrackRow } from './tracks.store.ts'

/** Visitors and guests as the site says; whoever has an account may. */
export function mayListen(
  { site, isPublished }: MediaSources,
  person: Person | undefined,
  context: Context,
): boolean {
  const isMember = person !== undefined && person.user.role !== roleOf.guest
  return isMember || mayVisitorsListen({ ...site.current(), isPublished }, context)
}

/** Gives links to the caller; undefined for one who may not listen. */
export function linksFor(
  sources: MediaSources,
  context: Context,
): ((track: Pick<TrackRow, 'id' | 'path'>) => string) | undefined {
  const { person } = context
  if (!mayListen(sources, person, context)) return undefined
  const { secret, epoch, now } = sources
  const signedWith = secret()
  const ends = person ? Math.floor(person.expiresAt / 1000) : Number.POSITIVE_INFINITY
  const claim = { session: person?.sessionId, epoch: epoch(), expiresAt: Math.min(expiryFor(now()), ends) }
  return ({ id, path }) => {
    const name = path.slice(path.lastIndexOf('/') + 1)
    return `${basePath}/media/${id}/${encodeURIComponent(name)}?s=${signMedia(signedWith, { ...claim, fileId: id })}`
  }
}

export interface Holder {
  /** Public id of a session; undefined for visitors. */
  readonly session: string | undefined
  readonly workKey: number
  readonly context: Context
}

export type Right =
  /** Until the session ends, in milliseconds since 1970; infinite for visitors. */
  | { readonly is: 'granted'; readonly until: number }
  /** The session is over, or the listener may not listen any more. */
  | { readonly is: 'ended' }
  | { readonly is: 'hidden' }

/** As things are now. */
export async function rightTo(sources: MediaSources, { session, workKey, context }: Holder): Promise<Right> {
  const person = session === undefined ? undefined : await sources.findPerson(session)
  if (session !== undefined && !person) return { is: 'ended' }
  if (!mayListen(sources, person, context)) return { is: 'ended' }
  const asker = { person, locale: context.locale }
  if (!(await sources.visibleWorks([workKey], asker)).has(workKey)) return { is: 'hidden' }
  return { is: 'granted', until: person?.expiresAt ?? Number.POSITIVE_INFINITY }
}

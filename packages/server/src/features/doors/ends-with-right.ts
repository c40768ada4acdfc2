/** Answers that are sent while they are made: they end with the right of whoever asked, as files do. */
import { Readable } from 'node:stream'
import type { DoorName } from '@koedana/contract/doors.ts'
import type { Bytes, Context } from '../../http/context.ts'
import { personOf } from '../auth/auth-sources.ts'
import type { MediaSources } from '../library/media/links.ts'
import type { DoorAccess } from './door-access.ts'

type Sources = Pick<MediaSources, 'streams' | 'findPerson'> & { readonly access: DoorAccess }

/** Who may see less than before gets no more of it either. One that was made at once is sent as it is. */
export function endsWithRight(
  { access, streams, findPerson }: Sources,
  { door, bytes }: { readonly door: DoorName; readonly bytes: Bytes },
  context: Context,
): Bytes {
  const { body } = bytes
  if (!(body instanceof Readable)) return bytes
  const { sessionId, expiresAt, audience } = personOf(context)
  const isAllowed = async () => access.isOpen(door) && (await findPerson(sessionId))?.audience === audience
  // The right was looked up before anybody counted: it is asked for again at once.
  streams.watch(body, { isAllowed, until: expiresAt })
  return bytes
}

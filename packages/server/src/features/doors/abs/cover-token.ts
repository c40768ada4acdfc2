/**
 * Covers without credentials. Since version 2.17 audiobookshelf serves them openly, and its apps send no token with them
 * (advplyr/audiobookshelf-app, store/globals.js). Here visitors get the covers that visitors may see. Signed-in apps get a URL in
 * `coverPath` with a token for one cover, which the official app uses unchanged.
 */
import type { Bytes, Context } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import { ageOf, coverOf } from '../../works/card.rules.ts'
import { findWorks } from '../../works/works.store.ts'
import {
  type DoorCover,
  sendBlurredCover,
  sendDoorCover,
  sendGeneratedCover,
  sendStoredCover,
} from '../door-media.ts'
import type { ShownItem } from './item.rules.ts'
import type { LibrarySources } from './library-sources.ts'

export function coverUrlOf(
  { links, now }: Pick<LibrarySources, 'links' | 'now'>,
  card: ShownItem['card'],
  { origin }: Context,
): string {
  const isVeiled = card.cover !== null && card.cover.signature === null
  const token = links.signCoverToken({ workId: card.id, isVeiled }, card.ageCategory ?? 'r18', now())
  return `${origin}/abs/api/items/${card.id}/cover?c=${token}`
}

/** Sends the cover that a token grants, or one that visitors may see. Throws `notFound`. */
export async function sendOpenCover(
  sources: LibrarySources,
  wanted: DoorCover & { readonly key: number | undefined; readonly token: string | undefined },
  context: Context,
): Promise<Bytes> {
  const byToken = await sendByToken(sources, wanted, context)
  return byToken ?? sendDoorCover(sources, wanted, context)
}

async function sendByToken(
  sources: LibrarySources,
  { key, token, ...wanted }: Parameters<typeof sendOpenCover>[1],
  context: Context,
): Promise<Bytes | undefined> {
  if (token === undefined || key === undefined) return undefined
  const { links, db, dictionary, signCover, now } = sources
  const right = links.readCoverToken({ workId: wanted.workId, token, now: now() })
  if (!right) return undefined
  const [row] = await findWorks(db, [key])
  if (!row || row.trashed_at !== null || ageOf(row) !== right.age) throw new AppError('notFound')
  const maker =
    row.maker_key === null
      ? undefined
      : dictionary.findEntity('makers', row.maker_key, sources.viewers.viewer(context))
  const drawn = { workId: row.id, makerId: maker?.id }
  const cover = coverOf({ row, signCover })
  if (!cover || cover.signature === null) return sendGeneratedCover(drawn, wanted, context)
  if (right.isVeiled) return sendBlurredCover(cover.thumbhash, wanted, context)
  return sendStoredCover(sources, { ...wanted, drawn, ...cover, signature: cover.signature }, context)
}

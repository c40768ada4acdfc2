/** Stars and ratings, which are the favorites, follows and ratings of the user. */
import type { Context } from '../../../http/context.ts'
import type { DoorRequest } from '../../../http/door.ts'
import { AppError } from '../../../lib/app-error.ts'
import { followHandler, unfollowHandler } from '../../follows/follows.api.ts'
import { addFavorite, removeFavorite, saveMark } from '../../marks/marks.use-cases.ts'
import { checkArtist, type LibrarySources, readSong, readWork } from './library.ts'
import type { ParsedId } from './params.rules.ts'
import { readId, requiredParam } from './params.ts'

/** Returns the work to mark; a song stands for its work. */
async function workIdFor(sources: LibrarySources, { kind, id }: ParsedId, context: Context): Promise<string> {
  if (kind === 'song') return (await readSong(sources, id, context)).work.card.id
  if (kind === 'album') return (await readWork(sources, id, context)).card.id
  throw new AppError('notFound')
}

/** star and unstar, for any number of items. Items that are not visible are rejected; changes made before the error stay. */
export async function saveStars(
  sources: LibrarySources,
  { request: { listOf }, isStarred }: { readonly request: DoorRequest; readonly isStarred: boolean },
  context: Context,
): Promise<void> {
  const named = ['id', 'albumId', 'artistId'].flatMap(listOf).map(readId)
  if (named.length === 0) throw new AppError('malformed')
  for (const one of named) {
    if (one.kind === 'maker') await saveFollow(sources, { named: one, isStarred }, context)
    else {
      const workId = await workIdFor(sources, one, context)
      await (isStarred ? addFavorite : removeFavorite)(sources, workId, context)
    }
  }
}

async function saveFollow(
  sources: LibrarySources,
  { named, isStarred }: { readonly named: ParsedId; readonly isStarred: boolean },
  context: Context,
): Promise<void> {
  checkArtist(sources, named, context)
  const handler = isStarred ? followHandler(sources) : unfollowHandler(sources)
  await handler({ params: { kind: 'makers', id: named.id }, query: undefined, body: undefined }, context)
}

/** setRating: 1 to 5 stars; 0 removes the rating. */
export async function saveRating(
  sources: LibrarySources,
  { query }: DoorRequest,
  context: Context,
): Promise<void> {
  const rating = requiredParam(query, 'rating')
  if (!/^[0-5]$/.test(rating)) throw new AppError('malformed')
  const id = await workIdFor(sources, readId(requiredParam(query, 'id')), context)
  await saveMark(sources, { id, rating: rating === '0' ? null : Number(rating) }, context)
}

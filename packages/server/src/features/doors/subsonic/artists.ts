/** Circles and voices as artists: whoever has a work that can be seen at this door. */
import type { Context } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import { inSteps, stepsOf } from '../../../lib/steps.ts'
import { personOf } from '../../auth/auth-sources.ts'
import { listFollowRows } from '../../follows/follows.store.ts'
import { listEntities, type ShownEntity } from '../door-entities.ts'
import { type Element, type Saying, Stepped } from './answer.rules.ts'
import { findKeys, type LibrarySources, readWorks } from './library.ts'
import { idOf, type Named } from './params.rules.ts'
import { albumOf, folderOf, type ShownWork } from './shapes.rules.ts'

const kindOf = { maker: 'makers', artist: 'artists' } as const

/** Throws `notFound` for one of whom nothing can be seen here. */
function readEntity(sources: LibrarySources, { kind, id }: Named, context: Context): ShownEntity {
  const entityKind = kindOf[kind === 'artist' ? 'artist' : 'maker']
  const key = sources.dictionary.findKey(entityKind, id)
  const [entity] =
    key === undefined ? [] : listEntities(sources, { kind: entityKind, only: new Set([key]) }, context)
  if (!entity) throw new AppError('notFound')
  return entity
}

/** Circles that the person follows, with the instant since when. */
export async function followedMakers({ db, dictionary }: LibrarySources, context: Context) {
  const rows = await listFollowRows(db, personOf(context).userKey)
  return new Map(
    rows.flatMap(({ kind, id, followedAt }): [number, string][] => {
      const key = kind === 'makers' ? dictionary.findKey('makers', id) : undefined
      return key === undefined ? [] : [[key, followedAt]]
    }),
  )
}

export const artistOf = (
  { key, id, name, workCount }: ShownEntity,
  followed: ReadonlyMap<number, string> = new Map(),
  kind: 'maker' | 'artist' = 'maker',
): Element => ({
  id: idOf(kind, id),
  name,
  albumCount: workCount,
  coverArt: idOf(kind, id),
  starred: kind === 'maker' ? followed.get(key) : undefined,
  roles: [kind === 'maker' ? 'albumartist' : 'artist'],
})

/** There may be very many circles. */
const atOnce = 500

/** Under the first sign of their names, each list written while it is made. */
export async function listIndexes(sources: LibrarySources, context: Context): Promise<Stepped> {
  const followed = await followedMakers(sources, context)
  const makers = listEntities(sources, { kind: 'makers' }, context)
  const letters = await inSteps(makers, atOnce, (some) => some.map(letterOf))
  const byLetter = [...Map.groupBy(makers, (_, at) => letters[at] ?? '#')]
  const artistsOf = (some: readonly ShownEntity[]) =>
    stepsOf(some, atOnce, (part) => part.map((maker) => artistOf(maker, followed)))
  return new Stepped(
    stepsOf(byLetter, 1, (some) =>
      some.map(([name, ofLetter]) => ({ name, artist: new Stepped(artistsOf(ofLetter)) })),
    ),
  )
}

function letterOf({ name }: ShownEntity): string {
  const [first = ''] = name.trim().normalize('NFKC').toUpperCase()
  return /\p{L}/u.test(first) ? first : '#'
}

/** Albums that are written at once. */
const albumsAtOnce = 50

const written = (works: readonly ShownWork[], elementOf: (work: ShownWork) => Element): Stepped =>
  new Stepped(stepsOf(works, albumsAtOnce, (some) => some.map(elementOf)))

/** Longer lists of one circle are cut. */
const mostWorks = 1_000

export async function worksBy(
  sources: LibrarySources,
  { kind, id }: Named,
  context: Context,
): Promise<ShownWork[]> {
  const filter = kind === 'artist' ? { artists: [id] } : { makers: [id] }
  const page = { offset: 0, count: mostWorks }
  const keys = await findKeys(sources, { filter, sort: 'releaseDateDesc', page }, context)
  return readWorks(sources, keys, context)
}

/** The work whose cover stands for somebody: their best-selling. */
export async function findFace(sources: LibrarySources, named: Named, context: Context): Promise<ShownWork> {
  const { id } = readEntity(sources, named, context)
  const filter = named.kind === 'artist' ? { artists: [id] } : { makers: [id] }
  const page = { offset: 0, count: 1 }
  const keys = await findKeys(sources, { filter, sort: 'salesDesc', page }, context)
  const [first] = await readWorks(sources, keys, context)
  if (!first) throw new AppError('notFound')
  return first
}

export async function getArtist(sources: LibrarySources, named: Named, context: Context): Promise<Saying> {
  const entity = readEntity(sources, named, context)
  const works = await worksBy(sources, { ...named, id: entity.id }, context)
  const shown = artistOf(
    entity,
    await followedMakers(sources, context),
    named.kind === 'artist' ? 'artist' : 'maker',
  )
  return { ...shown, albumCount: works.length, album: written(works, albumOf) }
}

/** The works of a circle as folders. */
export async function listFolders(sources: LibrarySources, named: Named, context: Context): Promise<Saying> {
  const { id, name } = readEntity(sources, named, context)
  const works = await worksBy(sources, { ...named, id }, context)
  return { id: idOf(named.kind, id), name, child: written(works, folderOf) }
}

/** Whether it can be seen, for calls that say nothing of it. */
export function checkArtist(sources: LibrarySources, named: Named, context: Context): void {
  readEntity(sources, named, context)
}

/** Clients know genres by their names alone. */
export const listGenres = (sources: LibrarySources, context: Context): readonly ShownEntity[] =>
  listEntities(sources, { kind: 'genres' }, context)

/**
 * Creates and changes playlists as audiobookshelf apps do (server/controllers/PlaylistController.js). Unlike there, an empty playlist
 * is kept: its owner may have described or shared it here.
 */
import { PlaylistDescription, PlaylistName } from '@koedana/contract/playlists.ts'
import { workIdOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import type { Bytes, Context } from '../../../http/context.ts'
import type { DoorRequest, DoorRoute } from '../../../http/door.ts'
import { AppError } from '../../../lib/app-error.ts'
import { addToPlaylist, orderByWorks, removePlaylistItem } from '../../playlists/playlist-items.use-cases.ts'
import {
  createPlaylist,
  deletePlaylist,
  findEditablePlaylist,
  readPlaylist,
  updatePlaylist,
} from '../../playlists/playlists.use-cases.ts'
import { visibleKeys } from '../../works/viewers.ts'
import { okResponse } from './account.ts'
import { libraryId } from './item.rules.ts'
import { readItems } from './library.ts'
import { type AbsPlaylistSources, getPlaylist } from './playlists.ts'

const maxItems = 1_000
const maxBodyBytes = 256 * 1024

const Item = v.looseObject({ libraryItemId: v.string() })
const Items = v.pipe(v.array(Item), v.maxLength(maxItems))
const Description = v.nullish(PlaylistDescription)
const New = v.looseObject({
  name: PlaylistName,
  libraryId: v.literal(libraryId),
  description: Description,
  items: v.nullish(Items, []),
})
const Change = v.looseObject({
  name: v.nullish(PlaylistName),
  description: Description,
  items: v.nullish(Items, []),
})
const Batch = v.looseObject({ items: v.pipe(Items, v.minLength(1)) })

export function playlistWriteRoutes(sources: AbsPlaylistSources): readonly DoorRoute[] {
  const write = (
    method: DoorRoute['method'],
    path: string,
    handle: (request: DoorRequest, context: Context) => unknown,
  ): DoorRoute => ({
    method,
    access: 'user',
    rate: 'write',
    path: `/api/playlists${path}`,
    bodyBytes: maxBodyBytes,
    handle,
  })
  const id = ({ params }: DoorRequest) => params.id ?? ''
  const removeItem = ({ params }: DoorRequest, context: Context) =>
    remove(sources, { id: params.id ?? '', ids: [params.item ?? ''], mustBeThere: true }, context)
  return [
    write('POST', '', ({ body }, context) => create(sources, body, context)),
    write('PATCH', '/:id', (request, context) => change(sources, id(request), request.body, context)),
    write('DELETE', '/:id', async (request, context): Promise<Bytes> => {
      await deletePlaylist(sources, id(request), context)
      return okResponse
    }),
    write('POST', '/:id/item', (request, context) =>
      add(
        sources,
        { id: id(request), ids: [parsed(Item, request.body).libraryItemId], isOne: true },
        context,
      ),
    ),
    write('DELETE', '/:id/item/:item', removeItem),
    // Books have no episodes; apps send the last segment only for podcasts.
    write('DELETE', '/:id/item/:item/:episode', () => {
      throw new AppError('notFound')
    }),
    write('POST', '/:id/batch/add', (request, context) =>
      add(sources, { id: id(request), ids: idsIn(request.body), isOne: false }, context),
    ),
    write('POST', '/:id/batch/remove', (request, context) =>
      remove(sources, { id: id(request), ids: idsIn(request.body), mustBeThere: false }, context),
    ),
    // Collections do not exist here.
    write('POST', '/collection/:id', () => {
      throw new AppError('notFound')
    }),
  ]
}

function parsed<S extends v.GenericSchema>(schema: S, body: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, body ?? {})
  if (!result.success) throw new AppError('malformed')
  return result.output
}

const idsOf = (items: v.InferOutput<typeof Items>): string[] =>
  items.map(({ libraryItemId }) => libraryItemId)

const idsIn = (body: unknown): string[] => idsOf(parsed(Batch, body).items)

/** Returns sources that read from the primary database, so that a read sees the preceding write. */
const fresh = (sources: AbsPlaylistSources): AbsPlaylistSources => ({
  ...sources,
  db: sources.database.write,
})

/** Throws `malformed` if an item is not visible here, as audiobookshelf does for items that it does not have. */
async function keysOf(
  sources: AbsPlaylistSources,
  ids: readonly string[],
  context: Context,
): Promise<number[]> {
  const wanted = [...new Set(ids)]
  const keys = visibleKeys(sources, wanted, context)
  const items = await readItems(sources, keys, context)
  if (items.length < wanted.length) throw new AppError('malformed')
  const keyOf = new Map(items.map(({ key, card }) => [card.id, key]))
  return wanted.flatMap((id) => keyOf.get(id) ?? [])
}

async function create(sources: AbsPlaylistSources, body: unknown, context: Context) {
  const { name, description, items } = parsed(New, body)
  const keys = await keysOf(sources, idsOf(items), context)
  const things = keys.map((key) => ({ workId: workIdOf(key) }))
  const { id } = await createPlaylist(
    sources,
    { name, description: description ?? '', items: things },
    context,
  )
  return getPlaylist(fresh(sources), id, context)
}

/** Items in the request are the existing items in another order. */
async function change(sources: AbsPlaylistSources, id: string, body: unknown, context: Context) {
  const { name, description, items } = parsed(Change, body)
  await findEditablePlaylist(sources, id, context)
  const keys = await keysOf(sources, idsOf(items), context)
  if (keys.length > 0) {
    const held = new Set(
      (await readPlaylist(fresh(sources), id, context)).items.map(({ work_key }) => work_key),
    )
    if (held.size !== keys.length || keys.some((key) => !held.has(key))) throw new AppError('malformed')
    await orderByWorks(sources, { id, workKeys: keys }, context)
  }
  const said = { ...(name && { name }), ...(description && { description }) }
  if (Object.keys(said).length > 0) await updatePlaylist(sources, { id, ...said }, context)
  return getPlaylist(fresh(sources), id, context)
}

interface Added {
  readonly id: string
  readonly ids: readonly string[]
  /** Whether adding an item that is already in the playlist is an error. */
  readonly isOne: boolean
}

async function add(sources: AbsPlaylistSources, { id, ids, isOne }: Added, context: Context) {
  await findEditablePlaylist(sources, id, context)
  const keys = await keysOf(sources, ids, context)
  const { items } = await readPlaylist(fresh(sources), id, context)
  const held = new Set(items.map(({ work_key }) => work_key))
  const added = keys.filter((key) => !held.has(key)).map((key) => ({ workId: workIdOf(key) }))
  if (isOne && added.length === 0) throw new AppError('malformed')
  if (added.length > 0) await addToPlaylist(sources, { id, items: added }, context)
  return getPlaylist(fresh(sources), id, context)
}

interface Removed {
  readonly id: string
  readonly ids: readonly string[]
  readonly mustBeThere: boolean
}

async function remove(sources: AbsPlaylistSources, { id, ids, mustBeThere }: Removed, context: Context) {
  await findEditablePlaylist(sources, id, context)
  const { items } = await readPlaylist(fresh(sources), id, context)
  const wanted = new Set(ids)
  const gone = items.filter(({ work_key }) => wanted.has(workIdOf(work_key)))
  if (mustBeThere && gone.length === 0) throw new AppError('notFound')
  for (const { id: itemId } of gone) await removePlaylistItem(sources, { id, itemId }, context)
  return getPlaylist(fresh(sources), id, context)
}

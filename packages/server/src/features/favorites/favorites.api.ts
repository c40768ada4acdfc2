/** Favorites and marks: one person's own, answered beside the cards and never kept. */
import type { addFavorite, listFavorites, listMarks, removeFavorite } from '@koedana/contract/favorites.ts'
import { defaultPageSize } from '@koedana/contract/rules.ts'
import { normaliseWorkId, workKeyOf } from '@koedana/contract/work-id.rules.ts'
import type { Db } from '../../db/schema.ts'
import type { Handler } from '../../http/context.ts'
import { joinItems, jsonBytes } from '../../http/json-bytes.ts'
import { AppError } from '../../lib/app-error.ts'
import { personOf } from '../auth/auth-sources.ts'
import type { WorkSources } from '../works/sources.ts'
import { deleteFavorite, findFavorites, insertFavorite, listFavoriteKeys } from './favorites.store.ts'

export interface FavoriteSources extends WorkSources {
  readonly write: Db
  readonly now: () => Date
}

export function addFavoriteHandler(sources: FavoriteSources): Handler<typeof addFavorite> {
  const { write, catalogue, viewers, now } = sources
  return async ({ params }, context) => {
    const { userKey } = personOf(context)
    const workKey = keyOf(params.id)
    if (workKey === undefined || !catalogue.current().isVisible(workKey, viewers.viewer(context))) {
      throw new AppError('notFound')
    }
    await insertFavorite(write, { userKey, workKey, at: now().toISOString() })
  }
}

/** Harmless for a work that is none, is unknown or hidden. */
export function removeFavoriteHandler({ write }: FavoriteSources): Handler<typeof removeFavorite> {
  return async ({ params }, context) => {
    const { userKey } = personOf(context)
    const workKey = keyOf(params.id)
    if (workKey !== undefined) await deleteFavorite(write, userKey, workKey)
  }
}

export function listFavoritesHandler(sources: FavoriteSources): Handler<typeof listFavorites> {
  const { db, catalogue, viewers, cards } = sources
  return async ({ query: { page = 1, pageSize = defaultPageSize } }, context) => {
    const keys = await listFavoriteKeys(db, personOf(context).userKey)
    const current = catalogue.current()
    const visible = current.visible(keys, viewers.viewer(context))
    const hidden = current.visible(keys, viewers.belowCeiling(context)).length - visible.length
    const shown = visible.slice((page - 1) * pageSize, page * pageSize)
    const items = await cards.get(shown, viewers.look(context))
    const told = hidden > 0 ? `,"hidden":${hidden}` : ''
    const tail = `],"total":${visible.length},"page":${page},"pageSize":${pageSize}${told}}`
    return jsonBytes(joinItems('{"items":[', items, tail))
  }
}

export function listMarksHandler(sources: FavoriteSources): Handler<typeof listMarks> {
  const { db, catalogue, viewers } = sources
  return async ({ query }, context) => {
    const asked = new Map(query.ids.flatMap((text) => namedKey(normaliseWorkId(text))))
    const keys = catalogue.current().visible([...asked.keys()], viewers.viewer(context))
    const favorites = await findFavorites(db, personOf(context).userKey, keys)
    return { items: keys.map((key) => ({ id: asked.get(key) ?? '', favorite: favorites.has(key) })) }
  }
}

const namedKey = (id: string | undefined): [number, string][] =>
  id === undefined ? [] : [[workKeyOf(id), id]]

function keyOf(text: string): number | undefined {
  const id = normaliseWorkId(text)
  return id === undefined ? undefined : workKeyOf(id)
}

import type {
  addFavorite as addFavoriteEndpoint,
  listFavorites as listFavoritesEndpoint,
  removeFavorite as removeFavoriteEndpoint,
  saveFavorites as saveFavoritesEndpoint,
} from '@koedana/contract/favorites.ts'
import { type Handler, joinItems, jsonBytes } from '../../http/context.ts'
import {
  addFavorite,
  type FavoriteSources,
  listFavorites,
  removeFavorite,
  saveFavorites,
} from './marks.use-cases.ts'

export function addFavoriteHandler(sources: FavoriteSources): Handler<typeof addFavoriteEndpoint> {
  return async ({ params }, context) => {
    await addFavorite(sources, params.id, context)
  }
}

export function removeFavoriteHandler(sources: FavoriteSources): Handler<typeof removeFavoriteEndpoint> {
  return async ({ params }, context) => {
    await removeFavorite(sources, params.id, context)
  }
}

export function listFavoritesHandler(sources: FavoriteSources): Handler<typeof listFavoritesEndpoint> {
  return async ({ query }, context) => {
    const { items, total, hidden, page, pageSize } = await listFavorites(sources, query, context)
    const hiddenText = hidden > 0 ? `,"hidden":${hidden}` : ''
    const tail = `],"total":${total},"page":${page},"pageSize":${pageSize}${hiddenText}}`
    return jsonBytes(joinItems('{"items":[', items, tail))
  }
}

export function saveFavoritesHandler(sources: FavoriteSources): Handler<typeof saveFavoritesEndpoint> {
  return async ({ body }, context) => ({ changed: await saveFavorites(sources, body, context) })
}

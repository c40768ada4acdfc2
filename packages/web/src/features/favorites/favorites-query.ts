/** Own favorites, page after page. */
import { listFavorites } from '@koedana/contract/favorites.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { useSettings } from '../../lib/settings.ts'

const pageSize = 48

export const favoritesQuery = () =>
  infiniteQueryOptions({
    queryKey: ['favorites', useSettings.getState().locale],
    queryFn: ({ pageParam, signal }) => call(listFavorites, { query: { page: pageParam, pageSize } }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, total }) => (page * pageSize < total ? page + 1 : undefined),
  })

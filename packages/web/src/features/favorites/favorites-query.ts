import { listFavorites } from '@koedana/contract/favorites.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../domain/api.ts'
import { useSettings } from '../../lib/settings.ts'

export const favoritesPerPage = 60

export const favoritesQuery = (page: number) =>
  queryOptions({
    queryKey: ['favorites', useSettings.getState().locale, page],
    queryFn: ({ signal }) => call(listFavorites, { query: { page, pageSize: favoritesPerPage } }, signal),
    placeholderData: keepPreviousData,
  })

/** Pages of entities as their list needs them. */
import { listEntities } from '@koedana/contract/entities.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { useSettings } from '../../lib/settings.ts'
import type { EntitiesSearch } from './entities-url.rules.ts'

export const entitiesPerPage = 100

/** What is listed: a kind, under a filter, in one order. */
export interface EntitiesAsked {
  readonly kind: EntityKind
  readonly search: EntitiesSearch
}

/** Pages from 0. Names come in the viewer's language, so the language is part of the key. */
export const entitiesPage = ({ kind, search }: EntitiesAsked, page: number) =>
  queryOptions({
    queryKey: ['ranked-entities', useSettings.getState().locale, kind, search, page],
    queryFn: ({ signal }) =>
      call(
        listEntities,
        { params: { kind }, query: { ...search, page: page + 1, pageSize: entitiesPerPage } },
        signal,
      ),
  })

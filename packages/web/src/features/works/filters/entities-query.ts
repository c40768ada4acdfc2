/** Names to choose from, and names of what is chosen. */
import { getEntity, listEntities } from '@koedana/contract/entities.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { useSettings } from '../../../lib/settings.ts'

const suggestions = 8

export const entitiesQuery = (kind: EntityKind, q: string) =>
  queryOptions({
    queryKey: ['entities', useSettings.getState().locale, kind, q],
    queryFn: ({ signal }) =>
      call(listEntities, { params: { kind }, query: { ...(q ? { q } : {}), pageSize: suggestions } }, signal),
  })

/** One that is gone from the catalogue keeps its id as its name: the address still works. */
export const entityQuery = (kind: EntityKind, id: string) =>
  queryOptions({
    queryKey: ['entity', useSettings.getState().locale, kind, id],
    queryFn: ({ signal }) => call(getEntity, { params: { kind, id } }, signal),
    meta: { silent: true },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

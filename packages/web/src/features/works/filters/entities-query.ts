/** Names of what is chosen. */
import { getEntity } from '@koedana/contract/entities.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { useSettings } from '../../../lib/settings.ts'

/** One that is gone from the catalogue keeps its id as its name: the address still works. */
export const entityQuery = (kind: EntityKind, id: string) =>
  queryOptions({
    queryKey: ['entity', useSettings.getState().locale, kind, id],
    queryFn: ({ signal }) => call(getEntity, { params: { kind, id } }, signal),
    meta: { silent: true },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

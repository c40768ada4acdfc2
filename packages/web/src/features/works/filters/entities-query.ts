/** Names of what is chosen. */
import { getEntity } from '@koedana/contract/entities.ts'
import { ApiError } from '@koedana/contract/kit/client.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../domain/api.ts'
import { useSettings } from '../../../lib/settings.ts'
import type { HeadEntity } from '../head-entity.ts'

/** One that is gone from the catalogue keeps its id as its name: the address still works. */
export const entityQuery = (kind: EntityKind, id: string) =>
  queryOptions({
    queryKey: ['entity', useSettings.getState().locale, kind, id],
    queryFn: ({ signal }) => call(getEntity, { params: { kind, id } }, signal),
    meta: { silent: true },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/** Returns whether the server has said that it is not here, or hidden. */
export function useIsUnknown(head: HeadEntity | undefined): boolean {
  const { error } = useQuery({
    ...entityQuery(head?.kind ?? 'makers', head?.id ?? ''),
    enabled: head !== undefined,
  })
  return error instanceof ApiError && error.status === 404
}

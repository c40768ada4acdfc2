import { getEntity } from '@koedana/contract/entities.ts'
import { ApiError } from '@koedana/contract/kit/client.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../domain/api.ts'
import { useSettings } from '../../../lib/settings.ts'
import type { HeadEntity } from '../head-entity.ts'

/** If the entity no longer exists, callers show its ID, so that old URLs still work. */
export const entityQuery = (kind: EntityKind, id: string) =>
  queryOptions({
    queryKey: ['entity', useSettings.getState().locale, kind, id],
    queryFn: ({ signal }) => call(getEntity, { params: { kind, id } }, signal),
    meta: { silent: true },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/** Returns whether the server has reported the entity as missing or hidden. */
export function useIsUnknown(head: HeadEntity | undefined): boolean {
  const { error } = useQuery({
    ...entityQuery(head?.kind ?? 'makers', head?.id ?? ''),
    enabled: head !== undefined,
  })
  return error instanceof ApiError && error.status === 404
}

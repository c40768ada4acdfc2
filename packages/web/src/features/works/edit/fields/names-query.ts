/** Makers, series, artists, illustrators or genres by a part of their name. */
import { listEntities } from '@koedana/contract/entities.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../../domain/api.ts'
import { useSettings } from '../../../../lib/settings.ts'

const most = 8

/** Those with the most works come first. */
export const namesQuery = (kind: EntityKind, q: string) =>
  queryOptions({
    queryKey: ['entity-names', useSettings.getState().locale, kind, q],
    queryFn: ({ signal }) => call(listEntities, { params: { kind }, query: { q, pageSize: most } }, signal),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })

/** The trash as the dashboard asks for it. */
import { listTrash, type Trashed, type trashedKinds } from '@koedana/contract/trash.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

export const trashPerPage = 50
export const trashKey = ['admin', 'trash'] as const

export type TrashedKind = (typeof trashedKinds)[number]

export interface TrashAsked {
  readonly kind: TrashedKind | undefined
  readonly page: number
}

export const trashQuery = ({ kind, page }: TrashAsked) =>
  queryOptions({
    queryKey: [...trashKey, kind, page],
    queryFn: ({ signal }) => call(listTrash, { query: { kind, page, pageSize: trashPerPage } }, signal),
    placeholderData: keepPreviousData,
  })

/** A work and a file may have the same id. */
export const keyOfTrashed = ({ kind, id }: Pick<Trashed, 'kind' | 'id'>): string => `${kind} ${id}`

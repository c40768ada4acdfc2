/** Accounts as the table asks for them. */
import { listUsers, type UserSort } from '@koedana/contract/users.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../domain/api.ts'

export const usersPerPage = 50

export interface UsersSearch {
  readonly q: string
  readonly sort: UserSort
  readonly page: number
}

export const usersKey = ['admin', 'users'] as const

export const usersQuery = ({ q, sort, page }: UsersSearch) =>
  queryOptions({
    queryKey: [...usersKey, q, sort, page],
    queryFn: ({ signal }) => call(listUsers, { query: { q, sort, page, pageSize: usersPerPage } }, signal),
    placeholderData: keepPreviousData,
  })

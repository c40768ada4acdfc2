import { listUsers, type UserSort } from '@koedana/contract/users.ts'
import type { Role, UserStatus } from '@koedana/contract/values.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../domain/api.ts'
import { lazyWords } from '../../../lib/lazy-words.ts'

export const usersPerPage = 50

/** Messages for bulk actions on accounts, separate to keep the dashboard's messages small. */
export const useUsersWords = lazyWords({
  'zh-CN': () => import('../../../locales/users/zh-CN.json'),
  'en-US': () => import('../../../locales/users/en-US.json'),
  'ja-JP': () => import('../../../locales/users/ja-JP.json'),
})

export interface UsersSearch {
  readonly q: string
  readonly role: Role | undefined
  readonly status: UserStatus | undefined
  readonly sort: UserSort
  readonly page: number
}

export const usersKey = ['admin', 'users'] as const

export const usersQuery = ({ q, role, status, sort, page }: UsersSearch) =>
  queryOptions({
    queryKey: [...usersKey, q, role, status, sort, page],
    queryFn: ({ signal }) =>
      call(listUsers, { query: { q, role, status, sort, page, pageSize: usersPerPage } }, signal),
    placeholderData: keepPreviousData,
  })

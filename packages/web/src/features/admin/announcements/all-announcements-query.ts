/** Announcements with drafts, as administrators see them. */
import { listAllAnnouncements } from '@koedana/contract/announcements.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

export const announcementsPerPage = 50

/** Below the key of what readers see: a change here is one there. */
export const announcementsKey = ['announcements'] as const

export const allAnnouncementsQuery = (page: number) =>
  queryOptions({
    queryKey: [...announcementsKey, 'all', page],
    queryFn: ({ signal }) =>
      call(listAllAnnouncements, { query: { page, pageSize: announcementsPerPage } }, signal),
    placeholderData: keepPreviousData,
  })

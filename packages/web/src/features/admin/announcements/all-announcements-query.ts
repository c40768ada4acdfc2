/** Announcements with drafts, as administrators see them. */
import { listAllAnnouncements } from '@koedana/contract/announcements.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { announcementsKey } from '../../../lib/announcements-key.ts'
import { call } from '../../../lib/api.ts'

export const announcementsPerPage = 50

export const allAnnouncementsQuery = (page: number) =>
  queryOptions({
    queryKey: [...announcementsKey, 'all', page],
    queryFn: ({ signal }) =>
      call(listAllAnnouncements, { query: { page, pageSize: announcementsPerPage } }, signal),
    placeholderData: keepPreviousData,
  })

/** Announcements as the pages ask for them. */
import { getAnnouncement, listAnnouncements } from '@koedana/contract/announcements.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { announcementsKey } from '../../lib/announcements-key.ts'
import { call } from '../../lib/api.ts'
import { currentToken } from '../../lib/session.ts'

export const announcementsPerPage = 20

/** What is read depends on who asks. */
export const announcementsQuery = (page = 1) =>
  queryOptions({
    queryKey: [...announcementsKey, 'list', page, currentToken()],
    queryFn: ({ signal }) =>
      call(listAnnouncements, { query: { page, pageSize: announcementsPerPage } }, signal),
    placeholderData: keepPreviousData,
  })

export const announcementQuery = (id: string) =>
  queryOptions({
    queryKey: [...announcementsKey, 'one', id, currentToken()],
    queryFn: ({ signal }) => call(getAnnouncement, { params: { id } }, signal),
  })

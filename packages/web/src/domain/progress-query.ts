/** Where one's own listening goes on. Never asked for visitors. */
import { getProgress, listContinued } from '@koedana/contract/progress.ts'
import { queryOptions } from '@tanstack/react-query'
import { useSettings } from '../lib/settings.ts'
import { call } from './api.ts'
import { currentUser } from './session.ts'

/** It may have gone on elsewhere: it is asked for again whenever it is shown anew. */
export const progressQuery = (workId: string) =>
  queryOptions({
    queryKey: ['progress', currentUser()?.id, workId],
    queryFn: ({ signal }) => call(getProgress, { params: { id: workId } }, signal),
    staleTime: 0,
  })

const shownAtHome = 12

export const continuedQuery = () =>
  queryOptions({
    queryKey: ['progress', currentUser()?.id, 'continued', useSettings.getState().locale],
    queryFn: ({ signal }) => call(listContinued, { query: { pageSize: shownAtHome } }, signal),
    staleTime: 0,
  })

/** Reads where one's own listening goes on. Never requested for visitors. */
import { getProgress } from '@koedana/contract/progress.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'
import { currentUser } from './session.ts'

/** It may have gone on elsewhere: it is requested again whenever it is shown anew. */
export const progressQuery = (workId: string) =>
  queryOptions({
    queryKey: ['progress', currentUser()?.id, workId],
    queryFn: ({ signal }) => call(getProgress, { params: { id: workId } }, signal),
    staleTime: 0,
  })

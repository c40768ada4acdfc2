/** The user's playback position in a work. Not requested for visitors. */
import { getProgress } from '@koedana/contract/progress.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'
import { currentUser } from './session.ts'

/** Playback may have continued on another device, so each mount requests it again. */
export const progressQuery = (workId: string) =>
  queryOptions({
    queryKey: ['progress', currentUser()?.id, workId],
    queryFn: ({ signal }) => call(getProgress, { params: { id: workId } }, signal),
    staleTime: 0,
  })

/** Whether what its listener hears is recorded: for the player, which says so, and the page that switches it. */
import { getRecording, saveRecording } from '@koedana/contract/statistics.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryClient } from '../lib/query-client.ts'
import { call } from './api.ts'
import { currentUser, useUser } from './session.ts'

const recordingQuery = () =>
  queryOptions({
    queryKey: ['recording', currentUser()?.id],
    queryFn: ({ signal }) => call(getRecording, {}, signal),
    staleTime: 60_000,
  })

/** Returns undefined until it is known; visitors have nothing recorded that they could pause. */
export function useIsRecordingPaused(): boolean | undefined {
  const user = useUser()
  const { data } = useQuery({ ...recordingQuery(), enabled: user !== undefined })
  return data && data.pausedAt !== null
}

export function isRecordingPaused(): boolean {
  const known = queryClient.getQueryData(recordingQuery().queryKey)
  return known !== undefined && known.pausedAt !== null
}

/** A refusal is shown by the client. */
export async function pauseRecording(paused: boolean): Promise<void> {
  const saved = await call(saveRecording, { body: { paused } }).catch(() => undefined)
  if (saved) queryClient.setQueryData(recordingQuery().queryKey, saved)
}

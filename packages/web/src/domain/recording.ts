/** Whether the recording of playback is paused: for the player, which shows it, and for the page that changes it. */
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

/** Returns undefined while unknown, and for visitors, who have no recording to pause. */
export function useIsRecordingPaused(): boolean | undefined {
  const user = useUser()
  const { data } = useQuery({ ...recordingQuery(), enabled: user !== undefined })
  return data && data.pausedAt !== null
}

export function isRecordingPaused(): boolean {
  const known = queryClient.getQueryData(recordingQuery().queryKey)
  return known !== undefined && known.pausedAt !== null
}

/** The client shows a failure. */
export async function setRecordingPaused(paused: boolean): Promise<void> {
  const saved = await call(saveRecording, { body: { paused } }).catch(() => undefined)
  if (saved) queryClient.setQueryData(recordingQuery().queryKey, saved)
}

/** When tasks start by themselves, as the dashboard asks for it. */
import { listSchedules, previewSchedule } from '@koedana/contract/schedules.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callQuietly } from '../../../lib/quiet-call.ts'

export const schedulesKey = ['admin', 'schedules'] as const

export const schedulesQuery = () =>
  queryOptions({
    queryKey: schedulesKey,
    queryFn: ({ signal }) => callQuietly(listSchedules, {}, signal),
    // The next time comes and goes.
    refetchInterval: 60_000,
  })

export const previewQuery = (cron: string, timeZone: string) =>
  queryOptions({
    queryKey: ['admin', 'schedule-preview', cron, timeZone],
    queryFn: ({ signal }) => callQuietly(previewSchedule, { query: { cron, timeZone } }, signal),
    placeholderData: keepPreviousData,
  })

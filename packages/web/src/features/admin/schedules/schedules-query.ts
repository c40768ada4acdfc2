/** When tasks start by themselves, as the dashboard asks for it. */
import { ApiError } from '@koedana/contract/kit/client.ts'
import { listSchedules, previewSchedule } from '@koedana/contract/schedules.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { halfTyped } from './cron.rules.ts'
import { untilNextLook } from './next-look.rules.ts'

export const schedulesKey = ['admin', 'schedules'] as const

export const schedulesQuery = () =>
  queryOptions({
    queryKey: schedulesKey,
    queryFn: ({ signal }) => call(listSchedules, {}, signal),
    // The next time comes and goes.
    refetchInterval: ({ state }) => untilNextLook(state.data?.items ?? [], Date.now()),
  })

export const previewQuery = (cron: string, timeZone: string) =>
  queryOptions({
    queryKey: ['admin', 'schedule-preview', cron, timeZone],
    queryFn: ({ signal }) => {
      const fields = halfTyped(cron, timeZone)
      // Not asked: a refusal would be told by a notice with every letter.
      if (fields) throw new ApiError('', 400, { error: '', code: 'malformed', fields })
      return call(previewSchedule, { query: { cron, timeZone } }, signal)
    },
    placeholderData: keepPreviousData,
  })

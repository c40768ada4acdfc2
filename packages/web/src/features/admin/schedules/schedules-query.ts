import { ApiError } from '@koedana/contract/kit/client.ts'
import { listSchedules, previewSchedule } from '@koedana/contract/schedules.ts'
import { useLingui } from '@lingui/react'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../domain/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { obviousFaults, rhythmOf, weekdaysOf } from './cron.rules.ts'
import { msUntilReload } from './schedule-refresh.rules.ts'

export const schedulesKey = ['admin', 'schedules'] as const

export const schedulesQuery = () =>
  queryOptions({
    queryKey: schedulesKey,
    queryFn: ({ signal }) => call(listSchedules, {}, signal),
    // The next run is shown, so the list is reloaded after it.
    refetchInterval: ({ state }) => msUntilReload(state.data?.items ?? [], Date.now()),
  })

export const previewQuery = (cron: string, timeZone: string) =>
  queryOptions({
    queryKey: ['admin', 'schedule-preview', cron, timeZone],
    queryFn: ({ signal }) => {
      const fields = obviousFaults(cron, timeZone)
      // Sends no request, because its error would show a notice with every letter.
      if (fields) throw new ApiError('', 400, { error: '', code: 'malformed', fields })
      return call(previewSchedule, { query: { cron, timeZone } }, signal)
    },
    placeholderData: keepPreviousData,
  })

/** Returns a function that describes a schedule: common ones in the client's own messages, others in the server's. */
export function useRhythmWords(): (cron: string, sentence: string) => string {
  const t = useT()
  const { i18n } = useLingui()
  return (cron, sentence) => {
    const rhythm = rhythmOf(cron)
    if (!rhythm) return sentence
    const { preset, time, weekday } = rhythm
    if (preset === 'hourly') return t('rhythm.hourlyAt', { minute: time.slice(3) })
    if (preset === 'daily') return t('rhythm.dailyAt', { time })
    const day = weekdaysOf(i18n.locale).find(({ value }) => value === String(weekday))?.label ?? ''
    return t('rhythm.weeklyAt', { day, time })
  }
}

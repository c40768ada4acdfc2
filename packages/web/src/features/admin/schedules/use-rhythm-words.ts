import { useLingui } from '@lingui/react'
import { useT } from '../../../lib/i18n.ts'
import { rhythmOf } from './cron.rules.ts'
import { weekdaysOf } from './weekdays.rules.ts'

/** A usual rhythm in our own words; for all else the sentence of the server. */
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

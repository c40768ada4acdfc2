import { useLingui } from '@lingui/react'
import { useQuery } from '@tanstack/react-query'
import { useT } from '../../../lib/i18n.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import { fieldFaults, wordsOf } from '../../../lib/validation.ts'
import { previewQuery } from './schedules-query.ts'
import { useRhythmWords } from './use-rhythm-words.ts'

const typingMs = 250
const shownTimes = 3

/** What the expression means and when it fires next, or why it is refused. */
export function CronPreview({ cron, timeZone }: { readonly cron: string; readonly timeZone: string }) {
  const t = useT()
  const { i18n } = useLingui()
  const settled = useSettled(cron.trim(), typingMs)
  const zone = useSettled(timeZone.trim(), typingMs)
  const { data, error } = useQuery({ ...previewQuery(settled, zone), enabled: settled !== '', retry: false })
  const words = useRhythmWords()
  const time = timesOf(i18n.locale, zone)
  return (
    <div aria-live="polite" className="min-h-14 rounded-xl bg-sunken px-4 py-3 text-[13px]">
      {error ? (
        <p className="text-neg">{faultWords(t, error)}</p>
      ) : (
        data && (
          <>
            <p className="font-medium">{words(settled, data.sentence)}</p>
            <ul aria-label={t('schedules.nextTimes')} className="mt-0.5 text-mut">
              {data.next.slice(0, shownTimes).map((at) => (
                <li key={at}>{time.format(new Date(at))}</li>
              ))}
            </ul>
          </>
        )
      )}
    </div>
  )
}

function faultWords(t: ReturnType<typeof useT>, error: Error): string {
  const faults = fieldFaults(error)
  return wordsOf(t, faults['query.cron'] ?? faults['query.timeZone']) ?? error.message
}

/** In the zone of the schedule; in the browser's while that one is half typed. */
function timesOf(locale: string, timeZone: string): Intl.DateTimeFormat {
  const style = { dateStyle: 'medium', timeStyle: 'short' } as const
  try {
    return new Intl.DateTimeFormat(locale, { ...style, timeZone })
  } catch {
    return new Intl.DateTimeFormat(locale, style)
  }
}

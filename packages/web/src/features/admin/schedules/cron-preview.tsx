import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import { fieldFaults, wordsOf } from '../../../lib/validation.ts'
import { useDashboardFormat } from '../dashboard-format.ts'
import { previewQuery } from './schedules-query.ts'
import { useRhythmWords } from './use-rhythm-words.ts'

const typingMs = 250
const shownTimes = 3

/** What the expression means and when it fires next, or why it is refused. */
export function CronPreview({ cron, timeZone }: { readonly cron: string; readonly timeZone: string }) {
  const t = useT()
  const format = useDashboardFormat()
  const settled = useSettled(cron.trim(), typingMs)
  const zone = useSettled(timeZone.trim(), typingMs)
  const asked = previewQuery(settled, zone)
  const { data, error, isPlaceholderData } = useQuery({ ...asked, enabled: settled !== '', retry: false })
  const words = useRhythmWords()
  if (settled === '')
    return (
      <Frame>
        <p className="text-mut">{t('schedules.previewNone')}</p>
      </Frame>
    )
  if (error)
    return (
      <Frame>
        <p className="text-neg">{faultWords(t, error)}</p>
      </Frame>
    )
  return (
    <Frame isOld={isPlaceholderData}>
      {data && (
        <>
          <p className="font-medium">{words(settled, data.sentence)}</p>
          <ul aria-label={t('schedules.nextTimes')} className="mt-0.5 text-mut">
            {data.next.slice(0, shownTimes).map((at) => (
              <li key={at}>{format.instantIn(at, zone)}</li>
            ))}
          </ul>
          <p className="mt-0.5 text-mut">{t('schedules.inZone', { timeZone: zone })}</p>
        </>
      )}
    </Frame>
  )
}

interface FrameProps {
  readonly children: ReactNode
  /** What is shown was said of what stood there before. */
  readonly isOld?: boolean
}

function Frame({ children, isOld = false }: FrameProps) {
  return (
    <div
      aria-live="polite"
      aria-busy={isOld}
      className={clsx('min-h-14 rounded-xl bg-sunken px-4 py-3 text-[13px]', isOld && 'opacity-60')}
    >
      {children}
    </div>
  )
}

function faultWords(t: ReturnType<typeof useT>, error: Error): string {
  const faults = fieldFaults(error)
  return wordsOf(t, faults['query.cron'] ?? faults['query.timeZone']) ?? error.message
}

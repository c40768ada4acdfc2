import { useLingui } from '@lingui/react'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { type ReactNode, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useDebouncedValue } from '../../../lib/use-debounced-value.ts'
import { fieldFaults, validationText } from '../../../lib/validation.ts'
import { LabeledControl } from '../../../ui/choices.tsx'
import { Field } from '../../../ui/field.tsx'
import { SelectMenu } from '../../../ui/select-menu.tsx'
import { useDashboardFormat } from '../dashboard-format.ts'
import {
  cronOf,
  defaultRhythm,
  type Preset,
  presets,
  type Rhythm,
  rhythmOf,
  weekdaysOf,
} from './cron.rules.ts'
import { previewQuery, useRhythmWords } from './schedules-query.ts'

export interface CronFieldProps {
  readonly cron: string
  readonly timeZone: string
  /** The message key of the server's validation error. */
  readonly fault: string | undefined
  readonly onChange: (cron: string) => void
}

/** Selects a common schedule or any cron expression, and shows its meaning. */
export function CronField({ cron, timeZone, fault, onChange }: CronFieldProps) {
  const t = useT()
  const rhythm = rhythmOf(cron)
  const [isCustom, setCustom] = useState(rhythm === undefined)
  const choose = (preset: Preset) => {
    setCustom(preset === 'custom')
    if (preset !== 'custom') onChange(cronOf({ ...(rhythm ?? defaultRhythm), preset }))
  }
  const preset = isCustom ? 'custom' : (rhythm?.preset ?? 'custom')
  return (
    <div className="flex flex-col gap-3">
      <LabeledControl label={t('schedules.when')}>
        <SelectMenu
          label={t('schedules.when')}
          value={preset}
          options={presets.map((value) => ({ value, label: t(`rhythm.${value}`) }))}
          onChange={choose}
        />
      </LabeledControl>
      {preset === 'custom' || !rhythm ? (
        <Field
          label={t('schedules.cron')}
          help={t('schedules.cronHelp')}
          className="input font-mono pointer-coarse:h-11"
          value={cron}
          spellCheck={false}
          autoComplete="off"
          error={validationText(t, fault)}
          onChange={({ target }) => onChange(target.value)}
        />
      ) : (
        <RhythmFields rhythm={rhythm} onChange={(next) => onChange(cronOf(next))} />
      )}
      <CronPreview cron={cron} timeZone={timeZone} />
    </div>
  )
}

interface RhythmFieldsProps {
  readonly rhythm: Rhythm
  readonly onChange: (rhythm: Rhythm) => void
}

function RhythmFields({ rhythm, onChange }: RhythmFieldsProps) {
  const t = useT()
  const { i18n } = useLingui()
  if (rhythm.preset === 'hourly') {
    return (
      <Field
        label={t('schedules.minute')}
        type="number"
        inputMode="numeric"
        min={0}
        max={59}
        value={Number(rhythm.time.slice(3))}
        onChange={({ target }) => {
          const minute = Math.min(59, Math.max(0, Math.floor(Number(target.value)) || 0))
          onChange({ ...rhythm, time: `00:${String(minute).padStart(2, '0')}` })
        }}
      />
    )
  }
  return (
    <div className="flex flex-wrap items-end gap-3">
      {rhythm.preset === 'weekly' && (
        <LabeledControl label={t('schedules.weekday')}>
          <SelectMenu
            label={t('schedules.weekday')}
            value={String(rhythm.weekday)}
            options={weekdaysOf(i18n.locale)}
            onChange={(weekday) => onChange({ ...rhythm, weekday: Number(weekday) })}
          />
        </LabeledControl>
      )}
      <Field
        label={t('schedules.time')}
        type="time"
        required
        value={rhythm.time}
        onChange={({ target }) => target.value && onChange({ ...rhythm, time: target.value })}
      />
    </div>
  )
}

const typingMs = 250
const shownTimes = 3

/** Shows the meaning of the expression and its next runs, or why it is invalid. */
function CronPreview({ cron, timeZone }: { readonly cron: string; readonly timeZone: string }) {
  const t = useT()
  const format = useDashboardFormat()
  const settled = useDebouncedValue(cron.trim(), typingMs)
  const zone = useDebouncedValue(timeZone.trim(), typingMs)
  const requested = previewQuery(settled, zone)
  const { data, error, isPlaceholderData } = useQuery({ ...requested, enabled: settled !== '', retry: false })
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
  /** Whether the preview belongs to an earlier input. */
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
  return validationText(t, faults['query.cron'] ?? faults['query.timeZone']) ?? error.message
}

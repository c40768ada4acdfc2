/** Settings of the sleep timer: when playback stops, and whether a timer starts by itself at night. Load lazily. */
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { formatClock } from '../../lib/format.rules.ts'
import { useT } from '../../lib/i18n.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Switch } from '../../ui/switch.tsx'
import { currentOf } from '../engine/queue.rules.ts'
import type { SleepState, SleepUntil } from '../engine/sleep-timer.ts'
import { extendSleep, setSleep } from '../player-actions.ts'
import { changePlayerSettings, usePlayerSettings } from '../player-settings.ts'
import { usePlayer } from '../player-store.ts'
import { ToolButton } from './tool-button.tsx'

export interface SleepPanelProps {
  readonly onClose: () => void
  readonly isDark?: boolean
}

export function SleepPanel({ onClose, isDark = false }: SleepPanelProps) {
  const t = useT()
  const sleep = usePlayer((state) => state.sleep)
  return (
    <Sheet open onClose={onClose} title={t('sleep.title')} isDark={isDark}>
      {sleep && <RunningTimer sleep={sleep} />}
      <Choices />
      <NightTimer />
    </Sheet>
  )
}

function RunningTimer({ sleep: { left, isOver } }: { readonly sleep: SleepState }) {
  const t = useT()
  return (
    <div className="mb-4 rounded-card bg-sunken p-4 text-center">
      {isOver ? (
        <p className="text-sm">{t('sleep.over')}</p>
      ) : (
        <div className="flex items-center justify-center gap-3">
          <ToolButton icon={IconMinus} label={t('sleep.less')} onClick={() => extendSleep(-1)} />
          <p className="min-w-32 text-lg font-semibold" role="timer">
            {left === null ? t('sleep.untilEnd') : t('sleep.left', { time: formatClock(Math.ceil(left)) })}
          </p>
          <ToolButton icon={IconPlus} label={t('sleep.more')} onClick={() => extendSleep(1)} />
        </div>
      )}
      <button type="button" className="btn mt-3" onClick={() => setSleep(undefined)}>
        {t('sleep.off')}
      </button>
    </div>
  )
}

const minutes = [5, 15, 30, 45, 60, 90]

function Choices() {
  const t = useT()
  const hasChapters = usePlayer(({ queue }) => (currentOf(queue)?.track.chapters?.length ?? 0) > 0)
  const choices: readonly { readonly until: SleepUntil; readonly label: string }[] = [
    ...minutes.map((count) => ({
      until: { type: 'minutes', minutes: count } as const,
      label: t('sleep.minutes', { count }),
    })),
    ...(hasChapters ? [{ until: { type: 'chapter' } as const, label: t('sleep.chapter') }] : []),
    { until: { type: 'tracks', count: 1 } as const, label: t('sleep.track') },
    { until: { type: 'work' }, label: t('sleep.work') },
    ...[2, 3].map((count) => ({
      until: { type: 'tracks', count } as const,
      label: t('sleep.tracks', { count }),
    })),
  ]
  return (
    <ul className="grid grid-cols-2 gap-2">
      {choices.map(({ until, label }) => (
        <li key={label}>
          <button type="button" className="btn min-h-11 w-full" onClick={() => setSleep(until)}>
            {label}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Settings of the timer that starts automatically at night. */
export function NightTimer() {
  const t = useT()
  const { sleepsByItself, sleepFrom, sleepTo, sleepMinutes } = usePlayerSettings()
  const hours = [
    ['sleep.from', 'sleepFrom', sleepFrom],
    ['sleep.to', 'sleepTo', sleepTo],
  ] as const
  return (
    <section className="mt-5 border-t border-line pt-4">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h3 className="text-sm font-semibold">{t('sleep.auto')}</h3>
          <p className="mt-0.5 text-[12.5px] text-mut">{t('sleep.autoHelp')}</p>
        </div>
        <Switch
          label={t('sleep.auto')}
          isOn={sleepsByItself}
          onChange={(isOn) => changePlayerSettings({ sleepsByItself: isOn })}
        />
      </div>
      {sleepsByItself && (
        <div className="mt-3 grid grid-cols-3 gap-2 text-[12.5px] text-mut">
          {hours.map(([label, name, value]) => (
            <label key={name}>
              {t(label)}
              <input
                type="time"
                required
                className="input mt-1"
                value={value}
                onChange={(event) =>
                  event.target.value && changePlayerSettings({ [name]: event.target.value })
                }
              />
            </label>
          ))}
          <label>
            {t('sleep.length')}
            <input
              type="number"
              min={1}
              max={600}
              className="input mt-1"
              // Uncontrolled, so the field can be cleared while typing; on blur it shows the stored value again.
              defaultValue={sleepMinutes}
              onBlur={({ target }) => {
                target.value = String(sleepMinutes)
              }}
              onChange={({ target }) =>
                target.valueAsNumber >= 1 &&
                changePlayerSettings({ sleepMinutes: Math.min(600, Math.round(target.valueAsNumber)) })
              }
            />
          </label>
        </div>
      )}
    </section>
  )
}

/** A screen for dark rooms: black background, a clock, large buttons. Load lazily. */
import {
  type Icon,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconRewindBackward15,
  IconRewindForward15,
} from '@tabler/icons-react'

import { useEffect, useState } from 'react'
import { formatClock } from '../../lib/format.rules.ts'
import { useT } from '../../lib/i18n.ts'
import { nameLanguage } from '../../lib/name-language.rules.ts'
import { currentOf } from '../engine/queue.rules.ts'
import { extendSleep, setSleep, skip, togglePlay } from '../player-actions.ts'
import { usePlayer } from '../player-store.ts'

export function NightMode({ onLeave }: { readonly onLeave: () => void }) {
  const t = useT()
  const playing = usePlayer((state) => state.playing)
  const title = usePlayer(({ queue }) => currentOf(queue)?.track.title ?? '')
  const time = useTimeOfDay()
  return (
    <section
      aria-label={t('night.open')}
      className="fixed inset-0 z-60 flex flex-col gap-4 bg-black p-5 text-[oklch(0.62_0.05_60)]"
    >
      <div className="flex min-h-0 flex-1 flex-col items-center justify-center gap-2 text-center">
        <p className="text-7xl font-light tabular-nums">{time}</p>
        <p className="max-w-full truncate" lang={nameLanguage(title)}>
          {title}
        </p>
        <SleepTimerButton />
      </div>
      <div className="grid h-[44dvh] grid-cols-2 gap-4">
        <LargeButton icon={IconRewindBackward15} label={t('player.back15')} onPress={() => skip(-15)} />
        <LargeButton icon={IconRewindForward15} label={t('player.forward15')} onPress={() => skip(15)} />
        <div className="col-span-2 grid">
          <LargeButton
            icon={playing ? IconPlayerPauseFilled : IconPlayerPlayFilled}
            label={t(playing ? 'player.pause' : 'player.play')}
            onPress={togglePlay}
          />
        </div>
      </div>
      <button type="button" className="min-h-14 rounded-2xl text-sm" onClick={onLeave}>
        {t('night.leave')}
      </button>
    </section>
  )
}

/** A press starts a timer of 15 minutes, or adds five minutes. */
function SleepTimerButton() {
  const t = useT()
  const sleep = usePlayer((state) => state.sleep)
  const left = sleep && !sleep.isOver ? sleep.left : undefined
  const more = () => (sleep && !sleep.isOver ? extendSleep(1) : setSleep({ type: 'minutes', minutes: 15 }))
  return (
    <button
      type="button"
      className="mt-2 min-h-14 rounded-2xl border border-current/25 px-6"
      aria-label={sleep ? t('sleep.more') : t('sleep.title')}
      onClick={more}
    >
      {left === undefined || left === null
        ? `${t('sleep.title')} · ${t('sleep.minutes', { count: 15 })}`
        : t('sleep.left', { time: formatClock(Math.ceil(left)) })}
    </button>
  )
}

interface LargeProps {
  readonly icon: Icon
  readonly label: string
  readonly onPress: () => void
}

function LargeButton({ icon: Picture, label, onPress }: LargeProps) {
  return (
    <button
      type="button"
      className="grid place-items-center rounded-3xl bg-[oklch(0.16_0.02_60)] active:bg-[oklch(0.22_0.03_60)]"
      aria-label={label}
      onClick={onPress}
    >
      <Picture size={56} aria-hidden />
    </button>
  )
}

function useTimeOfDay(): string {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 5_000)
    return () => clearInterval(timer)
  }, [])
  return now.toTimeString().slice(0, 5)
}

import {
  IconArrowsShuffle,
  IconCast,
  IconMinus,
  IconMoonStars,
  IconPlus,
  IconRepeat,
  IconRepeatOff,
  IconRepeatOnce,
} from '@tabler/icons-react'
import { formatClock } from '../../lib/format.rules.ts'
import { useFormat, useT } from '../../lib/i18n.ts'
import type { Repeat } from '../engine/player-ports.ts'
import { isShuffled, shuffled, unshuffled } from '../engine/queue-edits.rules.ts'
import { speedStep } from '../engine/speed.rules.ts'
import { changeRepeat, changeSpeed, chooseOutput, markLoop, setQueue } from '../player-actions.ts'
import { usePlayer } from '../player-store.ts'
import { ToolButton } from './tool-button.tsx'

/** Changes the speed in small steps; pressing the number resets it. */
export function SpeedStepper() {
  const t = useT()
  const format = useFormat()
  const speed = usePlayer((state) => state.speed)
  const step = (by: 1 | -1) => changeSpeed(speedStep(speed, by))
  return (
    <div className="flex items-center">
      <ToolButton icon={IconMinus} label={t('speed.slower')} onClick={() => step(-1)} size={17} />
      <button
        type="button"
        className="min-h-9 min-w-13 rounded-full text-center text-sm font-semibold hover:bg-sunken pointer-coarse:min-h-11"
        aria-label={`${t('player.speed')}: ${format.number(speed)}×. ${t('speed.normal')}`}
        onClick={() => changeSpeed(1)}
      >
        {format.number(speed)}×
      </button>
      <ToolButton icon={IconPlus} label={t('speed.faster')} onClick={() => step(1)} size={17} />
    </div>
  )
}

/** Chooses another output device, if the browser knows of one. Hidden while another tab plays. */
export function OutputButton() {
  const t = useT()
  const { canChoose, isElsewhere } = usePlayer(({ output }) => output)
  const isRemote = usePlayer(({ elsewhere }) => elsewhere)
  if (isRemote || !(canChoose || isElsewhere)) return null
  return <ToolButton icon={IconCast} label={t('output.choose')} isOn={isElsewhere} onClick={chooseOutput} />
}

const repeatIcons = { off: IconRepeatOff, all: IconRepeat, one: IconRepeatOnce } as const
const nextRepeat: Readonly<Record<Repeat, Repeat>> = { off: 'all', all: 'one', one: 'off' }

export function QueueModes() {
  const t = useT()
  const { queue, repeat } = usePlayer()
  const isMixed = isShuffled(queue)
  return (
    <>
      <ToolButton
        icon={IconArrowsShuffle}
        label={t('queue.shuffle')}
        isOn={isMixed}
        onClick={() => setQueue(isMixed ? unshuffled(queue) : shuffled(queue, Math.random))}
      />
      <ToolButton
        icon={repeatIcons[repeat]}
        label={t(`queue.repeat.${repeat}`)}
        isOn={repeat !== 'off'}
        onClick={() => changeRepeat(nextRepeat[repeat])}
      />
    </>
  )
}

/** Loops from A to B: one button whose label names its next action. `isShort` hides the times in narrow places. */
export function LoopButton({ isShort = false }: { readonly isShort?: boolean }) {
  const t = useT()
  const loop = usePlayer((state) => state.loop)
  const labelOfRunning = loop?.to === undefined ? 'loop.end' : 'loop.clear'
  const label = loop ? labelOfRunning : 'loop.start'
  return (
    <button
      type="button"
      className="min-h-9 rounded-full px-3 text-xs font-bold whitespace-nowrap text-mut hover:bg-sunken aria-pressed:text-acc pointer-coarse:min-h-11"
      aria-label={t(label)}
      title={t(label)}
      aria-pressed={loop !== undefined}
      onClick={markLoop}
    >
      {loop && !isShort
        ? `${formatClock(loop.from)} – ${loop.to === undefined ? 'B' : formatClock(loop.to)}`
        : 'A–B'}
    </button>
  )
}

export function SleepButton({ onClick }: { readonly onClick: () => void }) {
  const t = useT()
  const sleep = usePlayer((state) => state.sleep)
  const left = sleep && !sleep.isOver && sleep.left !== null ? formatClock(Math.ceil(sleep.left)) : undefined
  return (
    <button
      type="button"
      className="inline-flex min-h-9 items-center gap-1.5 rounded-full px-2.5 text-xs font-semibold text-mut hover:bg-sunken hover:text-fg aria-pressed:text-acc pointer-coarse:min-h-11 pointer-coarse:min-w-11"
      aria-label={left ? t('sleep.running', { time: left }) : t('sleep.title')}
      title={t('sleep.title')}
      aria-pressed={sleep !== undefined}
      onClick={onClick}
    >
      <IconMoonStars size={19} aria-hidden />
      {left}
    </button>
  )
}

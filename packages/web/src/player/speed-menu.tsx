import { useFormat } from '../lib/format.ts'
import { useT } from '../lib/i18n.ts'
import { changeSpeed, usePlayer } from './player-store.ts'

const speeds = [0.5, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2] as const

/** The platform's own list: it is free, and right on every device. */
export function SpeedMenu() {
  const t = useT()
  const format = useFormat()
  const speed = usePlayer((state) => state.speed)
  return (
    <select
      className="h-9 cursor-pointer appearance-none rounded-full bg-transparent px-2.5 text-center text-xs font-semibold text-mut hover:bg-sunken hover:text-fg"
      aria-label={t('player.speed')}
      value={speed}
      onChange={(event) => changeSpeed(Number(event.target.value))}
    >
      {speeds.map((option) => (
        <option key={option} value={option}>
          {format.number(option)}×
        </option>
      ))}
    </select>
  )
}

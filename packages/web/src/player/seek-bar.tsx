import type { CSSProperties } from 'react'
import { clock } from '../lib/format.rules.ts'
import { useT } from '../lib/i18n.ts'
import { seekTo, usePlayer } from './player-store.ts'

export function SeekBar() {
  const t = useT()
  // Whole seconds: a finer hand would redraw the bar four times as often for nothing.
  const time = usePlayer((state) => Math.floor(state.time))
  const duration = usePlayer((state) => Math.floor(state.duration))
  const filled: CSSProperties & Record<'--p', string> = {
    '--p': `${duration > 0 ? (time / duration) * 100 : 0}%`,
  }
  return (
    <div className="flex w-full items-center gap-2 text-[11px] text-mut max-md:absolute max-md:inset-x-4 max-md:-top-2 max-md:w-auto max-md:pointer-coarse:-top-5.5">
      <span className="w-10 text-right max-md:hidden">{clock(time)}</span>
      <input
        type="range"
        className="range"
        aria-label={t('player.seek')}
        aria-valuetext={`${clock(time)} / ${clock(duration)}`}
        min={0}
        max={duration}
        step={1}
        value={Math.min(time, duration)}
        style={filled}
        onChange={(event) => seekTo(event.target.valueAsNumber)}
      />
      <span className="w-10 max-md:hidden">{clock(duration)}</span>
    </div>
  )
}

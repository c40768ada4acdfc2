import { IconVolume, IconVolume2, IconVolumeOff } from '@tabler/icons-react'
import type { CSSProperties, WheelEvent } from 'react'
import { useT } from '../../lib/i18n.ts'
import { changeVolume, toggleMute } from '../player-actions.ts'
import { usePlayer } from '../player-store.ts'
import { ToolButton } from './tool-button.tsx'

/** For desktop: phones have hardware buttons, and some ignore volume set by pages. `className` applies to the slider. */
export function Volume({ className }: { readonly className: string }) {
  const t = useT()
  const volume = usePlayer((state) => state.volume)
  const isMuted = usePlayer((state) => state.isMuted || state.volume === 0)
  const percent = Math.round(isMuted ? 0 : volume * 100)
  const filled: CSSProperties & Record<'--p', string> = { '--p': `${percent}%` }
  const louderIcon = volume > 0.5 ? IconVolume : IconVolume2
  const onWheel = ({ deltaY }: WheelEvent) => changeVolume(volume + (deltaY < 0 ? 0.05 : -0.05))
  return (
    <div className="flex items-center pointer-coarse:hidden" onWheel={onWheel}>
      <ToolButton
        icon={isMuted ? IconVolumeOff : louderIcon}
        label={t(isMuted ? 'volume.unmute' : 'volume.mute')}
        onClick={toggleMute}
        size={19}
      />
      <input
        type="range"
        className={`range ${className}`}
        aria-label={t('volume.title')}
        aria-valuetext={`${percent} %`}
        min={0}
        max={100}
        step={5}
        value={percent}
        style={filled}
        onChange={(event) => changeVolume(event.target.valueAsNumber / 100)}
      />
    </div>
  )
}

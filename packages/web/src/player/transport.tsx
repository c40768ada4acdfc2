import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBackFilled,
  IconPlayerSkipForwardFilled,
  IconRewindBackward15,
  IconRewindForward15,
} from '@tabler/icons-react'
import { useT } from '../lib/i18n.ts'
import { stepped } from './engine/queue.rules.ts'
import { nextTrack, previousTrack, skip, togglePlay, usePlayer } from './player-store.ts'

/** On a phone only what a thumb needs: play and next. */
export function Transport() {
  const t = useT()
  const playing = usePlayer((state) => state.playing)
  const hasNext = usePlayer(({ queue }) => stepped(queue, 1) !== undefined)
  return (
    <div className="flex items-center gap-1">
      <button
        type="button"
        className="btn-icon max-md:hidden"
        aria-label={t('player.previous')}
        onClick={previousTrack}
      >
        <IconPlayerSkipBackFilled size={17} aria-hidden />
      </button>
      <button
        type="button"
        className="btn-icon max-md:hidden"
        aria-label={t('player.back15')}
        onClick={() => skip(-15)}
      >
        <IconRewindBackward15 size={19} aria-hidden />
      </button>
      <button
        type="button"
        className="inline-grid size-11 place-items-center rounded-full bg-acc text-accfg transition-[filter] hover:brightness-110"
        aria-label={t(playing ? 'player.pause' : 'player.play')}
        onClick={togglePlay}
      >
        {playing ? (
          <IconPlayerPauseFilled size={20} aria-hidden />
        ) : (
          <IconPlayerPlayFilled size={20} aria-hidden />
        )}
      </button>
      <button
        type="button"
        className="btn-icon max-md:hidden"
        aria-label={t('player.forward15')}
        onClick={() => skip(15)}
      >
        <IconRewindForward15 size={19} aria-hidden />
      </button>
      <button
        type="button"
        className="btn-icon"
        aria-label={t('player.next')}
        disabled={!hasNext}
        onClick={nextTrack}
      >
        <IconPlayerSkipForwardFilled size={17} aria-hidden />
      </button>
    </div>
  )
}

import {
  IconChevronLeftPipe,
  IconChevronRightPipe,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBackFilled,
  IconPlayerSkipForwardFilled,
  IconRewindBackward15,
  IconRewindBackward30,
  IconRewindForward15,
  IconRewindForward30,
} from '@tabler/icons-react'
import { useT } from '../../lib/i18n.ts'
import { withStep } from '../engine/queue.rules.ts'
import {
  nextChapter,
  nextTrack,
  previousChapter,
  previousTrack,
  skip,
  togglePlay,
} from '../player-actions.ts'
import { usePlayer } from '../player-store.ts'
import { useChapters } from './chapter-list.tsx'
import { ToolButton } from './tool-button.tsx'

/** Shows the playback controls of the large player: by track, by chapter if there are any, and by seconds. */
export function PlaybackControls() {
  const t = useT()
  const playing = usePlayer((state) => state.playing)
  const hasNext = usePlayer(({ queue, repeat }) => repeat === 'all' || withStep(queue, 1) !== undefined)
  const hasChapters = useChapters().length > 0
  return (
    <div className="flex items-center justify-center sm:gap-2">
      <ToolButton icon={IconPlayerSkipBackFilled} label={t('player.previous')} onClick={previousTrack} />
      {hasChapters ? (
        <ToolButton
          icon={IconChevronLeftPipe}
          label={t('chapter.previous')}
          onClick={previousChapter}
          size={24}
        />
      ) : (
        <ToolButton
          icon={IconRewindBackward30}
          label={t('full.back30')}
          onClick={() => skip(-30)}
          size={24}
        />
      )}
      <ToolButton
        icon={IconRewindBackward15}
        label={t('player.back15')}
        onClick={() => skip(-15)}
        size={26}
      />
      <button
        type="button"
        className="mx-0.5 inline-grid size-17 shrink-0 place-items-center rounded-full bg-fg text-bg transition-transform active:scale-96"
        aria-label={t(playing ? 'player.pause' : 'player.play')}
        onClick={togglePlay}
      >
        {playing ? (
          <IconPlayerPauseFilled size={32} aria-hidden />
        ) : (
          <IconPlayerPlayFilled size={32} aria-hidden />
        )}
      </button>
      <ToolButton
        icon={IconRewindForward15}
        label={t('player.forward15')}
        onClick={() => skip(15)}
        size={26}
      />
      {hasChapters ? (
        <ToolButton icon={IconChevronRightPipe} label={t('chapter.next')} onClick={nextChapter} size={24} />
      ) : (
        <ToolButton
          icon={IconRewindForward30}
          label={t('full.forward30')}
          onClick={() => skip(30)}
          size={24}
        />
      )}
      <ToolButton
        icon={IconPlayerSkipForwardFilled}
        label={t('player.next')}
        onClick={nextTrack}
        isOff={!hasNext}
      />
    </div>
  )
}

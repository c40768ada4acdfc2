import {
  IconChevronUp,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBackFilled,
  IconPlayerSkipForwardFilled,
  IconRewindBackward15,
  IconRewindForward15,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type CSSProperties, lazy, Suspense } from 'react'
import { useShownCover } from '../domain/cover-url.ts'
import { formatClock } from '../lib/format.rules.ts'
import { useFormat, useT } from '../lib/i18n.ts'
import { nameLanguage } from '../lib/name-language.rules.ts'
import { currentOf, withStep } from './engine/queue.rules.ts'
import { changeSpeed, nextTrack, previousTrack, seekTo, skip, togglePlay } from './player-actions.ts'
import { coverImages, type PlayerItem } from './player-item.ts'
import { usePlayer } from './player-store.ts'

const DrawnCover = lazy(() =>
  import('../ui/placeholder-cover.tsx').then(({ PlaceholderCover }) => ({ default: PlaceholderCover })),
)

export interface NowPlayingProps {
  readonly onOpen: () => void
}

export function NowPlaying({ onOpen }: NowPlayingProps) {
  const t = useT()
  const item = usePlayer(({ queue }) => currentOf(queue))
  const waiting = usePlayer((state) => state.waiting)
  if (!item) return null
  return (
    <div className="flex min-w-0 items-center gap-3">
      <button
        type="button"
        className="shrink-0 overflow-hidden rounded-lg"
        aria-label={t('full.open')}
        title={t('full.open')}
        onClick={onOpen}
      >
        <SmallCover item={item} />
      </button>
      <div className="min-w-0">
        <p className="truncate text-sm font-semibold" lang={nameLanguage(item.track.title)}>
          {item.track.title}
        </p>
        {waiting ? (
          <p role="status" className="truncate text-xs text-mut">
            {t('audio.waiting')}
          </p>
        ) : (
          <Link
            to="/work/$workId"
            params={{ workId: item.workId }}
            className="block truncate text-xs text-mut hover:text-fg"
            lang={nameLanguage(item.title)}
          >
            {item.title}
          </Link>
        )}
      </div>
    </div>
  )
}

/** A cover that the policy hides counts as missing. */
function SmallCover({ item: { workId, title, makerId, cover } }: { readonly item: PlayerItem }) {
  const shown = useShownCover(workId, cover)
  const [image] = coverImages(workId, shown ?? null)
  if (image) return <img src={image.src} alt="" width={60} height={45} className="h-11 w-14.5 object-cover" />
  return (
    <span className="grid h-11 w-14.5 place-items-center bg-sunken text-mut">
      {cover ? (
        <IconChevronUp size={18} aria-hidden />
      ) : (
        <Suspense>
          <DrawnCover id={workId} makerId={makerId} title={title} lang={nameLanguage(title)} isSmall />
        </Suspense>
      )}
    </span>
  )
}

/** On phones only play and next are shown. */
export function Transport() {
  const t = useT()
  const playing = usePlayer((state) => state.playing)
  const hasNext = usePlayer(({ queue }) => withStep(queue, 1) !== undefined)
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

export function SeekBar() {
  const t = useT()
  // Rounded to whole seconds: finer values would render the bar four times as often without a visible difference.
  const time = usePlayer((state) => Math.floor(state.time))
  const duration = usePlayer((state) => Math.floor(state.duration))
  const filled: CSSProperties & Record<'--p', string> = {
    '--p': `${duration > 0 ? (time / duration) * 100 : 0}%`,
  }
  return (
    <div className="flex w-full items-center gap-2 text-[11px] text-mut max-md:absolute max-md:inset-x-4 max-md:-top-2 max-md:w-auto max-md:pointer-coarse:-top-5.5">
      <span className="w-10 text-right max-md:hidden">{formatClock(time)}</span>
      <input
        type="range"
        className="range"
        aria-label={t('player.seek')}
        aria-valuetext={`${formatClock(time)} / ${formatClock(duration)}`}
        min={0}
        max={duration}
        step={1}
        value={Math.min(time, duration)}
        style={filled}
        onChange={(event) => seekTo(event.target.valueAsNumber)}
      />
      <span className="w-10 max-md:hidden">{formatClock(duration)}</span>
    </div>
  )
}

const speeds = [0.5, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3]

/** A native `<select>`: it needs no extra code and works on every device. */
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
      {[...new Set([...speeds, speed])]
        .sort((a, b) => a - b)
        .map((option) => (
          <option key={option} value={option}>
            {format.number(option)}×
          </option>
        ))}
    </select>
  )
}

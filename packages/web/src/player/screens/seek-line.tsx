import { type CSSProperties, lazy, Suspense } from 'react'
import { formatClock } from '../../lib/format.rules.ts'
import { useT } from '../../lib/i18n.ts'
import { chapterAt } from '../engine/chapters.rules.ts'
import { currentOf } from '../engine/queue.rules.ts'
import { seekTo } from '../player-actions.ts'
import { usePlayer } from '../player-store.ts'
import { useChapters } from './chapter-list.tsx'

const Waveform = lazy(() => import('./waveform.tsx').then(({ Waveform }) => ({ default: Waveform })))

/** Shows the seek bar with chapter marks and the looped passage. */
export function SeekLine() {
  const t = useT()
  // Rounded to whole seconds: finer values would render it four times as often without a visible difference.
  const time = usePlayer((state) => Math.floor(state.time))
  const duration = usePlayer((state) => Math.floor(state.duration))
  const track = usePlayer(({ queue }) => currentOf(queue)?.track)
  const chapters = useChapters()
  const title = chapters[chapterAt(chapters, time)]?.title
  const share = (at: number) => (duration > 0 ? `${Math.min(100, (at / duration) * 100)}%` : '0%')
  const filled: CSSProperties & Record<'--p', string> = { '--p': share(time) }
  return (
    <div className="w-full">
      {track?.hasWaveform && (
        <div className="pointer-events-none relative h-12 lg:h-14">
          <Suspense>
            <Waveform trackId={track.id} share={duration > 0 ? time / duration : 0} />
          </Suspense>
        </div>
      )}
      <div className="relative">
        <input
          type="range"
          className="range"
          aria-label={t('player.seek')}
          aria-valuetext={[`${formatClock(time)} / ${formatClock(duration)}`, title]
            .filter(Boolean)
            .join(' · ')}
          min={0}
          max={duration}
          step={1}
          value={Math.min(time, duration)}
          style={filled}
          onChange={(event) => seekTo(event.target.valueAsNumber)}
        />
        <Marks share={share} />
      </div>
      <div className="flex justify-between gap-3 text-xs text-mut">
        <span>{formatClock(time)}</span>
        {title && <span className="min-w-0 truncate">{title}</span>}
        <span>−{formatClock(duration - time)}</span>
      </div>
    </div>
  )
}

function Marks({ share }: { readonly share: (at: number) => string }) {
  const chapters = useChapters()
  const loop = usePlayer((state) => state.loop)
  const trackEnd = usePlayer((state) => state.duration)
  return (
    <div className="pointer-events-none absolute inset-0" aria-hidden>
      {loop && (
        <span
          className="absolute top-1/2 h-3 -translate-y-1/2 rounded-sm bg-acc/35"
          style={{ left: share(loop.from), right: `calc(100% - ${share(loop.to ?? trackEnd)})` }}
        />
      )}
      {chapters
        .filter(({ start }) => start > 0)
        .map(({ start }) => (
          <span
            key={start}
            className="absolute top-1/2 h-2.5 w-0.5 -translate-y-1/2 rounded-full bg-fg/70"
            style={{ left: share(start) }}
          />
        ))}
    </div>
  )
}

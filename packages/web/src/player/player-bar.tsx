import { IconPlaylist } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useT } from '../lib/i18n.ts'
import { NowPlaying, SeekBar, SpeedMenu, Transport } from './now-playing.tsx'
import { usePlayerKeys } from './use-player-keys.ts'

const QueuePanel = lazy(() => import('./queue-panel.tsx').then(({ QueuePanel }) => ({ default: QueuePanel })))

/** Floats at the foot of the window, above the tabs on a phone, where the seek line lies on its upper edge. */
export function PlayerBar() {
  const t = useT()
  const [isQueueOpen, openQueue] = useState(false)
  const bar = useRef<HTMLElement>(null)
  usePlayerKeys()
  useRoomBelow(bar)
  return (
    <section
      ref={bar}
      aria-label={t('player.region')}
      className="fixed inset-x-2 bottom-[calc(var(--tabs)+8px)] z-30 rounded-2xl border border-line bg-surface/94 shadow-float backdrop-blur-xl md:right-4 md:bottom-4 md:left-64"
    >
      <div className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-1 md:gap-x-3 px-2.5 py-2 md:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)_minmax(0,1fr)] md:px-3">
        <NowPlaying />
        <div className="flex flex-col items-center">
          <Transport />
          <SeekBar />
        </div>
        <div className="flex items-center justify-end gap-1">
          <div className="max-md:hidden">
            <SpeedMenu />
          </div>
          <button
            type="button"
            className="btn-icon"
            aria-label={t('player.queue')}
            onClick={() => openQueue(true)}
          >
            <IconPlaylist size={19} aria-hidden />
          </button>
        </div>
      </div>
      {isQueueOpen && (
        <Suspense>
          <QueuePanel onClose={() => openQueue(false)} />
        </Suspense>
      )}
    </section>
  )
}

/** Reports to the page how much the bar covers, so that its end and the notices stay above. */
function useRoomBelow(bar: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { style } = document.documentElement
    const measure = () => style.setProperty('--player', `${(bar.current?.offsetHeight ?? 0) + 8}px`)
    const observer = new ResizeObserver(measure)
    if (bar.current) observer.observe(bar.current)
    return () => {
      observer.disconnect()
      style.removeProperty('--player')
    }
  }, [bar])
}

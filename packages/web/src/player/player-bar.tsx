import { IconPlaylist, IconQuote } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useT } from '../lib/i18n.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { useSettings } from '../lib/settings.ts'
import { usesKeyPresses } from '../lib/typing-target.ts'
import { loadWhenIdle } from '../lib/when-idle.ts'
import { barClass, useReservedSpaceBelow } from '../ui/bottom-space.ts'
import { currentOf } from './engine/queue.rules.ts'
import { isInLastMinute } from './engine/sleep.rules.ts'
import { speedStep } from './engine/speed.rules.ts'
import { NowPlaying, SeekBar, SpeedMenu, Transport } from './now-playing.tsx'
import {
  changeSpeed,
  changeVolume,
  markLoop,
  nextChapter,
  nextTrack,
  preloadPlayer,
  previousChapter,
  previousTrack,
  skip,
  toggleMute,
  togglePlay,
} from './player-actions.ts'
import { usePlayer } from './player-store.ts'
import { usePlayerWords } from './player-words.ts'
import { LoopButton, SleepButton } from './screens/extras-row.tsx'
import { LyricsPanel } from './screens/lyrics-part.ts'
import { useSwipe } from './screens/use-swipe.ts'
import { Volume } from './screens/volume.tsx'

const QueuePanel = lazyPart(() => import('./queue-panel.tsx').then(({ QueuePanel }) => QueuePanel))

const SleepPanel = lazyPart(() => import('./screens/sleep-panel.tsx').then(({ SleepPanel }) => SleepPanel))

const AsleepOffer = lazy(() =>
  import('./screens/resume-after-sleep.tsx').then(({ ResumeAfterSleep }) => ({ default: ResumeAfterSleep })),
)

const LastMinute = lazy(() =>
  import('./screens/last-minute.tsx').then(({ LastMinute }) => ({ default: LastMinute })),
)

const RecordingNote = lazy(() =>
  import('./screens/recording-note.tsx').then(({ RecordingNote }) => ({ default: RecordingNote })),
)

const FullPlayer = lazyPart(() => import('./screens/full-player.tsx').then(({ FullPlayer }) => FullPlayer))

const panels = [QueuePanel.load, SleepPanel.load, FullPlayer.load, LyricsPanel.load]

/** Floats at the bottom of the window; on phones above the tabs, with the seek bar on its top edge. */
export function PlayerBar() {
  usePlayerWords()
  const t = useT()
  const [opened, open] = useState<'queue' | 'sleep' | 'full'>()
  const bar = useRef<HTMLElement>(null)
  const close = () => open(undefined)
  const hasLyrics = usePlayer(({ queue }) => currentOf(queue)?.track.hasLyrics)
  useEffect(() => void preloadPlayer(), [])
  useEffect(() => loadWhenIdle(panels), [])
  usePlayerKeys(useCallback(() => open((now) => (now === 'full' ? undefined : 'full')), []))
  useReservedSpaceBelow(bar, 'player', 8)
  const isLooping = usePlayer(({ loop }) => loop !== undefined)
  const isEnding = usePlayer(isInLastMinute)
  const hasWaysBack = usePlayer(({ ways }) => (ways?.length ?? 0) > 0)
  const swipe = useSwipe({ onUp: () => open('full'), onLeft: nextTrack, onRight: previousTrack })
  return (
    <section
      ref={bar}
      aria-label={t('player.region')}
      className={`${barClass} bottom-[calc(var(--tabs)+8px)] md:bottom-4`}
    >
      <Suspense>
        {isEnding && <LastMinute />}
        {hasWaysBack && <AsleepOffer />}
      </Suspense>
      <div className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-1 px-2.5 py-2 md:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)_minmax(0,1fr)] md:gap-x-3 md:px-3">
        <div {...swipe}>
          <NowPlaying onOpen={() => open('full')} />
        </div>
        <div className="flex flex-col items-center">
          <Transport />
          <SeekBar />
        </div>
        <div className="flex items-center justify-end">
          <Suspense>
            <RecordingNote isShort />
          </Suspense>
          <div className="contents max-md:hidden">
            {/* Tablets have room for only one of the two. */}
            <div className={isLooping ? 'max-lg:hidden' : 'contents'}>
              <Volume className="w-20 max-xl:hidden" />
            </div>
            <SpeedMenu />
            {/* A loop can also be started by a key; the button shows why playback jumps back. */}
            {isLooping && <LoopButton isShort />}
            <SleepButton onClick={() => open('sleep')} />
            {hasLyrics && (
              <button
                type="button"
                className="btn-icon"
                aria-label={t('lyrics.title')}
                title={t('lyrics.title')}
                onClick={() => open('full')}
              >
                <IconQuote size={19} aria-hidden />
              </button>
            )}
          </div>
          <button
            type="button"
            className="btn-icon"
            aria-label={t('player.queue')}
            aria-expanded={opened === 'queue'}
            onClick={() => open((now) => (now === 'queue' ? undefined : 'queue'))}
          >
            <IconPlaylist size={19} aria-hidden />
          </button>
        </div>
      </div>
      <Suspense>
        {opened === 'queue' && <QueuePanel onClose={close} />}
        {opened === 'sleep' && <SleepPanel onClose={close} />}
        {opened === 'full' && <FullPlayer onClose={close} />}
      </Suspense>
    </section>
  )
}

const acts: Readonly<Record<string, () => void>> = {
  ' ': togglePlay,
  j: () => skip(-15),
  k: () => skip(15),
  '[': previousChapter,
  ']': nextChapter,
  '<': () => changeSpeed(stepOf(-1)),
  '>': () => changeSpeed(stepOf(1)),
  a: markLoop,
  m: toggleMute,
  '-': () => turn(-1),
  // On most keyboards plus shares a key with the equals sign.
  '+': () => turn(1),
  '=': () => turn(1),
}

const turn = (by: 1 | -1) => changeVolume(usePlayer.getState().volume + by * 0.05)

const stepOf = (by: 1 | -1) => speedStep(usePlayer.getState().speed, by)

/** `onFull` toggles the large player. */
function usePlayerKeys(onFull: () => void): void {
  const areOn = useSettings(({ keys }) => keys === 'on')
  useEffect(() => {
    if (!areOn) return
    const onKey = (event: KeyboardEvent) => {
      const act = event.key === 'f' ? onFull : acts[event.key]
      if (!act || event.ctrlKey || event.metaKey || event.altKey || wantsKey(event.key, event.target)) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [areOn, onFull])
}

/** Buttons and links use the space bar; text fields use every key. */
function wantsKey(key: string, target: EventTarget | null): boolean {
  if (usesKeyPresses(target)) return true
  return key === ' ' && target instanceof Element && target.closest('input, button, a, summary') !== null
}

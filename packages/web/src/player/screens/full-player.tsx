/** The large player: cover, lyrics, chapters and queue on a background in the color of the cover. Load lazily. */
import { Dialog } from '@base-ui/react/dialog'
import { IconAdjustments, IconChevronDown, IconMoon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import {
  type CSSProperties,
  lazy,
  Suspense,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { thumbHashToAverageRGBA } from 'thumbhash'
import { useIsAdmin, useUser } from '../../domain/session.ts'
import { useT } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { createMediaHook } from '../../lib/media-hook.ts'
import { nameLanguage } from '../../lib/name-language.rules.ts'
import { loadWhenIdle } from '../../lib/when-idle.ts'
import { initialFocusOf } from '../../ui/initial-focus.ts'
import { currentOf } from '../engine/queue.rules.ts'
import type { PlayerItem } from '../player-item.ts'
import { usePlayer } from '../player-store.ts'
import { useChapters } from './chapter-list.tsx'
import { LoopButton, OutputButton, SleepButton, SpeedStepper } from './extras-row.tsx'
import { PlaybackControls } from './playback-controls.tsx'
import { Cover } from './player-cover.tsx'
import { PlayerNotes } from './player-notes.tsx'
import { type Side, SideContent, Sides } from './player-sides.tsx'
import { SeekLine } from './seek-line.tsx'
import { ToolButton } from './tool-button.tsx'
import { Volume } from './volume.tsx'

const SleepPanel = lazyPart(() => import('./sleep-panel.tsx').then(({ SleepPanel }) => SleepPanel))
const SoundPanel = lazyPart(() => import('./sound-panel.tsx').then(({ SoundPanel }) => SoundPanel))
const NightMode = lazyPart(() => import('./night-mode.tsx').then(({ NightMode }) => NightMode))
const panels = [NightMode.load, SleepPanel.load, SoundPanel.load]
const BookmarkButton = lazy(() =>
  import('./bookmark-panel.tsx').then(({ BookmarkButton }) => ({ default: BookmarkButton })),
)

const useIsWide = createMediaHook('(min-width: 1024px)')

/** Hides the scrollbar of the page below. */
function hidePageScrollbar() {
  const { documentElement } = document
  documentElement.toggleAttribute('data-covered', true)
  return () => documentElement.removeAttribute('data-covered')
}

export function FullPlayer({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const item = usePlayer(({ queue }) => currentOf(queue))
  const [opened, open] = useState<'sleep' | 'night' | 'sound'>()
  useEffect(() => loadWhenIdle(panels), [])
  useLayoutEffect(hidePageScrollbar, [])
  // The first frame shows only the track; tools and side panels follow, because long lyrics are slow to render and scroll.
  const hasAll = useDeferredValue(true, false)
  const popup = useRef<HTMLDivElement>(null)
  if (!item) return null
  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal>
        <Dialog.Popup
          ref={popup}
          data-full
          data-theme="dark"
          className={popupClass}
          style={tintOf(item)}
          initialFocus={initialFocusOf(popup)}
        >
          <header className="flex items-center justify-between px-2 pt-[max(8px,env(safe-area-inset-top))] md:px-4">
            <Dialog.Close className="btn-icon" aria-label={t('full.close')}>
              <IconChevronDown size={24} aria-hidden />
            </Dialog.Close>
            <Dialog.Title className="absolute left-1/2 -translate-x-1/2 text-[13px] font-medium text-mut">
              {t('full.title')}
            </Dialog.Title>
            {hasAll && (
              <span className="flex">
                <OutputButton />
                <ToolButton icon={IconAdjustments} label={t('sound.title')} onClick={() => open('sound')} />
                <ToolButton icon={IconMoon} label={t('night.open')} onClick={() => open('night')} />
              </span>
            )}
          </header>
          <OtherTabNote />
          <Body item={item} hasAll={hasAll} onClose={onClose} onSleep={() => open('sleep')} />
          <Suspense>
            {opened === 'sleep' && <SleepPanel isDark onClose={() => open(undefined)} />}
            {opened === 'sound' && <SoundPanel onClose={() => open(undefined)} />}
            {opened === 'night' && <NightMode onLeave={() => open(undefined)} />}
          </Suspense>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const popupClass = [
  'fixed inset-0 z-50 flex flex-col text-fg outline-none transition-[translate,opacity] duration-180',
  'bg-[linear-gradient(oklch(from_var(--tint)_0.3_min(c,0.08)_h),oklch(from_var(--tint)_0.17_min(c,0.04)_h)_70%)]',
  'data-starting-style:translate-y-8 data-starting-style:opacity-0',
].join(' ')

/** Returns the average color of the cover, from its thumbhash. */
function tintOf({ cover }: PlayerItem): CSSProperties & Record<'--tint', string> {
  if (!cover) return { '--tint': 'oklch(0.2 0.02 250)' }
  const bytes = Uint8Array.from(atob(cover.thumbhash), (character) => character.charCodeAt(0))
  const { r, g, b } = thumbHashToAverageRGBA(bytes)
  return { '--tint': `rgb(${[r, g, b].map((part) => Math.round(part * 255)).join(' ')})` }
}

function OtherTabNote() {
  const t = useT()
  const isElsewhere = usePlayer(({ elsewhere }) => elsewhere)
  return isElsewhere && <p className="px-5 text-center text-[12.5px] text-mut">{t('full.otherTab')}</p>
}

interface BodyProps {
  readonly item: PlayerItem
  /** False in the first frame. */
  readonly hasAll: boolean
  readonly onClose: () => void
  readonly onSleep: () => void
}

/** Two columns if there is room; on phones a side panel replaces the cover. */
function Body({ item, hasAll, onClose, onSleep }: BodyProps) {
  const isWide = useIsWide()
  const [chosen, choose] = useState<Side>()
  const hasChapters = useChapters().length > 0
  const { hasLyrics } = item.track
  // Administrators can give a track its first subtitles here.
  const isAdmin = useIsAdmin()
  const withoutLyrics = hasChapters ? 'chapters' : 'queue'
  const defaultSide: Exclude<Side, 'cover'> = hasLyrics ? 'lyrics' : withoutLyrics
  const wanted = chosen === 'chapters' && !hasChapters ? defaultSide : chosen
  const side = wanted === 'cover' && isWide ? defaultSide : (wanted ?? (isWide ? defaultSide : 'cover'))
  const cover = (
    <Cover item={item} onClose={onClose} onPress={isWide ? undefined : () => choose(defaultSide)} />
  )
  return (
    <div className="mx-auto flex min-h-0 w-full max-w-[1320px] flex-1 flex-col gap-3 px-5 pb-[max(16px,env(safe-area-inset-bottom))] md:px-10 md:pb-6">
      <div className="grid min-h-0 flex-1 gap-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        {isWide && cover}
        {side === 'cover' ? (
          cover
        ) : (
          <div className="min-h-0 overflow-y-auto overscroll-contain">
            <Suspense>{hasAll && <SideContent side={side} />}</Suspense>
          </div>
        )}
      </div>
      <Names item={item} onLeave={onClose} />
      {hasAll && <PlayerNotes workId={item.workId} />}
      <SeekLine />
      <PlaybackControls />
      <div className="flex min-h-22 flex-wrap items-center justify-between gap-x-2 sm:min-h-11">
        {hasAll && (
          <>
            <Tools item={item} onSleep={onSleep} />
            <Sides
              shown={side}
              hasLyrics={hasLyrics || isAdmin}
              hasChapters={hasChapters}
              hasCover={!isWide}
              onChoose={choose}
            />
          </>
        )}
      </div>
    </div>
  )
}

function Tools({ item, onSleep }: Pick<BodyProps, 'item' | 'onSleep'>) {
  const user = useUser()
  return (
    <div className="flex items-center max-sm:w-full max-sm:justify-between">
      <SpeedStepper />
      <LoopButton />
      <SleepButton onClick={onSleep} />
      {user && (
        <Suspense fallback={<span className="size-11" />}>
          <BookmarkButton item={item} />
        </Suspense>
      )}
      <Volume className="w-28 max-lg:hidden" />
    </div>
  )
}

function Names({ item, onLeave }: { readonly item: PlayerItem; readonly onLeave: () => void }) {
  return (
    <div className="min-w-0">
      <h2 className="truncate text-xl font-bold tracking-tight" lang={nameLanguage(item.track.title)}>
        {item.track.title}
      </h2>
      <p className="truncate text-sm text-mut">
        <Link
          to="/work/$workId"
          params={{ workId: item.workId }}
          className="hover:text-fg hover:underline"
          lang={nameLanguage(item.title)}
          onClick={onLeave}
        >
          {item.title}
        </Link>
        {item.artist && <span lang={nameLanguage(item.artist)}> · {item.artist}</span>}
      </p>
    </div>
  )
}

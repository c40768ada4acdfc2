/** Shows the lyrics: scrolls along with playback, and a press on a line seeks to it. Load lazily. */
import type { TrackLyrics } from '@koedana/contract/lyrics.ts'
import {
  IconBadgeCc,
  IconMinus,
  IconPictureInPicture,
  IconPlus,
  IconTextDecrease,
  IconTextIncrease,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { chooseLyricsOf } from '../../domain/choosing-lyrics.ts'
import { useCommandWords } from '../../domain/command-words.ts'
import { useIsAdmin } from '../../domain/session.ts'
import { useFormat, useT } from '../../lib/i18n.ts'
import { languageTagName } from '../../lib/language-tag-name.ts'
import { SelectMenu } from '../../ui/select-menu.tsx'
import { currentOf } from '../engine/queue.rules.ts'
import { seekTo } from '../player-actions.ts'
import { changePlayerSettings, usePlayerSettings } from '../player-settings.ts'
import { usePlayer } from '../player-store.ts'
import { changeLyricsChoice, shiftLines, trackLyricsQuery, useLyricsChoice } from './lyrics-choice.ts'
import { type Line, lineAt, linesOf } from './lyrics-lines.rules.ts'
import { ToolButton } from './tool-button.tsx'

export function LyricsPanel() {
  const t = useT()
  const track = usePlayer(({ queue }) => currentOf(queue)?.track)
  const { data } = useQuery({ ...trackLyricsQuery(track?.id ?? ''), enabled: track?.hasLyrics === true })
  if (!track?.hasLyrics || data?.items.length === 0) {
    return (
      <div className="grid h-full place-content-center justify-items-center gap-3">
        <p className="text-mut">{t('lyrics.none')}</p>
        <Choose />
      </div>
    )
  }
  return data ? <Lyrics key={track.id} trackId={track.id} texts={data.items} /> : null
}

function Choose({ isShort = false }: { readonly isShort?: boolean }) {
  const isAdmin = useIsAdmin()
  return <Suspense>{isAdmin && <ChooseButton isShort={isShort} />}</Suspense>
}

/** Opens the choice of subtitle files for the current track. `isShort`: as an icon among the tools. */
function ChooseButton({ isShort }: { readonly isShort: boolean }) {
  useCommandWords()
  const t = useT()
  const item = usePlayer(({ queue }) => currentOf(queue))
  if (!item) return null
  const { workId, track } = item
  const open = () => chooseLyricsOf({ workId, trackId: track.id, title: track.title })
  if (isShort) return <ToolButton icon={IconBadgeCc} label={t('lyrics.choose')} onClick={open} />
  return (
    <button type="button" className="btn" onClick={open}>
      <IconBadgeCc size={17} aria-hidden />
      {t('lyrics.choose')}
    </button>
  )
}

interface LyricsProps {
  readonly trackId: string
  readonly texts: readonly TrackLyrics[]
}

function Lyrics({ trackId, texts }: LyricsProps) {
  const choice = useLyricsChoice()
  const first = texts.find(({ lang }) => lang === choice.lang) ?? texts[0]
  const second = texts.find((text) => text !== first && text.lang === choice.second)
  const lines = useMemo(() => (first ? linesOf(first, second) : []), [first, second])
  const later = choice.offsets[trackId] ?? 0
  const current = usePlayer(({ time }) => lineAt(lines, time, later))
  return (
    <div className="flex h-full min-h-0 flex-col">
      <Lines lines={lines} current={current} later={later} lang={first?.lang} secondLang={second?.lang} />
      <LyricsTools trackId={trackId} texts={texts} first={first} lines={lines} />
    </div>
  )
}

interface LinesProps {
  readonly lines: readonly Line[]
  readonly current: number
  readonly later: number
  readonly lang: string | undefined
  readonly secondLang: string | undefined
}

function Lines({ lines, current, later, lang, secondLang }: LinesProps) {
  const t = useT()
  const size = usePlayerSettings(({ lyricsSize }) => lyricsSize)
  const list = useRef<HTMLOListElement>(null)
  const [follows, setFollows] = useState(true)
  useEffect(() => {
    // CSS handles reduced motion by itself; scrolling by script does not.
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
    if (follows) list.current?.children[Math.max(0, current)]?.scrollIntoView({ block: 'center', behavior })
  }, [current, follows])
  const stray = () => setFollows(false)
  return (
    <div className="relative min-h-0 flex-1">
      {/* In low windows the padding above and below the lines would be taller than the box. */}
      <div className="h-full overflow-y-auto overscroll-contain [mask-image:linear-gradient(transparent,black_12%,black_88%,transparent)]">
        <ol
          ref={list}
          className="py-[20vh]"
          style={{ fontSize: size, lineHeight: 1.4 }}
          onWheel={stray}
          onTouchMove={stray}
        >
          {lines.map(({ start, text, second }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a text never change their order
            <li key={at} className="px-2">
              <button
                type="button"
                lang={lang}
                aria-current={at === current}
                disabled={start === undefined}
                className="w-full rounded-xl px-3 py-2 text-left font-semibold whitespace-pre-line opacity-55 transition-opacity hover:opacity-90 disabled:opacity-100 aria-[current=true]:opacity-100"
                onClick={() => {
                  if (start !== undefined) seekTo(Math.max(0, start + later))
                  setFollows(true)
                }}
              >
                {text}
                {second && (
                  <span lang={secondLang} className="mt-0.5 block text-[0.65em] font-medium opacity-80">
                    {second}
                  </span>
                )}
              </button>
            </li>
          ))}
        </ol>
      </div>
      {!follows && current >= 0 && (
        <button
          type="button"
          className="btn absolute bottom-3 left-1/2 -translate-x-1/2 shadow-float"
          onClick={() => setFollows(true)}
        >
          {t('lyrics.follow')}
        </button>
      )}
    </div>
  )
}

interface LyricsToolsProps {
  readonly trackId: string
  readonly texts: readonly TrackLyrics[]
  readonly first: TrackLyrics | undefined
  readonly lines: readonly Line[]
}

/** Selects languages, line offset and font size, and opens a floating window. */
function LyricsTools({ trackId, texts, first, lines }: LyricsToolsProps) {
  const t = useT()
  const format = useFormat()
  const { second = '', offsets } = useLyricsChoice()
  const size = usePlayerSettings(({ lyricsSize }) => lyricsSize)
  const options = texts.map(({ lang }) => ({ value: lang, label: languageTagName(lang) ?? lang }))
  const others = options.filter(({ value }) => value !== first?.lang)
  const offset = offsets[trackId] ?? 0
  return (
    <div className="flex flex-wrap items-center gap-1 pt-2">
      {options.length > 1 && (
        <>
          <SelectMenu
            label={t('lyrics.language')}
            value={first?.lang ?? ''}
            options={options}
            onChange={(lang) => changeLyricsChoice({ lang })}
          />
          <SelectMenu
            label={t('lyrics.second')}
            value={second}
            options={[{ value: '', label: t('lyrics.secondNone') }, ...others]}
            onChange={(lang) => changeLyricsChoice({ second: lang })}
          />
        </>
      )}
      <span className="ml-auto flex items-center">
        {first?.synced && (
          <>
            <ToolButton
              icon={IconMinus}
              label={t('lyrics.earlier')}
              onClick={() => shiftLines(trackId, -0.1)}
            />
            <output className="min-w-12 text-center text-xs text-mut">
              {t('lyrics.offset', { seconds: `${offset > 0 ? '+' : ''}${format.number(offset)}` })}
            </output>
            <ToolButton icon={IconPlus} label={t('lyrics.later')} onClick={() => shiftLines(trackId, 0.1)} />
          </>
        )}
        <ToolButton
          icon={IconTextDecrease}
          label={t('lyrics.smaller')}
          onClick={() => changePlayerSettings({ lyricsSize: Math.max(14, size - 2) })}
        />
        <ToolButton
          icon={IconTextIncrease}
          label={t('lyrics.larger')}
          onClick={() => changePlayerSettings({ lyricsSize: Math.min(48, size + 2) })}
        />
        <Choose isShort />
        {canFloat() && first?.synced && (
          <ToolButton
            icon={IconPictureInPicture}
            label={t('lyrics.pip')}
            onClick={() => void floatLines(lines, offset)}
          />
        )}
      </span>
    </div>
  )
}

interface FloatingWindows {
  readonly requestWindow: (size: { readonly width: number; readonly height: number }) => Promise<Window>
}

declare global {
  interface Window {
    readonly documentPictureInPicture?: FloatingWindows
  }
}

const canFloat = (): boolean => window.documentPictureInPicture !== undefined

/** Opens the floating window. `later` delays the lines, in seconds. */
async function floatLines(lines: readonly Line[], later: number): Promise<void> {
  const floating = await window.documentPictureInPicture?.requestWindow({ width: 420, height: 140 })
  if (!floating) return
  const { body } = floating.document
  Object.assign(body.style, {
    margin: '0',
    display: 'grid',
    placeContent: 'center',
    height: '100vh',
    background: '#10151c',
    color: '#eef2f6',
    textAlign: 'center',
    font: '600 22px/1.4 system-ui, sans-serif',
    whiteSpace: 'pre-line',
  })
  const show = () => {
    const line = lines[lineAt(lines, usePlayer.getState().time, later)]
    body.textContent = line ? [line.text, line.second].filter(Boolean).join('\n') : '…'
  }
  show()
  const stop = usePlayer.subscribe(show)
  floating.addEventListener('pagehide', stop)
}

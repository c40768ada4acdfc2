import type { SpokenLine } from '@koedana/contract/lyrics.ts'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import { formatClock } from '../../../lib/format.rules.ts'
import { useT } from '../../../lib/i18n.ts'
import { languageTagName } from '../../../lib/language-tag-name.ts'
import { nameLanguage } from '../../../lib/name-language.rules.ts'
import { Cover } from '../cover.tsx'
import { playAt } from '../play-at.ts'

/** Marks the stops of the arrow keys: the search field, and each line. */
const stopAttribute = 'data-spoken-stop'
export const stop = { [stopAttribute]: '' }

/** Moves the focus between the search field and the lines. */
export function stepByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step || event.nativeEvent.isComposing) return
  const stops = [...document.querySelectorAll<HTMLElement>(`[${stopAttribute}]`)]
  const next = stops[stops.indexOf(event.currentTarget) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

export function SpokenLines({
  lines,
  label,
}: {
  readonly lines: readonly SpokenLine[]
  readonly label: string
}) {
  return (
    <ol aria-label={label} className="overflow-hidden rounded-card border border-line bg-surface">
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same line may be found twice in one text
        <SpokenRow key={at} line={line} />
      ))}
    </ol>
  )
}

/** A press anywhere except on the work's title plays from there. */
function SpokenRow({ line }: { readonly line: SpokenLine }) {
  const t = useT()
  const { work, trackId, trackTitle, startMs, synced, lang } = line
  const time = formatClock(startMs / 1000)
  const language = lang === 'und' ? undefined : lang
  return (
    <li className="group relative flex items-center gap-3 border-line px-3 py-2.5 not-last:border-b hover:bg-sunken">
      <div className="w-14 shrink-0 *:rounded-lg">
        <Cover work={work} sizes="56px" bare />
      </div>
      <div className="min-w-0 flex-1">
        <button
          type="button"
          className="line-clamp-2 w-full text-left text-[14.5px] stretched-link focus-visible:after:-outline-offset-2"
          onClick={() => void playAt(work, trackId, startMs / 1000)}
          onKeyDown={stepByArrows}
          {...stop}
        >
          <span className="sr-only">{synced ? t('spoken.playFrom', { time }) : t('spoken.playTrack')} </span>
          <span lang={language}>
            <Words line={line} />
          </span>
        </button>
        <p className="mt-0.5 flex min-w-0 gap-1.5 text-[12.5px] text-mut">
          <Link
            to="/work/$workId"
            params={{ workId: work.id }}
            className="relative min-w-0 truncate underline-offset-4 hover:text-acc hover:underline"
            lang={work.titleLanguage}
          >
            {work.title}
          </Link>
          <span aria-hidden>·</span>
          <span className="min-w-8 flex-1 truncate" lang={nameLanguage(trackTitle)}>
            {trackTitle}
          </span>
          {language && <span className="shrink-0 max-sm:hidden">{languageTagName(language)}</span>}
        </p>
      </div>
      <span className="flex shrink-0 items-center gap-2 text-[12.5px] text-mut group-hover:text-acc">
        {synced ? time : t('spoken.untimed')}
        <IconPlayerPlayFilled size={15} aria-hidden />
      </span>
    </li>
  )
}

function Words({ line: { text, match } }: { readonly line: SpokenLine }) {
  if (!match) return text
  return (
    <>
      {text.slice(0, match.start)}
      <mark className="bg-transparent font-semibold text-acc">{text.slice(match.start, match.end)}</mark>
      {text.slice(match.end)}
    </>
  )
}

import type { HistoryEntry } from '@koedana/contract/history.ts'
import { IconPlayerPlayFilled, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { clock } from '../../../lib/format.rules.ts'
import { useFormat, useT } from '../../../lib/i18n.ts'
import { nameLanguage } from '../../../lib/name-language.rules.ts'
import { useSettings } from '../../../lib/settings.ts'
import { Cover } from '../cover.tsx'
import { playAt } from '../play-at.ts'
import { forgetSoon } from './history-query.ts'

/** Day by day. */
export function PlayedList({ plays }: { readonly plays: readonly HistoryEntry[] }) {
  const format = useFormat()
  const days = Map.groupBy(plays, ({ endedAt }) => format.date(endedAt))
  return [...days].map(([day, some]) => (
    <section key={day} className="mt-6" aria-label={day}>
      <h2 className="mb-2 text-[13px] font-semibold text-mut">{day}</h2>
      <ul className="overflow-hidden rounded-card border border-line bg-surface">
        {some.map((play) => (
          <PlayedRow key={play.id} play={play} />
        ))}
      </ul>
    </section>
  ))
}

const rowClass = 'flex items-center gap-3 border-line px-3 py-2.5 not-last:border-b'

function PlayedRow({ play }: { readonly play: HistoryEntry }) {
  const t = useT()
  const takeBack = useRef<() => void>(undefined)
  const [isForgotten, setForgotten] = useState(false)
  const forget = () => {
    takeBack.current = forgetSoon(play.id)
    setForgotten(true)
  }
  const undo = () => {
    takeBack.current?.()
    setForgotten(false)
  }
  if (isForgotten) {
    return (
      <li className={`${rowClass} min-h-16 justify-between text-[13.5px] text-mut`}>
        {t('heard.forgotten')}
        <button type="button" className="btn h-9 text-acc pointer-coarse:h-11" onClick={undo}>
          {t('heard.undo')}
        </button>
      </li>
    )
  }
  return <Played play={play} onForget={forget} />
}

function Played({ play, onForget }: { readonly play: HistoryEntry; readonly onForget: () => void }) {
  const t = useT()
  const format = useFormat()
  const { work, start, end, listened, device, endedAt } = play
  const { locale } = useSettings()
  const time = new Date(endedAt).toLocaleTimeString(locale, { timeStyle: 'short' })
  const facts = [time, format.duration(listened), device].filter((fact) => fact !== '')
  return (
    <li className={`${rowClass} flex-wrap`}>
      <div className="w-16 shrink-0 *:rounded-lg">
        <Cover work={work} sizes="64px" bare />
      </div>
      <div className="min-w-40 flex-1">
        <Link
          to="/work/$workId"
          params={{ workId: work.id }}
          className="line-clamp-1 text-[14.5px] font-medium hover:text-acc"
          lang={work.titleLanguage}
        >
          {work.title}
        </Link>
        {end.trackTitle !== null && (
          <p className="truncate text-[13px]" lang={nameLanguage(end.trackTitle)}>
            {end.trackTitle}
          </p>
        )}
        <p className="truncate text-[12.5px] text-mut">{facts.join(' · ')}</p>
      </div>
      <div className="flex items-center gap-1.5">
        <FromButton name={t('heard.fromStart')} play={play} point={start} />
        <FromButton name={t('heard.fromEnd')} play={play} point={end} />
        <button
          type="button"
          className="btn-icon pointer-coarse:size-11"
          aria-label={`${t('heard.forget')}: ${work.title}`}
          title={t('heard.forget')}
          onClick={onForget}
        >
          <IconTrash size={17} aria-hidden />
        </button>
      </div>
    </li>
  )
}

interface FromButtonProps {
  readonly name: string
  readonly play: HistoryEntry
  readonly point: HistoryEntry['start']
}

/** Plays from a point; disabled where its file is gone. */
function FromButton({ name, play: { work }, point: { fileId, position, trackTitle } }: FromButtonProps) {
  return (
    <button
      type="button"
      className="inline-flex min-h-9 items-center gap-1.5 rounded-full bg-sunken px-3 text-[12.5px] hover:bg-soft disabled:opacity-50 pointer-coarse:min-h-11"
      disabled={trackTitle === null}
      onClick={() => void playAt(work, fileId, position)}
    >
      <IconPlayerPlayFilled size={12} className="text-acc" aria-hidden />
      {name} <span className="tabular-nums text-mut">{clock(position)}</span>
    </button>
  )
}

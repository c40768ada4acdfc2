import type { HistoryEntry } from '@koedana/contract/history.ts'
import { page as pageNumber } from '@koedana/contract/values.ts'
import { IconHistory, IconPlayerPlayFilled, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useRef, useState } from 'react'
import * as v from 'valibot'
import { useListeningWords } from '../domain/listening-words.ts'
import { setRecordingPaused, useIsRecordingPaused } from '../domain/recording.ts'
import { Cover } from '../features/works/cover.tsx'
import {
  deleteAfterDelay,
  deleteHistory,
  historyQuery,
  playsPerPage,
} from '../features/works/heard/history-query.ts'
import { useStatisticsWords } from '../features/works/heard/statistics-words.ts'
import { playAt } from '../features/works/play-at.ts'
import { formatClock } from '../lib/format.rules.ts'
import { useFormat, useT } from '../lib/i18n.ts'
import { nameLanguage } from '../lib/name-language.rules.ts'
import { useSettings } from '../lib/settings.ts'
import { useSearchState } from '../lib/use-search-state.ts'
import { ConfirmDialog } from '../ui/confirm.tsx'
import { EmptyState, ErrorState, Skeleton, useDocumentTitle } from '../ui/page.tsx'
import { Pager } from '../ui/pager.tsx'
import { Switch } from '../ui/switch.tsx'

const Address = v.object({ page: v.optional(pageNumber) })

/** The user's plays of the last 90 days: each can be resumed or deleted. */
export function HistoryPage() {
  useListeningWords()
  useStatisticsWords()
  const t = useT()
  const [{ page = 1 }, change] = useSearchState(Address)
  const { data, error, refetch } = useQuery({ ...historyQuery(page), placeholderData: keepPreviousData })
  useDocumentTitle(t('nav.history'))
  const turn = (next: number) => {
    change({ page: next })
    scrollTo(0, 0)
  }
  return (
    <div className="mx-auto max-w-4xl">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="page-title">{t('nav.history')}</h1>
          <p className="text-[13px] text-mut">{t('heard.help')}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Link to="/statistics" className="btn pointer-coarse:h-11">
            {t('statistics.title')}
          </Link>
          {data !== undefined && data.total > 0 && <DeleteHistory />}
        </div>
      </div>
      <RecordingSwitch />
      {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton className="mt-6 h-80 rounded-card!" />}
      {data?.total === 0 && (
        <EmptyState title={t('heard.empty')} icon={<IconHistory size={26} aria-hidden />}>
          <p>{t('heard.emptyHelp')}</p>
          <Link to="/works" search={{ inLibrary: true }} className="btn-primary">
            {t('nav.library')}
          </Link>
        </EmptyState>
      )}
      {data && <PlayedList plays={data.items} />}
      {data && <Pager page={page} pageSize={playsPerPage} total={data.total} onChange={turn} />}
    </div>
  )
}

function DeleteHistory() {
  const t = useT()
  const [isConfirming, setConfirming] = useState(false)
  return (
    <>
      <button type="button" className="btn pointer-coarse:h-11" onClick={() => setConfirming(true)}>
        {t('heard.forgetAll')}
      </button>
      <Suspense>
        {isConfirming && (
          <ConfirmDialog
            title={t('heard.forgetAllTitle')}
            act={t('heard.forgetAll')}
            onAct={() => void deleteHistory()}
            onClose={() => setConfirming(false)}
          >
            {t('heard.forgetAllHelp')}
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  )
}

/** While paused, nothing is recorded on any device, not even positions. */
function RecordingSwitch() {
  useStatisticsWords()
  const t = useT()
  const isPaused = useIsRecordingPaused()
  return (
    <div className="mt-4 flex items-start gap-3 rounded-card border border-line bg-surface px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium">{t('recording.pause')}</p>
        <p className="mt-0.5 text-[12.5px] text-mut">{t('recording.pauseHelp')}</p>
      </div>
      {isPaused !== undefined && (
        <Switch
          label={t('recording.pause')}
          isOn={isPaused}
          onChange={(paused) => void setRecordingPaused(paused)}
        />
      )}
    </div>
  )
}

function PlayedList({ plays }: { readonly plays: readonly HistoryEntry[] }) {
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
    takeBack.current = deleteAfterDelay(play.id)
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
          {t('common.undo')}
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

/** Plays from a position; disabled if the file no longer exists. */
function FromButton({ name, play: { work }, point: { fileId, position, trackTitle } }: FromButtonProps) {
  return (
    <button
      type="button"
      className="inline-flex min-h-9 items-center gap-1.5 rounded-full bg-sunken px-3 text-[12.5px] hover:bg-soft disabled:opacity-50 pointer-coarse:min-h-11"
      disabled={trackTitle === null}
      onClick={() => void playAt(work, fileId, position)}
    >
      <IconPlayerPlayFilled size={12} className="text-acc" aria-hidden />
      {name} <span className="tabular-nums text-mut">{formatClock(position)}</span>
    </button>
  )
}

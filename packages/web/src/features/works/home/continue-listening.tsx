/** The works in progress: the latest one large, and the next four next to it. */
import type { Home } from '@koedana/contract/home-page.ts'
import type { Continued } from '@koedana/contract/progress.ts'
import { IconPlayerPlayFilled, IconPlayerTrackPrevFilled, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { homeKey } from '../../../domain/home-key.ts'
import { useListeningWords } from '../../../domain/listening-words.ts'
import { useFormat, useT } from '../../../lib/i18n.ts'
import { menuFor } from '../../../lib/menu-subject.ts'
import { nameLanguage } from '../../../lib/name-language.rules.ts'
import { notify } from '../../../lib/notify.ts'
import { Cover } from '../cover.tsx'
import { changeMark } from '../marks/mark-query.ts'
import { usePlayWork } from '../use-play-work.ts'

export function ContinueListening({ items: [last, ...next] }: { readonly items: readonly Continued[] }) {
  useListeningWords()
  const t = useT()
  if (!last) return null
  return (
    <section aria-label={t('home.tonight')} className="mt-6 grid gap-4 xl:grid-cols-2">
      <LastHeard item={last} />
      {next.length > 0 && (
        <ul className="grid gap-3 sm:grid-cols-2" aria-label={t('home.tonight')}>
          {next.slice(0, maxNext).map((item) => (
            <Unfinished key={item.work.id} item={item} />
          ))}
        </ul>
      )}
    </section>
  )
}

const maxNext = 4

function LastHeard({ item }: { readonly item: Continued }) {
  const t = useT()
  const { work, track, share } = item
  const { isStarting, play } = usePlayWork(work)
  return (
    <article
      ref={menuFor({ kind: 'works', work })}
      // On phones the buttons are below the cover, because the longer label would not fit next to it.
      className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] grid-rows-[1fr_auto] gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-4"
    >
      <div className="w-36 sm:row-span-2 sm:w-56">
        <Cover work={work} eager sizes="(min-width: 640px) 224px, 144px" />
      </div>
      <div className="flex min-w-0 flex-col">
        <p className="text-[12.5px] font-medium text-acc">{t('home.tonight')}</p>
        <h2 className="mt-0.5 line-clamp-2 text-lg font-semibold tracking-tight" lang={work.titleLanguage}>
          <Link to="/work/$workId" params={{ workId: work.id }} className="hover:text-acc">
            {work.title}
          </Link>
        </h2>
        <p className="mt-1 truncate text-[13px] text-mut">{t('home.track', { ...track })}</p>
        <div className="mt-auto flex items-center gap-3 pt-2">
          <span className="h-1.5 min-w-0 flex-1 overflow-hidden rounded-full bg-sunken" aria-hidden>
            <span className="block h-full origin-left bg-acc" style={{ scale: `${share ?? 0} 1` }} />
          </span>
          <Left item={item} />
        </div>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:col-span-2 sm:col-start-2">
        <button
          type="button"
          className="btn-primary pointer-coarse:h-11"
          aria-label={`${t('progress.continue')}: ${work.title}`}
          aria-busy={isStarting}
          onClick={() => void play()}
        >
          <IconPlayerPlayFilled size={16} aria-hidden />
          {t('progress.continue')}
        </button>
        <button type="button" className="btn h-10 pointer-coarse:h-11" onClick={() => void play(true)}>
          <IconPlayerTrackPrevFilled size={14} aria-hidden />
          {t('home.fromTrackStart')}
        </button>
      </div>
    </article>
  )
}

function Left({ item: { left } }: { readonly item: Continued }) {
  const t = useT()
  const format = useFormat()
  if (left === null) return null
  return (
    <span className="shrink-0 text-[12.5px] text-mut">
      {t('progress.left', { time: format.duration(left) })}
    </span>
  )
}

function Unfinished({ item }: { readonly item: Continued }) {
  const t = useT()
  const putAway = useHideWithUndo()
  const { work, share } = item
  const { isStarting, play } = usePlayWork(work)
  return (
    <li
      ref={menuFor({ kind: 'works', work })}
      className="flex min-w-0 items-center gap-3 rounded-card border border-line bg-surface p-2.5"
    >
      <button
        type="button"
        className="relative w-24 shrink-0"
        aria-label={`${t('progress.continue')}: ${work.title}`}
        aria-busy={isStarting}
        onClick={() => void play()}
      >
        <Cover work={work} sizes="96px" bare />
        <span className="absolute inset-0 grid place-items-center">
          <span className="grid size-9 place-items-center rounded-full bg-black/60 text-white">
            <IconPlayerPlayFilled size={16} aria-hidden />
          </span>
        </span>
      </button>
      <div className="min-w-0 flex-1">
        <h3 className="card-title" lang={work.titleLanguage}>
          <Link to="/work/$workId" params={{ workId: work.id }} className="hover:text-acc">
            {work.title}
          </Link>
        </h3>
        <p className="mt-0.5 truncate text-[12px] text-mut" lang={nameLanguage(work.maker?.name)}>
          {work.maker?.name}
        </p>
        <div className="mt-1 flex items-center gap-2">
          <span className="h-1 min-w-0 flex-1 overflow-hidden rounded-full bg-sunken" aria-hidden>
            <span className="block h-full origin-left bg-acc" style={{ scale: `${share ?? 0} 1` }} />
          </span>
          <Left item={item} />
        </div>
      </div>
      <button
        type="button"
        className="btn-icon self-start"
        aria-label={t('home.putAway', { title: work.title })}
        onClick={() => void putAway(item)}
      >
        <IconX size={16} aria-hidden />
      </button>
    </li>
  )
}

/** Returns a function that hides a work at once; the notice offers undo. */
function useHideWithUndo() {
  const t = useT()
  const client = useQueryClient()
  const reload = () => client.invalidateQueries({ queryKey: homeKey })
  return async ({ work }: Continued) => {
    client.setQueriesData<Home>({ queryKey: homeKey }, (home) => home && without(home, work.id))
    if ((await changeMark(work.id, { progress: 'postponed' })) !== 'rejected') {
      const run = () => void changeMark(work.id, { progress: 'listening' }).then(reload)
      notify(t('home.putAwayDone', { title: work.title }), 'info', { label: t('common.undo'), run })
    }
    await reload()
  }
}

const without = (home: Home, workId: string): Home =>
  home.own
    ? {
        ...home,
        own: { ...home.own, continued: home.own.continued.filter(({ work }) => work.id !== workId) },
      }
    : home

/** The first works of a library, shown as they are found; the first one can be played at once. */
import { type WorkCard as Card, listWorks } from '@koedana/contract/works.ts'
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { queryOptions } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../../domain/api.ts'
import { useT } from '../../lib/i18n.ts'
import { useSettings } from '../../lib/settings.ts'
import { currentOf } from '../../player/engine/queue.rules.ts'
import { preloadPlayer, togglePlay } from '../../player/player-actions.ts'
import { usePlayer } from '../../player/player-store.ts'
import { appendArrived } from './stable-list.rules.ts'
import { usePlayWork } from './use-play-work.ts'
import { WorkCard } from './work-card.tsx'

const shown = 24

/** Returns only the latest works; the component keeps earlier ones. */
export const firstWorksQuery = () =>
  queryOptions({
    queryKey: ['works', 'first', useSettings.getState().locale],
    queryFn: ({ signal }) =>
      call(listWorks, { query: { inLibrary: true, sort: 'recentlyAdded', pageSize: shown } }, signal),
    staleTime: 0,
  })

/** Shows works in order of arrival; none of them moves. */
export function FirstWorks({ items }: { readonly items: readonly Card[] }) {
  const t = useT()
  const known = useRef<readonly Card[]>([])
  known.current = appendArrived(known.current, items, shown)
  const [first, ...others] = known.current
  if (!first) return null
  return (
    <>
      <section aria-label={t('setup.firstWork')} className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <div ref={animateEntrance} className="w-64 max-w-full">
          <WorkCard work={first} heading="h2" eager />
        </div>
        <PlayFirst work={first} />
      </section>
      <div
        className="grid gap-4"
        style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(min(150px, 45%), 1fr))' }}
      >
        {others.map((work) => (
          <div key={work.id} ref={animateEntrance}>
            <WorkCard work={work} heading="h2" />
          </div>
        ))}
      </div>
    </>
  )
}

function animateEntrance(element: HTMLElement | null): void {
  if (!element || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  element.animate([{ opacity: 0, translate: '0 8px' }, { opacity: 1 }], { duration: 180 })
}

function PlayFirst({ work }: { readonly work: Card }) {
  const t = useT()
  // Loads the player ahead of the first press.
  useEffect(() => void preloadPlayer(), [])
  const isPlaying = usePlayer(({ playing, queue }) => playing && currentOf(queue)?.workId === work.id)
  const { isStarting, play } = usePlayWork(work)
  const Icon = isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled
  return (
    <button
      type="button"
      className="btn-primary h-11"
      aria-busy={isStarting}
      onClick={() => (isPlaying ? togglePlay() : void play())}
    >
      <Icon size={17} aria-hidden />
      {t(isPlaying ? 'player.pause' : 'work.play')}
    </button>
  )
}

/** Shows a share link. Its secret is in the URL fragment, which browsers do not send to the server. */

import type { Call } from '@koedana/contract/kit/client.ts'
import type { ResponseBody } from '@koedana/contract/kit/endpoint.ts'
import { getSharedWork, listSharedWorks, openShared } from '@koedana/contract/shares.ts'
import type { Track, WorkCard } from '@koedana/contract/works.ts'
import { IconChevronLeft, IconLinkOff, IconPlayerPlayFilled } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { call } from '../domain/api.ts'
import { quietClient } from '../domain/quiet-client.ts'
import { useShareWords } from '../domain/share-words.ts'
import { setSharedFilesLoader } from '../domain/shared-files.ts'
import { Cover } from '../features/works/cover.tsx'
import { isListeningForbidden, playOrLogIn } from '../features/works/player-items.ts'
import { playedTracks, useTrackChoices } from '../features/works/track-choice.ts'
import { useFormat, useT } from '../lib/i18n.ts'
import { nameLanguage } from '../lib/name-language.rules.ts'
import { queryClient } from '../lib/query-client.ts'
import { useSettings } from '../lib/settings.ts'
import { currentOf } from '../player/engine/queue.rules.ts'
import { usePlayer } from '../player/player-store.ts'
import { EmptyState, ErrorState, Skeleton, useDocumentTitle } from '../ui/page.tsx'
import { Pager } from '../ui/pager.tsx'
import { WorkHeader, WorkTracks } from './work-page.tsx'

export function SharedPage() {
  useShareWords()
  const t = useT()
  const token = useLocation({ select: ({ hash }) => hash })
  const { data: share, error, refetch } = useQuery(shareQuery(token))
  useDocumentTitle(share?.name ?? t('shared.title'))
  useEffect(
    () =>
      setSharedFilesLoader((workId) =>
        queryClient.fetchQuery({ ...workQuery(token, workId, call), staleTime: 0 }),
      ),
    [token],
  )
  if (isExpiredOrInvalid(error) || token === '') return <ShareNotFound />
  if (error && !share)
    return <ErrorState heading="h1" message={error.message} onRetry={() => void refetch()} />
  return share ? <Opened token={token} share={share} /> : <Skeleton className="h-96 rounded-card!" />
}

type OpenedShare = ResponseBody<typeof openShared>

/** Shorter than the lifetime of a pass. */
const passMs = 5 * 3_600_000

/** The page shows failures itself. */
const callQuietly = quietClient()

const shareQuery = (token: string) =>
  queryOptions({
    queryKey: ['shared', token],
    queryFn: ({ signal }) => callQuietly(openShared, { body: { token } }, signal),
    staleTime: passMs,
    refetchOnWindowFocus: false,
    enabled: token !== '',
  })

const passOf = async (token: string) => (await queryClient.fetchQuery(shareQuery(token))).pass

const pageSize = 24

const worksQuery = (token: string, page: number) =>
  queryOptions({
    queryKey: ['shared', token, 'works', useSettings.getState().locale, page],
    queryFn: async ({ signal }) =>
      callQuietly(listSharedWorks, { body: { pass: await passOf(token), page, pageSize } }, signal),
  })

const workQuery = (token: string, id: string, send: Call = callQuietly) =>
  queryOptions({
    queryKey: ['shared', token, 'work', useSettings.getState().locale, id],
    queryFn: async ({ signal }) =>
      send(getSharedWork, { params: { id }, body: { pass: await passOf(token) } }, signal),
  })

/** A secret that was copied incompletely is malformed, so the server responds 400. */
const isExpiredOrInvalid = (error: Error | null): boolean =>
  error !== null && 'status' in error && (error.status === 404 || error.status === 400)

function ShareNotFound() {
  const t = useT()
  return (
    <EmptyState heading="h1" title={t('shared.gone')} icon={<IconLinkOff size={26} aria-hidden />}>
      <p>{t('shared.goneHelp')}</p>
      <Link to="/" className="btn-primary">
        {t('shared.home')}
      </Link>
    </EmptyState>
  )
}

interface OpenedProps {
  readonly token: string
  readonly share: OpenedShare
}

function Opened({ token, share }: OpenedProps) {
  const t = useT()
  const { work, page = 1 } = useSearch({ from: '/site/shared' })
  const { data, error, refetch } = useQuery(worksQuery(token, page))
  if (isExpiredOrInvalid(error)) return <ShareNotFound />
  if (error && !data)
    return <ErrorState heading="h1" message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-96 rounded-card!" />
  const only = share.kind === 'work' ? data.items[0]?.id : undefined
  if (only) return <SharedWork token={token} share={share} id={only} />
  if (work) {
    return (
      <SharedWork token={token} share={share} id={work}>
        <Link to="/shared" search={{ page }} hash={token} className="btn mb-6">
          <IconChevronLeft size={16} aria-hidden />
          {t('shared.all')}
        </Link>
      </SharedWork>
    )
  }
  return <SharedList token={token} share={share} {...data} />
}

function ExpiryNote({ share }: Pick<OpenedProps, 'share'>) {
  const t = useT()
  const format = useFormat()
  return (
    <p className="text-[13px] text-mut">
      {t('shared.until', { at: format.instant(share.expiresAt) })} {!share.listening && t('shared.lookOnly')}
    </p>
  )
}

type SharedListProps = OpenedProps & ResponseBody<typeof listSharedWorks>

function SharedList({ token, share, items, total, page }: SharedListProps) {
  const t = useT()
  const navigate = useNavigate({ from: '/shared' })
  return (
    <>
      <header className="mb-6">
        <h1 className="page-title wrap-anywhere">{share.name}</h1>
        <p className="text-mut">{t('shared.count', { count: total })}</p>
        <ExpiryNote share={share} />
      </header>
      {total === 0 && <EmptyState title={t('shared.empty')} icon={<IconLinkOff size={26} aria-hidden />} />}
      <ul className="grid grid-cols-2 gap-5 sm:grid-cols-[repeat(auto-fill,minmax(190px,1fr))]">
        {items.map((work) => (
          <li key={work.id}>
            <SharedCard work={work}>
              <Link to="/shared" search={{ work: work.id, page }} hash={token} className="stretched-link">
                {work.title}
              </Link>
            </SharedCard>
          </li>
        ))}
      </ul>
      <Pager
        page={page}
        pageSize={pageSize}
        total={total}
        onChange={(next) => void navigate({ search: { page: next }, hash: token })}
      />
    </>
  )
}

function SharedCard({ work, children }: { readonly work: WorkCard; readonly children: ReactNode }) {
  return (
    <article className="group relative min-w-0">
      <Cover work={work} />
      <h2 className="card-title mt-2.5 group-hover:text-acc" lang={work.titleLanguage}>
        {children}
      </h2>
      <p className="mt-0.5 truncate text-[12.5px] text-mut" lang={nameLanguage(work.maker?.name)}>
        {work.maker?.name}
      </p>
    </article>
  )
}

interface SharedWorkProps extends OpenedProps {
  readonly id: string
  /** The link back to the other works. */
  readonly children?: ReactNode
}

function SharedWork({ token, share, id, children }: SharedWorkProps) {
  const t = useT()
  const { data, error, refetch } = useQuery(workQuery(token, id))
  const current = usePlayer(({ queue }) => currentOf(queue)?.track.id)
  // Subscribes to the chosen track set, because another set changes the tracks.
  useTrackChoices((choices) => choices[id])
  useDocumentTitle(data?.work.title ?? t('shared.title'))
  if (isExpiredOrInvalid(error)) return <ShareNotFound />
  if (error && !data)
    return <ErrorState heading="h1" message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-96 rounded-card!" />
  const { work, tracks, forms } = data
  const played = playedTracks(work.id, tracks)
  const play = (queue: readonly Track[], index: number, seconds?: number) =>
    playOrLogIn(
      work,
      { tracks: queue, forms },
      index,
      seconds === undefined ? undefined : { at: seconds, isResumed: false },
    )
  return (
    <>
      {children}
      <WorkHeader work={work}>
        {played.length > 0 && !isListeningForbidden(tracks) && (
          <button type="button" className="btn-primary" onClick={() => play(played, 0)}>
            <IconPlayerPlayFilled size={17} aria-hidden />
            {t('work.play')}
          </button>
        )}
        <ExpiryNote share={share} />
      </WorkHeader>
      {tracks.length > 0 && (
        <div className="mt-10">
          <WorkTracks tracks={tracks} current={current} onPlay={play} work={work} />
        </div>
      )}
    </>
  )
}

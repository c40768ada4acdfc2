import { ApiError } from '@koedana/contract/kit/client.ts'
import type { DetailedWork, Track, Work } from '@koedana/contract/works.ts'
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useCachedContentSettings } from '../domain/content-settings.ts'
import { useUser } from '../domain/session.ts'
import { EditSlot } from '../features/works/edit/edit-slot.tsx'
import { FavoriteButton } from '../features/works/favorite/favorite-button.tsx'
import { hiddenOf } from '../features/works/hidden.rules.ts'
import { HistorySlot } from '../features/works/history/history-slot.tsx'
import { isListeningForbidden, type PlayableFiles, playOrLogIn } from '../features/works/player-items.ts'
import { usePlayWork } from '../features/works/use-play-work.ts'
import { WorkDetails } from '../features/works/work-details.tsx'
import { WorkHeader } from '../features/works/work-header.tsx'
import { workFilesQuery, workQuery } from '../features/works/work-query.ts'
import { WorkTracks } from '../features/works/work-tracks.tsx'
import { useT } from '../lib/i18n.ts'
import { queryClient } from '../lib/query-client.ts'
import { useIsAfterFirstRender } from '../lib/use-is-after-first-render.ts'
import { currentOf } from '../player/engine/queue.rules.ts'
import { preloadPlayer, togglePlay } from '../player/player-actions.ts'
import { usePlayer } from '../player/player-store.ts'
import { ErrorState, Skeleton, useDocumentTitle } from '../ui/page.tsx'

const ownProgress = () => import('../features/works/resume.tsx')
const Resume = lazy(() => ownProgress().then(({ Resume }) => ({ default: Resume })))
const TrackHeard = lazy(() => ownProgress().then(({ TrackProgress }) => ({ default: TrackProgress })))

const TrackTexts = lazy(() =>
  import('../features/works/track-texts.tsx').then(({ TrackTexts }) => ({ default: TrackTexts })),
)

const NoWork = lazy(() => import('../features/works/no-work.tsx').then(({ NoWork }) => ({ default: NoWork })))

const OwnMarks = lazy(() =>
  import('../features/works/marks/own-marks.tsx').then(({ OwnMarks }) => ({ default: OwnMarks })),
)

const AddButton = lazy(() =>
  import('../features/works/playlists/add-button.tsx').then(({ AddButton }) => ({ default: AddButton })),
)

const OwnActs = lazy(() =>
  import('../features/works/member-actions.tsx').then(({ MemberActions }) => ({ default: MemberActions })),
)

const notes = () => import('../features/works/listen-note.tsx')
const NothingToPlay = lazy(() => notes().then(({ NothingToPlay }) => ({ default: NothingToPlay })))
const ListenNote = lazy(() => notes().then(({ ListenNote }) => ({ default: ListenNote })))

const WorkFiles = lazy(() =>
  import('../features/works/files/work-files.tsx').then(({ WorkFiles }) => ({ default: WorkFiles })),
)

const SimilarWorks = lazy(() =>
  import('../features/works/similar/similar-works.tsx').then(({ SimilarWorks }) => ({
    default: SimilarWorks,
  })),
)

const HiddenByChoice = lazy(() =>
  import('../features/works/hidden-by-choice.tsx').then(({ HiddenByChoice }) => ({
    default: HiddenByChoice,
  })),
)

export const loadWork = (id: string) => queryClient.prefetchQuery(workQuery(id))

export function WorkPage() {
  const { workId } = useParams({ from: '/site/work/$workId' })
  const excluded = useCachedContentSettings()?.excluded
  const {
    data: work,
    error,
    refetch,
  } = useQuery({
    ...workQuery(workId),
    // A work that the user's exclusions hide is not loaded again.
    enabled: ({ state }) => hiddenOf(state.data, excluded).length === 0,
  })
  useCurrentAddress(workId, work)
  const hidden = hiddenOf(work, excluded)
  // A hidden work's title is not shown as the document title, either.
  useDocumentTitle(hidden.length > 0 ? undefined : work?.title)
  if (hidden.length > 0) {
    return (
      <Suspense>
        <HiddenByChoice hidden={hidden} />
      </Suspense>
    )
  }
  if (error instanceof ApiError && notFoundStatuses.includes(error.status)) {
    return (
      <Suspense>
        <NoWork id={workId} />
      </Suspense>
    )
  }
  if (work) return <WorkView work={work} />
  if (error) return <ErrorState heading="h1" message={error.message} onRetry={() => void refetch()} />
  return <WorkSkeleton />
}

/** Replaces an old ID in the address by the current ID of the work, which is not loaded again. */
function useCurrentAddress(asked: string, work: DetailedWork | undefined): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!work || work.id === asked) return
    queryClient.setQueryData(workQuery(work.id).queryKey, work)
    void navigate({ to: '/work/$workId', params: { workId: work.id }, replace: true })
  }, [asked, work, navigate])
}

/** Exported for the page of share links: separate chunks would make this page larger. */
export { WorkHeader, WorkTracks }

/** Malformed IDs return 400. */
const notFoundStatuses: readonly number[] = [400, 404]

function WorkView({ work }: { readonly work: Work }) {
  const user = useUser()
  const isLater = useIsAfterFirstRender()
  const { data, error, refetch } = useQuery({ ...workFilesQuery(work.id), enabled: work.inLibrary })
  const current = usePlayer(({ queue }) => currentOf(queue)?.track.id)
  const { tracks = [], forms = [] } = data ?? {}
  const play = (queue: readonly Track[], index: number, seconds?: number) =>
    playOrLogIn(
      work,
      { tracks: queue, forms },
      index,
      seconds === undefined ? undefined : { at: seconds, isResumed: false },
    )
  const filesOf = () => {
    if (tracks.length > 0) {
      return (
        <WorkTracks
          tracks={tracks}
          current={current}
          onPlay={play}
          mark={markTrack(work.id, user !== undefined)}
          work={work}
          act={user && addTrack(work.id)}
        />
      )
    }
    if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />
    return work.inLibrary && !data ? <Skeleton className="h-60 rounded-card!" /> : null
  }
  const files = filesOf()
  return (
    <div style={{ maxWidth: 1480 }}>
      <WorkHeader work={work}>
        {work.inLibrary ? (
          <PlayButton work={work} files={{ tracks, forms }} />
        ) : (
          <Suspense>
            <NothingToPlay work={work} />
          </Suspense>
        )}
        <FavoriteButton workId={work.id} />
        <Suspense>
          {user && (
            <>
              <AddButton things={[{ workId: work.id }]} title={work.title} isWide />
              <OwnActs work={work} tracks={tracks} />
            </>
          )}
        </Suspense>
        <EditSlot work={work} />
        {user && (
          <Suspense fallback={<div className="min-h-11 basis-full" />}>
            <OwnMarks workId={work.id} />
          </Suspense>
        )}
        {tracks.some(({ url }) => url === null) && (
          <Suspense>
            <ListenNote workId={work.id} isAway={!isListeningForbidden(tracks)} />
          </Suspense>
        )}
      </WorkHeader>
      {isLater && (
        <WorkBody key={work.id} work={work}>
          {files && (
            <>
              {files}
              {data?.archive && (
                <Suspense>
                  <WorkFiles {...data} />
                </Suspense>
              )}
            </>
          )}
        </WorkBody>
      )}
    </div>
  )
}

/** Returns the user's progress in a track, and the languages of its lyrics. */
const markTrack = (workId: string, isOwn: boolean) => (track: Track) => (
  <>
    <Suspense>{isOwn && <TrackHeard workId={workId} track={track} />}</Suspense>
    <Suspense>
      {track.hasLyrics && track.url !== null && <TrackTexts workId={workId} track={track} />}
    </Suspense>
  </>
)

const addTrack = (workId: string) => (track: Track) => (
  <Suspense fallback={<span className="size-11" />}>
    <AddButton things={[{ workId, fileId: track.id }]} title={track.title} />
  </Suspense>
)

interface PlayButtonProps {
  readonly work: Work
  readonly files: PlayableFiles
}

/** Plays or pauses the work. For logged-in users it resumes at their position. */
function PlayButton({ work, files }: PlayButtonProps) {
  const t = useT()
  // Loads the player ahead of the first press.
  useEffect(() => void preloadPlayer(), [])
  const user = useUser()
  const isPlaying = usePlayer(({ playing, queue }) => playing && currentOf(queue)?.workId === work.id)
  const Icon = isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled
  // One button element in all states: a press on an element that is replaced meanwhile would be lost.
  const [words, setWords] = useState<string>()
  const { isStarting, play } = usePlayWork(work)
  return (
    <>
      <button
        type="button"
        className="btn-primary"
        disabled={files.tracks.length === 0}
        aria-busy={isStarting}
        onClick={() => (isPlaying ? togglePlay() : void play())}
      >
        <Icon size={17} aria-hidden />
        {isPlaying ? t('player.pause') : (words ?? t('work.play'))}
      </button>
      <Suspense>{user && <Resume work={work} files={files} onWords={setWords} />}</Suspense>
    </>
  )
}

/** The tracks take the wide column if there are files or while they load; otherwise the details take the full width. */
function WorkBody({ work, children }: WorkBodyProps) {
  return (
    <>
      {children ? (
        <div className="mt-10 grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,1fr)_320px]">
          <div className="flex min-w-0 flex-col gap-10">
            {children}
            <HistorySlot id={work.id} />
          </div>
          <WorkDetails work={work} />
        </div>
      ) : (
        <div className="mt-10 flex flex-col gap-10">
          <WorkDetails work={work} isWide />
          <HistorySlot id={work.id} />
        </div>
      )}
      <Suspense fallback={<div className="mt-12 h-80" />}>
        <SimilarWorks id={work.id} />
      </Suspense>
    </>
  )
}

interface WorkBodyProps {
  readonly work: Work
  /** The files, or what is shown instead; undefined if there are none. */
  readonly children: ReactNode
}

function WorkSkeleton() {
  return (
    <div className="grid gap-6 md:grid-cols-[minmax(0,7fr)_minmax(0,10fr)] md:gap-10">
      <Skeleton className="aspect-4/3 rounded-card!" />
      <div className="flex flex-col justify-center gap-3">
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-8 w-4/5" />
        <Skeleton className="h-4 w-64" />
        <Skeleton className="mt-4 h-10 w-28 rounded-full!" />
      </div>
    </div>
  )
}

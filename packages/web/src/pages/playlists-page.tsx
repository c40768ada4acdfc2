import { IconPlaylist, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { usePlaylistWords } from '../domain/playlist-words.ts'
import { PlaylistCard } from '../features/works/playlists/playlist-card.tsx'
import { type PlaylistScope, playlistsQuery } from '../features/works/playlists/playlist-query.ts'
import { useT } from '../lib/i18n.ts'
import { SegmentedControl } from '../ui/choices.tsx'
import { EmptyState, ErrorState, Skeleton, useDocumentTitle } from '../ui/page.tsx'
import { Pager } from '../ui/pager.tsx'

const PlaylistDialog = lazy(() =>
  import('../features/works/playlists/playlist-dialog.tsx').then(({ PlaylistDialog }) => ({
    default: PlaylistDialog,
  })),
)

const perPage = 100

/** The user's own playlists, and those that others share. */
export function PlaylistsPage() {
  usePlaylistWords()
  const t = useT()
  const { scope = 'own' } = useSearch({ from: '/site/lists' })
  const navigate = useNavigate()
  const [page, setPage] = useState(1)
  const choose = (next: PlaylistScope) => {
    setPage(1)
    void navigate({ to: '/lists', search: next === 'own' ? {} : { scope: next }, replace: true })
  }
  const query = { ...playlistsQuery(scope, page), placeholderData: keepPreviousData }
  const { data, error, refetch, isPlaceholderData } = useQuery(query)
  useDocumentTitle(t('nav.playlists'))
  const shown = isPlaceholderData ? undefined : data
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h1 className="page-title">{t('nav.playlists')}</h1>
        <NewButton />
      </div>
      <SegmentedControl
        label={t('playlists.scope')}
        value={scope}
        options={[
          { value: 'own', label: t('playlists.mine') },
          { value: 'shared', label: t('playlists.sharedByOthers') },
        ]}
        onChange={choose}
      />
      {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {shown?.total === 0 && (
        <EmptyState
          title={t(scope === 'own' ? 'playlists.empty' : 'playlists.noneShared')}
          icon={<IconPlaylist size={26} aria-hidden />}
        >
          <p>{t(scope === 'own' ? 'playlists.emptyHelp' : 'playlists.noneSharedHelp')}</p>
        </EmptyState>
      )}
      <div className="mt-6 grid grid-cols-[repeat(auto-fill,minmax(min(150px,42vw),1fr))] gap-x-4 gap-y-7 md:grid-cols-[repeat(auto-fill,minmax(190px,1fr))]">
        {!shown &&
          !error &&
          [1, 2, 3, 4].map((at) => <Skeleton key={at} className="aspect-4/3 rounded-card!" />)}
        {shown?.items.map((playlist) => (
          <PlaylistCard key={playlist.id} playlist={playlist} />
        ))}
      </div>
      {shown && <Pager page={page} pageSize={perPage} total={shown.total} onChange={setPage} />}
    </>
  )
}

function NewButton() {
  const t = useT()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="btn-primary pointer-coarse:h-11" onClick={() => setOpen(true)}>
        <IconPlus size={16} aria-hidden />
        {t('playlists.new')}
      </button>
      <Suspense>
        {isOpen && (
          <PlaylistDialog
            onMade={(listId) => void navigate({ to: '/lists/$listId', params: { listId } })}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}

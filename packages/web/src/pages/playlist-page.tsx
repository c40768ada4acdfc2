import { ApiError } from '@koedana/contract/kit/client.ts'
import type { Playlist } from '@koedana/contract/playlists.ts'
import { IconPencil, IconPlayerPlayFilled, IconPlaylist, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { usePlaylistWords } from '../domain/playlist-words.ts'
import { playPlaylist } from '../features/works/playlists/play-playlist.ts'
import { PlaylistPicture } from '../features/works/playlists/playlist-card.tsx'
import { PlaylistItems } from '../features/works/playlists/playlist-items.tsx'
import { deletePlaylistById, playlistQuery } from '../features/works/playlists/playlist-query.ts'
import { translate, useT } from '../lib/i18n.ts'
import { notify } from '../lib/notify.ts'
import { ConfirmDialog } from '../ui/confirm.tsx'
import { EmptyState, ErrorState, Skeleton, useDocumentTitle } from '../ui/page.tsx'

const PlaylistDialog = lazy(() =>
  import('../features/works/playlists/playlist-dialog.tsx').then(({ PlaylistDialog }) => ({
    default: PlaylistDialog,
  })),
)

const ShareButton = lazy(() =>
  import('../features/works/share/share-button.tsx').then(({ ShareButton }) => ({ default: ShareButton })),
)

export function PlaylistPage() {
  usePlaylistWords()
  const t = useT()
  const { listId } = useParams({ from: '/site/lists/$listId' })
  const { data, error, refetch } = useQuery(playlistQuery(listId))
  useDocumentTitle(data?.playlist.name)
  if (error instanceof ApiError && error.status === 404) return <NoPlaylist />
  if (error && !data)
    return <ErrorState heading="h1" message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="mx-auto h-96 max-w-4xl rounded-card!" />
  return (
    <div className="mx-auto max-w-4xl">
      <PlaylistHead playlist={data.playlist} />
      {data.items.length === 0 ? (
        <EmptyState title={t('playlists.emptyList')} icon={<IconPlaylist size={26} aria-hidden />}>
          <p>{t('playlists.emptyListHelp')}</p>
          <Link to="/works" className="btn-primary">
            {t('nav.works')}
          </Link>
        </EmptyState>
      ) : (
        <PlaylistItems {...data} />
      )}
    </div>
  )
}

function NoPlaylist() {
  const t = useT()
  const title = t('playlists.unknown')
  useDocumentTitle(title)
  return (
    <EmptyState heading="h1" title={title} icon={<IconPlaylist size={26} aria-hidden />}>
      <Link to="/lists" className="btn-primary">
        {t('nav.playlists')}
      </Link>
    </EmptyState>
  )
}

function PlaylistHead({ playlist }: { readonly playlist: Playlist }) {
  const t = useT()
  const { id, name, description, own, owner, shared, itemCount } = playlist
  const facts = [
    t('playlists.count', { count: itemCount }),
    !own && t('playlists.by', { owner }),
    own && shared && t('playlists.shared'),
  ]
  return (
    <header className="flex flex-col gap-5 sm:flex-row">
      <div className="w-40 shrink-0">
        <PlaylistPicture playlist={playlist} />
      </div>
      <div className="min-w-0 flex-1">
        <h1 className="page-title wrap-anywhere">{name}</h1>
        <p className="mt-1 text-[13px] text-mut">{facts.filter(Boolean).join(' · ')}</p>
        {description !== '' && (
          <p className="mt-2 text-sm whitespace-pre-line wrap-anywhere">{description}</p>
        )}
        <div className="mt-4 flex flex-wrap gap-2">
          <button
            type="button"
            className="btn-primary pointer-coarse:h-11"
            disabled={itemCount === 0}
            onClick={() => void playPlaylist(id)}
          >
            <IconPlayerPlayFilled size={17} aria-hidden />
            {t('playlists.play')}
          </button>
          {own && <OwnerActs playlist={playlist} />}
        </div>
      </div>
    </header>
  )
}

function OwnerActs({ playlist }: { readonly playlist: Playlist }) {
  const t = useT()
  const navigate = useNavigate()
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const close = () => setOpen(undefined)
  const remove = async () => {
    try {
      await deletePlaylistById(playlist.id)
    } catch {
      // The client has shown the error.
      return
    }
    notify(translate('playlists.deleted'), 'positive')
    await navigate({ to: '/lists', replace: true })
  }
  return (
    <>
      <button type="button" className="btn h-10 pointer-coarse:h-11" onClick={() => setOpen('edit')}>
        <IconPencil size={16} aria-hidden />
        {t('playlists.edit')}
      </button>
      <Suspense>
        <ShareButton target={{ kind: 'playlist', playlistId: playlist.id }} title={playlist.name} />
      </Suspense>
      <button type="button" className="btn h-10 pointer-coarse:h-11" onClick={() => setOpen('delete')}>
        <IconTrash size={16} aria-hidden />
        {t('playlists.delete')}
      </button>
      <Suspense>
        {open === 'edit' && <PlaylistDialog playlist={playlist} onClose={close} />}
        {open === 'delete' && (
          <ConfirmDialog
            title={t('playlists.deleteTitle')}
            act={t('playlists.delete')}
            onAct={() => void remove()}
            onClose={close}
          >
            {t('playlists.deleteHelp', { name: playlist.name })}
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  )
}

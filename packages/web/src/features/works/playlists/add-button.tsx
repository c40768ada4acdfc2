import { IconPlaylistAdd } from '@tabler/icons-react'
import { openPlaylistDialog, type PlaylistAddition } from '../../../domain/playlist-addition.ts'
import { usePlaylistWords } from '../../../domain/playlist-words.ts'
import { useT } from '../../../lib/i18n.ts'

export function AddButton({ isWide = false, ...adding }: PlaylistAddition & { readonly isWide?: boolean }) {
  usePlaylistWords()
  const t = useT()
  return (
    <button
      type="button"
      className={isWide ? 'btn-icon size-11! border border-line' : 'btn-icon size-11! shrink-0'}
      aria-label={isWide ? t('playlists.add') : `${t('playlists.add')} ${adding.title}`}
      title={t('playlists.add')}
      onClick={() => openPlaylistDialog(adding)}
    >
      <IconPlaylistAdd size={isWide ? 19 : 17} aria-hidden />
    </button>
  )
}

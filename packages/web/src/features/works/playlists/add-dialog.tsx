/** Adds items to a playlist. Load lazily: it includes the dialog. */
import type { Playlist } from '@koedana/contract/playlists.ts'
import { PlaylistName } from '@koedana/contract/playlists.ts'
import { IconCheck, IconPlaylist, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import { closePlaylistDialog, type PlaylistAddition } from '../../../domain/playlist-addition.ts'
import { usePlaylistWords } from '../../../domain/playlist-words.ts'
import { translate, useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { Skeleton } from '../../../ui/page.tsx'
import { PanelDialog } from '../../../ui/panel-dialog.tsx'
import { addThings, createPlaylistWithItems, playlistsWithQuery, removeItem } from './playlist-query.ts'

export function AddDialog({ adding }: { readonly adding: PlaylistAddition }) {
  usePlaylistWords()
  const t = useT()
  const { things, title } = adding
  const { data } = useQuery(playlistsWithQuery(things.length === 1 ? things[0] : undefined))
  return (
    <PanelDialog title={t('playlists.addTitle')} help={title} onClose={closePlaylistDialog}>
      <NewPlaylist adding={adding} />
      <div className="-mx-2 min-h-0 overflow-y-auto">
        {!data && <Skeleton className="h-24" />}
        <ul>
          {data?.items.map((playlist) => (
            <ChoiceRow key={playlist.id} playlist={playlist} adding={adding} />
          ))}
        </ul>
      </div>
    </PanelDialog>
  )
}

function NewPlaylist({ adding }: { readonly adding: PlaylistAddition }) {
  const t = useT()
  const [name, setName] = useState(adding.name ?? '')
  const [isBusy, setBusy] = useState(false)
  const typed = v.safeParse(PlaylistName, name)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!typed.success || isBusy) return
    setBusy(true)
    try {
      await createPlaylistWithItems({ name: typed.output }, adding.things)
      notify(translate('playlists.added', { name: typed.output }), 'positive')
      closePlaylistDialog()
    } catch {
      // The client has shown the error.
      setBusy(false)
    }
  }
  return (
    <form className="flex gap-2" onSubmit={(event) => void submit(event)}>
      <input
        className="input min-w-0 flex-1 pointer-coarse:h-11"
        aria-label={t('playlists.newName')}
        placeholder={t('playlists.newName')}
        maxLength={100}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <button
        type="submit"
        className="btn-primary h-10 shrink-0 pointer-coarse:h-11"
        disabled={!typed.success || isBusy}
      >
        <IconPlus size={16} aria-hidden />
        {t('playlists.create')}
      </button>
    </form>
  )
}

/** Toggles a single item; several items can only be added, since it is unknown which of them the playlist contains. */
function ChoiceRow({ playlist, adding }: { readonly playlist: Playlist; readonly adding: PlaylistAddition }) {
  const t = useT()
  const { id, name, has, itemCount } = playlist
  const toggle = async () => {
    try {
      if (has !== undefined) {
        await removeItem(id, has)
        const run = () => void addThings(id, adding.things).catch(() => undefined)
        const act = { label: translate('common.undo'), run }
        return notify(translate('playlists.removedFrom', { name }), 'positive', act)
      }
      const added = await addThings(id, adding.things)
      notify(translate(added > 0 ? 'playlists.added' : 'playlists.alreadyIn', { name }), 'positive')
      if (adding.things.length > 1) closePlaylistDialog()
    } catch {
      // The client has shown the error.
    }
  }
  return (
    <li>
      <button
        type="button"
        className="flex min-h-12 w-full items-center gap-3 rounded-xl px-2 text-left text-sm hover:bg-sunken"
        aria-pressed={adding.things.length === 1 ? has !== undefined : undefined}
        onClick={() => void toggle()}
      >
        <IconPlaylist size={18} className="shrink-0 text-mut" aria-hidden />
        <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
        <span className="shrink-0 text-[12.5px] text-mut">{t('playlists.count', { count: itemCount })}</span>
        <IconCheck
          size={18}
          className={`shrink-0 text-acc ${has === undefined ? 'invisible' : ''}`}
          aria-hidden
        />
      </button>
    </li>
  )
}

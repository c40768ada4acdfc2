import type { Playlist } from '@koedana/contract/playlists.ts'
import { IconPlaylist, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useT } from '../../../lib/i18n.ts'
import { Cover } from '../cover.tsx'

/** A playlist in a list: its first covers, its name, and its owner. */
export function PlaylistCard({ playlist }: { readonly playlist: Playlist }) {
  const t = useT()
  const { id, name, own, owner, shared, itemCount } = playlist
  return (
    <article className="group relative flex flex-col gap-2">
      <PlaylistPicture playlist={playlist} />
      <div className="min-w-0">
        <h2 className="line-clamp-2 text-[14.5px] font-semibold wrap-anywhere group-hover:text-acc">
          <Link to="/lists/$listId" params={{ listId: id }} className="stretched-link">
            {name}
          </Link>
        </h2>
        <p className="flex flex-wrap items-center gap-x-2 text-[12.5px] text-mut">
          {t('playlists.count', { count: itemCount })}
          {!own && <span className="truncate">· {t('playlists.by', { owner })}</span>}
          {own && shared && (
            <span className="inline-flex items-center gap-1">
              · <IconUsers size={13} aria-hidden />
              {t('playlists.shared')}
            </span>
          )}
        </p>
      </div>
    </article>
  )
}

/** Shows four covers, or only the first if there are fewer. */
export function PlaylistPicture({ playlist: { works } }: { readonly playlist: Pick<Playlist, 'works'> }) {
  const shown = works.length < 4 ? works.slice(0, 1) : works
  return (
    <div
      className={`grid aspect-4/3 gap-px overflow-hidden rounded-card bg-sunken *:rounded-lg ${shown.length > 1 ? 'grid-cols-2' : ''}`}
    >
      {shown.map((work) => (
        <Cover key={work.id} work={work} sizes={shown.length > 1 ? '120px' : '210px'} bare />
      ))}
      {shown.length === 0 && (
        <span className="grid size-full place-items-center text-mut">
          <IconPlaylist size={36} stroke={1.25} aria-hidden />
        </span>
      )}
    </div>
  )
}

import type { Track } from '@koedana/contract/works.ts'
import { IconMicrophone2 } from '@tabler/icons-react'
import { clock } from '../../lib/format.rules.ts'
import { useT } from '../../lib/i18n.ts'
import { nameLanguage } from '../../lib/name-language.rules.ts'

export interface TrackListProps {
  /** In their order; those of one folder stand together. */
  readonly tracks: readonly Track[]
  /** The id of the one in the player. */
  readonly current: string | undefined
  /** By its place in `tracks`. */
  readonly onPlay: (index: number) => void
}

export function TrackList({ tracks, current, onPlay }: TrackListProps) {
  const folders = Map.groupBy(tracks, ({ folder }) => folder)
  return [...folders].map(([folder, some]) => (
    <div key={folder} className="mb-5">
      {folder !== '' && (
        <h3 className="mb-2 text-[13px] font-medium text-mut" lang={nameLanguage(folder)}>
          {folder}
        </h3>
      )}
      <ol className="overflow-hidden rounded-card border border-line bg-surface">
        {some.map((track, at) => (
          <TrackRow
            key={track.id}
            track={track}
            number={at + 1}
            isCurrent={track.id === current}
            onPlay={() => onPlay(tracks.indexOf(track))}
          />
        ))}
      </ol>
    </div>
  ))
}

interface TrackRowProps {
  readonly track: Track
  readonly number: number
  readonly isCurrent: boolean
  readonly onPlay: () => void
}

function TrackRow({ track, number, isCurrent, onPlay }: TrackRowProps) {
  const t = useT()
  return (
    <li className="border-line not-last:border-b">
      <button
        type="button"
        aria-current={isCurrent}
        className="flex min-h-12 w-full items-center gap-4 px-4 py-2.5 text-left text-sm transition-colors hover:bg-sunken aria-[current=true]:text-acc"
        onClick={onPlay}
      >
        <span className="w-5 shrink-0 text-center text-mut">{number}</span>
        <span className="min-w-0 flex-1 truncate font-medium" lang={nameLanguage(track.title)}>
          {track.title}
        </span>
        {track.hasLyrics && (
          <IconMicrophone2 size={15} className="shrink-0 text-mut" aria-label={t('filter.hasLyrics')} />
        )}
        <span className="shrink-0 text-[11px] text-mut uppercase">{track.format}</span>
        <span className="w-12 shrink-0 text-right text-[12.5px] text-mut">
          {track.duration !== null && clock(track.duration)}
        </span>
      </button>
    </li>
  )
}

import type { Track } from '@koedana/contract/works.ts'
import { IconChevronRight, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useFormat } from '../../lib/format.ts'
import { type Translate, useT } from '../../lib/i18n.ts'
import { groupTracks, type TrackGroup } from './track-groups.rules.ts'
import { TrackList } from './track-list.tsx'

export interface WorkTracksProps {
  readonly tracks: readonly Track[]
  /** The id of the one in the player. */
  readonly current: string | undefined
  /** These are the queue; it begins at the index. */
  readonly onPlay: (tracks: readonly Track[], index: number) => void
}

/** What plays, and below it in what other forms the work is here. */
export function WorkTracks({ tracks, current, onPlay }: WorkTracksProps) {
  const t = useT()
  const groups = groupTracks(tracks)
  const others = groups.filter(({ isPreferred }) => !isPreferred)
  return (
    <section aria-labelledby="tracks">
      <header className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="tracks" className="text-lg font-semibold tracking-tight">
          {t('work.tracks')}
        </h2>
        {others.length > 0 &&
          groups
            .filter(({ isPreferred }) => isPreferred)
            .map((group) => <Plays key={group.set} group={group} />)}
      </header>
      {groups.map(
        (group) =>
          group.isPreferred && (
            <TrackList
              key={group.set}
              tracks={group.tracks}
              current={current}
              onPlay={(index) => onPlay(group.tracks, index)}
            />
          ),
      )}
      {others.length > 0 && (
        <>
          <h3 className="mt-6 mb-2 text-[15px] font-semibold tracking-tight">{t('work.alsoHere')}</h3>
          <div className="overflow-hidden rounded-card border border-line">
            {others.map((group) => (
              <OtherGroup
                key={nameOf(group, t)}
                group={group}
                current={current}
                onPlay={(index) => onPlay(group.tracks, index)}
              />
            ))}
          </div>
        </>
      )}
    </section>
  )
}

const nameOf = ({ set, formats }: TrackGroup, t: Translate) =>
  [t(`trackSet.${set}`), formats.join(', ').toUpperCase()].join(' · ')

function Plays({ group }: { readonly group: TrackGroup }) {
  const t = useT()
  return (
    <p className="inline-flex items-center gap-1.5 rounded-full bg-soft px-2.5 py-1 text-[12.5px] font-medium text-acc">
      <IconPlayerPlayFilled size={12} aria-hidden />
      {t('work.plays', { what: nameOf(group, t) })}
    </p>
  )
}

interface OtherGroupProps {
  readonly group: TrackGroup
  readonly current: string | undefined
  readonly onPlay: (index: number) => void
}

function OtherGroup({ group, current, onPlay }: OtherGroupProps) {
  const t = useT()
  const format = useFormat()
  const { tracks, duration } = group
  const facts = [
    t('work.trackCount', { count: tracks.length }),
    duration !== null && format.duration(duration),
  ]
  return (
    <details className="group border-line not-last:border-b" open={tracks.some(({ id }) => id === current)}>
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 bg-surface px-4 py-2.5 text-sm hover:bg-sunken">
        <IconChevronRight
          size={16}
          className="shrink-0 text-mut transition-transform group-open:rotate-90"
          aria-hidden
        />
        <span className="min-w-0 flex-1 font-medium">{nameOf(group, t)}</span>
        <span className="shrink-0 text-[12.5px] text-mut">{facts.filter(Boolean).join(' · ')}</span>
      </summary>
      <div className="bg-sunken px-3 pt-3 pb-px">
        <TrackList tracks={tracks} current={current} onPlay={onPlay} />
      </div>
    </details>
  )
}

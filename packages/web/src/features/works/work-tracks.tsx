import type { Track, WorkCard } from '@koedana/contract/works.ts'
import { IconChevronRight, IconMicrophone2 } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { formatClock } from '../../lib/format.rules.ts'
import { type Translate, useFormat, useT } from '../../lib/i18n.ts'
import { menuFor } from '../../lib/menu-subject.ts'
import { nameLanguage } from '../../lib/name-language.rules.ts'
import { groupName, useTrackChoices } from './track-choice.ts'
import { formatsOf, groupTracks, type TrackGroup } from './track-groups.rules.ts'

const TrackChapters = lazy(() =>
  import('./track-chapters.tsx').then(({ TrackChapters }) => ({ default: TrackChapters })),
)

const TrackSwitch = lazy(() =>
  import('./track-switch.tsx').then(({ TrackSwitch }) => ({ default: TrackSwitch })),
)

export interface WorkTracksProps {
  readonly tracks: readonly Track[]
  readonly current: string | undefined
  /** Plays `tracks` as the queue, from `index` and optionally from `seconds`. */
  readonly onPlay: (tracks: readonly Track[], index: number, seconds?: number) => void
  readonly mark?: MarkTrack | undefined
  readonly work: WorkCard
  /** Renders the actions of a track next to its row. */
  readonly act?: MarkTrack | undefined
}

/** Renders extra content in the row of a track. */
type MarkTrack = (track: Track) => ReactNode

/** The tracks that Play plays, and a switch for other sets and formats. */
export function WorkTracks({ tracks, current, onPlay, ...drawn }: WorkTracksProps) {
  const t = useT()
  const workId = drawn.work.id
  const choice = useTrackChoices((choices) => choices[workId])
  const groups = groupTracks(tracks)
  const preferred = groups.find(({ isPreferred }) => isPreferred)
  const shown = groups.find((group) => groupName(group) === choice) ?? preferred
  const others = groups.filter((group) => group !== shown)
  return (
    <section aria-labelledby="tracks">
      <header className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="tracks" className="text-lg font-semibold tracking-tight">
          {t('work.tracks')}
        </h2>
        {shown && others.length > 0 && (
          <Suspense>
            <TrackSwitch workId={workId} groups={groups} shown={shown} />
          </Suspense>
        )}
      </header>
      {shown && (
        <TrackList
          key={groupName(shown)}
          tracks={shown.tracks}
          current={current}
          onPlay={(index, seconds) => onPlay(shown.tracks, index, seconds)}
          {...drawn}
        />
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
                onPlay={(index, seconds) => onPlay(group.tracks, index, seconds)}
                {...drawn}
              />
            ))}
          </div>
        </>
      )}
    </section>
  )
}

const nameOf = (group: TrackGroup, t: Translate) => [t(`trackSet.${group.set}`), formatsOf(group)].join(' · ')

type Drawn = Pick<WorkTracksProps, 'mark' | 'work' | 'act'>

interface OtherGroupProps extends Drawn {
  readonly group: TrackGroup
  readonly current: string | undefined
  readonly onPlay: (index: number, seconds?: number) => void
}

function OtherGroup({ group, current, onPlay, ...drawn }: OtherGroupProps) {
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
        <TrackList tracks={tracks} current={current} onPlay={onPlay} {...drawn} />
      </div>
    </details>
  )
}

interface TrackListProps extends Drawn {
  /** In order; tracks of one folder are adjacent. */
  readonly tracks: readonly Track[]
  readonly current: string | undefined
  /** `index` refers to `tracks`. */
  readonly onPlay: (index: number, seconds?: number) => void
}

function TrackList({ tracks, current, onPlay, ...drawn }: TrackListProps) {
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
            onPlay={(seconds) => onPlay(tracks.indexOf(track), seconds)}
            {...drawn}
          />
        ))}
      </ol>
    </div>
  ))
}

interface TrackRowProps extends Drawn {
  readonly track: Track
  readonly number: number
  readonly isCurrent: boolean
  readonly onPlay: (seconds?: number) => void
}

function TrackRow({ track, number, isCurrent, onPlay, mark, work, act }: TrackRowProps) {
  const t = useT()
  return (
    <li
      ref={menuFor({ kind: 'tracks', work, track: { fileId: track.id, title: track.title } })}
      className="relative flex flex-wrap items-center border-line transition-colors not-last:border-b hover:bg-sunken"
    >
      <button
        type="button"
        aria-current={isCurrent}
        className="flex min-h-12 min-w-0 flex-1 items-center gap-4 px-4 py-2.5 text-left text-sm aria-[current=true]:text-acc"
        onClick={() => onPlay()}
      >
        <span className="w-5 shrink-0 text-center text-mut">{number}</span>
        <span className="min-w-0 flex-1 truncate font-medium" lang={nameLanguage(track.title)}>
          {track.title}
        </span>
        {mark?.(track)}
        {track.hasLyrics && (
          <IconMicrophone2 size={15} className="shrink-0 text-mut" aria-label={t('filter.hasLyrics')} />
        )}
        <span className="shrink-0 text-[11px] text-mut uppercase">{track.format}</span>
        <span className="w-12 shrink-0 text-right text-[12.5px] text-mut">
          {track.duration !== null && formatClock(track.duration)}
        </span>
      </button>
      {act?.(track)}
      {track.chapters.length > 1 && (
        <Suspense>
          <TrackChapters chapters={track.chapters} onPlay={onPlay} />
        </Suspense>
      )}
    </li>
  )
}

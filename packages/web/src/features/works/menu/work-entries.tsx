import type { WorkCard } from '@koedana/contract/works.ts'
import {
  IconArrowRight,
  IconBadgeCc,
  IconCircleCheck,
  IconExternalLink,
  IconFilter,
  IconFilterOff,
  IconHeart,
  IconHeartOff,
  IconPlayerPlay,
  IconPlaylist,
  IconSparkles,
  IconTag,
  IconX,
} from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { Fragment, Suspense } from 'react'
import { type ChoosingLyrics, chooseLyricsOf } from '../../../domain/choosing-lyrics.ts'
import { useCommandWords } from '../../../domain/command-words.ts'
import { openPlaylistDialog, type PlaylistAddition } from '../../../domain/playlist-addition.ts'
import { usePlaylistWords } from '../../../domain/playlist-words.ts'
import { useIsAdmin, useUser } from '../../../domain/session.ts'
import { openTagEdit, type TagEdit } from '../../../domain/tag-edit.ts'
import { useT } from '../../../lib/i18n.ts'
import type { NamedTrack, NamedWork } from '../../../lib/menu-subject.ts'
import { entityLanguage } from '../../../lib/name-language.rules.ts'
import { Divider, Entry, LinkEntry, Submenu } from '../../../ui/menu/entries.tsx'
import { useFavorite } from '../favorite/favorite-button.tsx'
import { withExcluded, withIncluded, withItem, withoutItem } from '../filters/change-filter.ts'
import { useMarkWords } from '../marks/mark-words.ts'
import { toggleSelected, useSelection } from '../selection/selection-store.ts'
import { CopyEntries, currentFilter, EditEntry, linkEntryTo, narrowWorks, play } from './menu-parts.tsx'
import { QueueEntries } from './queue-entries.tsx'

export interface WorkEntriesProps {
  readonly work: WorkCard
  /** The index in a list with selection. */
  readonly at?: number | undefined
}

export function WorkEntries({ work, at }: WorkEntriesProps) {
  const t = useT()
  const router = useRouter()
  const to = { to: '/work/$workId', params: { workId: work.id } } as const
  const hasTies = entitiesByKind(work).length > 0
  return (
    <>
      <LinkEntry icon={IconArrowRight} {...linkEntryTo(router, to)}>
        {t('menu.open')}
      </LinkEntry>
      <Suspense>{at !== undefined && <SelectEntry work={work} at={at} />}</Suspense>
      {work.inLibrary && (
        <Entry icon={IconPlayerPlay} onSelect={() => void play(work)}>
          {t('work.play')}
        </Entry>
      )}
      <Suspense>{work.inLibrary && <QueueEntries work={work} />}</Suspense>
      <FavoriteEntry workId={work.id} />
      <Suspense>
        <PlaylistEntry things={[{ workId: work.id }]} title={work.title} />
        <TagEntry workIds={[work.id]} title={work.title} />
      </Suspense>
      <LinkEntry icon={IconSparkles} {...linkEntryTo(router, { ...to, hash: 'similar' })}>
        {t('similar.title')}
      </LinkEntry>
      <LinkEntry icon={IconExternalLink} isNewTab {...linkEntryTo(router, to)}>
        {t('menu.newTab')}
      </LinkEntry>
      <Divider />
      {hasTies && (
        <Submenu icon={IconFilter} label={t('menu.include')}>
          <EntityFilterEntries work={work} change={withIncluded} />
        </Submenu>
      )}
      <Submenu icon={IconFilterOff} label={t('menu.exclude')}>
        <Entry
          onSelect={() =>
            void narrowWorks(router, (before) => ({ excludedWorks: withItem(before.excludedWorks, work.id) }))
          }
        >
          {t('menu.thisWork')}
        </Entry>
        {hasTies && <Divider />}
        <EntityFilterEntries work={work} change={withExcluded} />
      </Submenu>
      <Divider />
      <CopyEntries id={work.id} name={work.title} />
      <EditEntry {...linkEntryTo(router, { ...to, hash: 'edit' })}>{t('menu.editMetadata')}</EditEntry>
    </>
  )
}

function SelectEntry({ work, at }: { readonly work: WorkCard; readonly at: number }) {
  useCommandWords()
  const t = useT()
  const isChosen = useSelection(({ chosen }) => chosen.has(work.id))
  return (
    <Entry icon={IconCircleCheck} onSelect={() => toggleSelected(work, at)}>
      {t(isChosen ? 'select.release' : 'select.work')}
    </Entry>
  )
}

function FavoriteEntry({ workId }: { readonly workId: string }) {
  const t = useT()
  const user = useUser()
  const { isFavorite, toggle } = useFavorite(workId)
  if (!user) return null
  return (
    <Entry icon={isFavorite ? IconHeartOff : IconHeart} onSelect={toggle}>
      {t(isFavorite ? 'favorites.remove' : 'favorites.add')}
    </Entry>
  )
}

/** Hidden for visitors, who have no playlists. */
function PlaylistEntry(adding: PlaylistAddition) {
  usePlaylistWords()
  const t = useT()
  if (!useUser()) return null
  return (
    <Entry icon={IconPlaylist} onSelect={() => openPlaylistDialog(adding)}>
      {t('playlists.add')}
    </Entry>
  )
}

function TagEntry(tagging: TagEdit) {
  useMarkWords()
  const t = useT()
  if (!useUser()) return null
  return (
    <Entry icon={IconTag} onSelect={() => openTagEdit(tagging)}>
      {t('tags.open')}
    </Entry>
  )
}

interface TrackEntriesProps {
  readonly work: WorkCard
  readonly track: NamedTrack
}

export function TrackEntries({ work, track: { fileId, title } }: TrackEntriesProps) {
  const t = useT()
  const router = useRouter()
  const to = { to: '/work/$workId', params: { workId: work.id } } as const
  return (
    <>
      <Suspense>
        <QueueEntries work={work} fileId={fileId} />
        <PlaylistEntry things={[{ workId: work.id, fileId }]} title={title} />
      </Suspense>
      <LinkEntry icon={IconArrowRight} {...linkEntryTo(router, to)}>
        {t('menu.open')}
      </LinkEntry>
      <Divider />
      <CopyEntries id={work.id} name={title} />
      <Suspense>
        <LyricsEntry workId={work.id} trackId={fileId} title={title} />
      </Suspense>
    </>
  )
}

/** Only administrators choose the subtitles of a track. */
function LyricsEntry(choosing: ChoosingLyrics) {
  useCommandWords()
  const t = useT()
  if (!useIsAdmin()) return null
  return (
    <>
      <Divider />
      <Entry icon={IconBadgeCc} onSelect={() => chooseLyricsOf(choosing)}>
        {t('lyrics.choose')}
      </Entry>
    </>
  )
}

interface TiesProps {
  readonly work: WorkCard
  readonly change: typeof withIncluded
}

/** Submenu entries that filter by the work's maker, artists and genres. */
function EntityFilterEntries({ work, change }: TiesProps) {
  const t = useT()
  const router = useRouter()
  return entitiesByKind(work).map(({ kind, entities }) => (
    <Fragment key={kind}>
      {entities.map(({ id, name }) => (
        <Entry key={id} onSelect={() => void narrowWorks(router, (before) => change(before, kind, id))}>
          <span lang={entityLanguage(kind, name)}>{name}</span>
          <span className="ml-2 text-[12px] text-mut">{t(`kind.${kind}`)}</span>
        </Entry>
      ))}
    </Fragment>
  ))
}

function entitiesByKind({ maker, artists, genres }: WorkCard) {
  const ties = [
    { kind: 'makers', entities: maker ? [maker] : [] },
    { kind: 'artists', entities: artists },
    { kind: 'genres', entities: genres },
  ] as const
  return ties.filter(({ entities }) => entities.length > 0)
}

/** The entries of a work of which only ID and title are known: an edition, or a work excluded by the filter. */
export function TitleEntries({ work: { id, title } }: { readonly work: NamedWork }) {
  const t = useT()
  const router = useRouter()
  const to = { to: '/work/$workId', params: { workId: id } } as const
  const isExcluded = currentFilter(router).excludedWorks?.includes(id)
  return (
    <>
      <LinkEntry icon={IconArrowRight} {...linkEntryTo(router, to)}>
        {t('menu.open')}
      </LinkEntry>
      <LinkEntry icon={IconSparkles} {...linkEntryTo(router, { ...to, hash: 'similar' })}>
        {t('similar.title')}
      </LinkEntry>
      <LinkEntry icon={IconExternalLink} isNewTab {...linkEntryTo(router, to)}>
        {t('menu.newTab')}
      </LinkEntry>
      <Divider />
      {isExcluded ? (
        <Entry
          icon={IconX}
          onSelect={() =>
            void narrowWorks(router, (before) => ({ excludedWorks: withoutItem(before.excludedWorks, id) }))
          }
        >
          {t('filter.release')}
        </Entry>
      ) : (
        <Entry
          icon={IconFilterOff}
          onSelect={() =>
            void narrowWorks(router, (before) => ({ excludedWorks: withItem(before.excludedWorks, id) }))
          }
        >
          {t('menu.excludeThis')}
        </Entry>
      )}
      <Divider />
      <CopyEntries id={id} name={title} />
      <EditEntry {...linkEntryTo(router, { ...to, hash: 'edit' })}>{t('menu.editMetadata')}</EditEntry>
    </>
  )
}

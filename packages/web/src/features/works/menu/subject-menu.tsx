import type { Entity } from '@koedana/contract/entities.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import {
  IconArrowRight,
  IconExternalLink,
  IconEyeOff,
  IconFilter,
  IconFilterOff,
  IconSparkles,
  IconX,
} from '@tabler/icons-react'
import { type RegisteredRouter, useRouter } from '@tanstack/react-router'
import { useCommandWords } from '../../../domain/command-words.ts'
import { type ContentChoices, type HiddenEntityChoice, maxHidden } from '../../../domain/content-choices.ts'
import { changeContentSettings } from '../../../domain/content-settings.ts'
import { useListeningWords } from '../../../domain/listening-words.ts'
import { usePlaylistWords } from '../../../domain/playlist-words.ts'
import { useT } from '../../../lib/i18n.ts'
import type { MenuSubject } from '../../../lib/menu-subject.ts'
import { notify } from '../../../lib/notify.ts'
import { Divider, Entry, LinkEntry } from '../../../ui/menu/entries.tsx'
import { Menu } from '../../../ui/menu/menu.tsx'
import { positionAt } from '../../../ui/menu/position.rules.ts'
import { excludedFields, withExcluded, withIncluded, withoutEntity } from '../filters/change-filter.ts'
import { useMarkWords } from '../marks/mark-words.ts'
import { CopyEntries, currentFilter, EditEntry, linkEntryTo, narrowWorks } from './menu-parts.tsx'
import type { MenuRequest } from './open-context-menu.ts'
import { TitleEntries, TrackEntries, WorkEntries } from './work-entries.tsx'

export interface SubjectMenuProps {
  readonly press: MenuRequest
  /** Called when the menu has disappeared. */
  readonly onClosed: () => void
}

// Loaded with the menu, because entries that suspend for their messages appear 300 ms late and shift those below.
await Promise.allSettled(
  [useCommandWords, useListeningWords, useMarkWords, usePlaylistWords].map((words) => words.load()),
)

/** The context menu of a work, track or entity. Load lazily: it includes the menu code. */
export function SubjectMenu({ press, onClosed }: SubjectMenuProps) {
  const { subject, link, by, x, y } = press
  const isSheet = by === 'touch'
  return (
    <Menu
      label={nameOf(subject)}
      position={isSheet ? undefined : positionAt({ x, y }, by === 'key' ? 4 : 1)}
      opener={link}
      onClosed={onClosed}
    >
      {isSheet && <p className="truncate px-3 py-2 font-semibold">{nameOf(subject)}</p>}
      <Entries subject={subject} at={listedAt(link)} />
    </Menu>
  )
}

function nameOf(subject: MenuSubject): string {
  if (subject.kind === 'tracks') return subject.track.title
  return 'work' in subject ? subject.work.title : subject.entity.name
}

/** Returns the index of a card in a list with selection. */
function listedAt(link: HTMLElement): number | undefined {
  const card = link.closest<HTMLElement>('[data-card]')
  return card ? Number(card.dataset.card) : undefined
}

interface EntriesProps {
  readonly subject: MenuSubject
  readonly at: number | undefined
}

function Entries({ subject, at }: EntriesProps) {
  if (subject.kind === 'works') return <WorkEntries work={subject.work} at={at} />
  if (subject.kind === 'tracks') return <TrackEntries {...subject} />
  if (subject.kind === 'titles') return <TitleEntries work={subject.work} />
  return <EntityEntries kind={subject.kind} entity={subject.entity} />
}

interface EntityEntriesProps {
  readonly kind: EntityKind
  readonly entity: Entity
}

function EntityEntries({ kind, entity: { id, name } }: EntityEntriesProps) {
  const t = useT()
  const router = useRouter()
  const works = { to: '/works', search: { [kind]: [id] } } as const
  return (
    <>
      <LinkEntry icon={IconArrowRight} {...linkEntryTo(router, works)}>
        {t('menu.open')}
      </LinkEntry>
      <LinkEntry icon={IconSparkles} {...linkEntryTo(router, { ...works, hash: 'similar-entities' })}>
        {t('menu.similar')}
      </LinkEntry>
      <LinkEntry icon={IconExternalLink} isNewTab {...linkEntryTo(router, works)}>
        {t('menu.newTab')}
      </LinkEntry>
      <Divider />
      <FilterEntries kind={kind} entity={{ id, name }} />
      <HideEntry kind={kind} entity={{ id, name }} />
      <Divider />
      <CopyEntries id={id} name={name} />
      <EditEntry {...linkEntryTo(router, { ...works, hash: 'edit' })}>{t('menu.editEntity')}</EditEntry>
    </>
  )
}

/** Entries to add the entity to the filter, or to remove it. */
function FilterEntries({ kind, entity: { id, name } }: EntityEntriesProps) {
  const t = useT()
  const router = useRouter()
  const requested = currentFilter(router)
  const isIncluded = requested[kind]?.includes(id) ?? false
  const isExcluded = requested[excludedFields[kind]]?.includes(id) ?? false
  const select = (change: typeof withIncluded) => () =>
    void narrowWorks(router, (before) => change(before, kind, id))
  return (
    <>
      {!isIncluded && (
        <Entry icon={IconFilter} onSelect={select(withIncluded)}>
          {t('filter.includeName', { name })}
        </Entry>
      )}
      {!isExcluded && (
        <Entry icon={IconFilterOff} onSelect={select(withExcluded)}>
          {t('filter.excludeName', { name })}
        </Entry>
      )}
      {(isIncluded || isExcluded) && (
        <Entry icon={IconX} onSelect={select(withoutEntity)}>
          {t('filter.release')}
        </Entry>
      )}
    </>
  )
}

interface HideEntryProps {
  readonly kind: EntityKind
  readonly entity: HiddenEntityChoice
}

/** An entry that hides the entity everywhere; the settings can undo it. */
function HideEntry({ kind, entity }: HideEntryProps) {
  const t = useT()
  const router = useRouter()
  const hide = async () => {
    // A list filtered by the entity would become empty.
    if (isFiltered(router, kind, entity.id)) {
      await narrowWorks(router, (before) => withoutEntity(before, kind, entity.id))
    }
    await changeContentSettings((now) => withHidden(now, kind, entity))
    const run = () =>
      void changeContentSettings((now) => withoutHidden(now, kind, entity)).catch(() => undefined)
    notify(t('content.nowHidden', { name: entity.name }), 'positive', { label: t('common.undo'), run })
  }
  return (
    <Entry icon={IconEyeOff} onSelect={() => void hide().catch(() => undefined)}>
      {t('content.neverShow')}
    </Entry>
  )
}

function withHidden(now: ContentChoices, kind: EntityKind, { id, name }: HiddenEntityChoice): ContentChoices {
  const hidden = now.excluded[kind]
  if (hidden.length >= maxHidden || hidden.some((one) => one.id === id)) return now
  return { ...now, excluded: { ...now.excluded, [kind]: [...hidden, { id, name }] } }
}

const withoutHidden = (
  now: ContentChoices,
  kind: EntityKind,
  { id }: HiddenEntityChoice,
): ContentChoices => ({
  ...now,
  excluded: { ...now.excluded, [kind]: now.excluded[kind].filter((one) => one.id !== id) },
})

/** Returns whether the current list includes or excludes the entity. */
function isFiltered(router: RegisteredRouter, kind: EntityKind, id: string): boolean {
  const requested = currentFilter(router)
  return [...(requested[kind] ?? []), ...(requested[excludedFields[kind]] ?? [])].includes(id)
}

import { Menu } from '@base-ui/react/menu'
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
import { Link, type RegisteredRouter, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { type ContentChoices, type Hidden, mostHidden } from '../../../domain/content-choices.ts'
import { changeContentSettings } from '../../../domain/content-settings.ts'
import { useT } from '../../../lib/i18n.ts'
import type { MenuSubject } from '../../../lib/menu-subject.ts'
import { notify } from '../../../lib/notify.ts'
import { excludedFields, excluding, including, releasing } from '../filters/change-filter.ts'
import type { Press } from './listen.ts'
import {
  CopyEntries,
  currentFilter,
  Divider,
  EditEntry,
  Entry,
  LinkEntry,
  menuClass,
  narrowWorks,
} from './menu-parts.tsx'
import { TitleEntries, TrackEntries, WorkEntries } from './work-entries.tsx'

export interface SubjectMenuProps {
  readonly press: Press
  /** It has left the screen. */
  readonly onClosed: () => void
}

/** Import it lazily: it brings the menu with it. */
export function SubjectMenu({ press, onClosed }: SubjectMenuProps) {
  const { subject, link, by, x, y } = press
  const [isOpen, setOpen] = useState(true)
  const [anchor] = useState(() => ({ getBoundingClientRect: () => new DOMRect(x, y) }))
  return (
    <Menu.Root
      open={isOpen}
      onOpenChange={setOpen}
      onOpenChangeComplete={(open) => open || onClosed()}
      // A tap beside it only closes it; a right click elsewhere opens the next one at once.
      modal={by === 'touch'}
    >
      <Menu.Portal>
        <Menu.Positioner
          anchor={anchor}
          align="start"
          side="bottom"
          sideOffset={by === 'key' ? 4 : 1}
          className="z-50"
        >
          <Menu.Popup className={menuClass} aria-label={nameOf(subject)} finalFocus={() => link}>
            <Entries subject={subject} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function nameOf(subject: MenuSubject): string {
  if (subject.kind === 'tracks') return subject.track.title
  return 'work' in subject ? subject.work.title : subject.entity.name
}

function Entries({ subject }: { readonly subject: MenuSubject }) {
  if (subject.kind === 'works') return <WorkEntries work={subject.work} />
  if (subject.kind === 'tracks') return <TrackEntries {...subject} />
  if (subject.kind === 'titles') return <TitleEntries work={subject.work} />
  return <EntityEntries kind={subject.kind} entity={subject.entity} />
}

interface EntityEntriesProps {
  readonly kind: EntityKind
  readonly entity: Entity
}

/** The entries of a maker, series, artist, illustrator or genre. */
function EntityEntries({ kind, entity: { id, name } }: EntityEntriesProps) {
  const t = useT()
  const search = { [kind]: [id] }
  return (
    <>
      <LinkEntry icon={IconArrowRight} link={<Link to="/works" search={search} />}>
        {t('menu.open')}
      </LinkEntry>
      <LinkEntry icon={IconSparkles} link={<Link to="/works" search={search} hash="similar-entities" />}>
        {t('menu.similar')}
      </LinkEntry>
      <LinkEntry icon={IconExternalLink} link={<Link to="/works" search={search} target="_blank" />}>
        {t('menu.newTab')}
      </LinkEntry>
      <Divider />
      <FilterEntries kind={kind} entity={{ id, name }} />
      <HideEntry kind={kind} entity={{ id, name }} />
      <Divider />
      <CopyEntries id={id} name={name} />
      <EditEntry link={<Link to="/works" search={search} hash="edit" />}>{t('menu.editEntity')}</EditEntry>
    </>
  )
}

/** What is in the filter already cannot be added, but taken off. */
function FilterEntries({ kind, entity: { id, name } }: EntityEntriesProps) {
  const t = useT()
  const router = useRouter()
  const requested = currentFilter(router)
  const isIncluded = requested[kind]?.includes(id) ?? false
  const isExcluded = requested[excludedFields[kind]]?.includes(id) ?? false
  const select = (change: typeof including) => () =>
    void narrowWorks(router, (before) => change(before, kind, id))
  return (
    <>
      {!isIncluded && (
        <Entry icon={IconFilter} onSelect={select(including)}>
          {t('filter.includeName', { name })}
        </Entry>
      )}
      {!isExcluded && (
        <Entry icon={IconFilterOff} onSelect={select(excluding)}>
          {t('filter.excludeName', { name })}
        </Entry>
      )}
      {(isIncluded || isExcluded) && (
        <Entry icon={IconX} onSelect={select(releasing)}>
          {t('filter.release')}
        </Entry>
      )}
    </>
  )
}

interface HideEntryProps {
  readonly kind: EntityKind
  readonly entity: Hidden
}

/** Puts it among what is never shown; the settings take it back. */
function HideEntry({ kind, entity }: HideEntryProps) {
  const t = useT()
  const router = useRouter()
  const hide = async () => {
    // A list that goes by it would have nothing left to say.
    if (isFiltered(router, kind, entity.id)) {
      await narrowWorks(router, (before) => releasing(before, kind, entity.id))
    }
    await changeContentSettings((now) => withHidden(now, kind, entity))
    notify(t('content.nowHidden', { name: entity.name }), 'positive')
  }
  return (
    <Entry icon={IconEyeOff} onSelect={() => void hide().catch(() => undefined)}>
      {t('content.neverShow')}
    </Entry>
  )
}

function withHidden(now: ContentChoices, kind: EntityKind, { id, name }: Hidden): ContentChoices {
  const hidden = now.excluded[kind]
  if (hidden.length >= mostHidden || hidden.some((one) => one.id === id)) return now
  return { ...now, excluded: { ...now.excluded, [kind]: [...hidden, { id, name }] } }
}

/** Whether the list on screen includes or excludes it. */
function isFiltered(router: RegisteredRouter, kind: EntityKind, id: string): boolean {
  const requested = currentFilter(router)
  return [...(requested[kind] ?? []), ...(requested[excludedFields[kind]] ?? [])].includes(id)
}

import type { Entity } from '@koedana/contract/entities.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import {
  IconArrowRight,
  IconExternalLink,
  IconFilter,
  IconFilterOff,
  IconSparkles,
  IconX,
} from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import { useT } from '../../../lib/i18n.ts'
import { excludedFields, excluding, including, releasing } from '../filters/change-filter.ts'
import { CopyEntries } from './copy-entries.tsx'
import { EditEntry } from './edit-entry.tsx'
import { HideEntry } from './hide-entry.tsx'
import { askedNow, narrowWorks } from './menu-acts.ts'
import { Divider, Entry, LinkEntry } from './menu-parts.tsx'

export interface EntityEntriesProps {
  readonly kind: EntityKind
  readonly entity: Entity
}

/** Of a maker, series, artist, illustrator or genre. */
export function EntityEntries({ kind, entity: { id, name } }: EntityEntriesProps) {
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

/** What is asked already cannot be asked again, but taken off. */
function FilterEntries({ kind, entity: { id, name } }: EntityEntriesProps) {
  const t = useT()
  const router = useRouter()
  const asked = askedNow(router)
  const isIncluded = asked[kind]?.includes(id) ?? false
  const isExcluded = asked[excludedFields[kind]]?.includes(id) ?? false
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

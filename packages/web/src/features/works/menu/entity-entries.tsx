import type { Entity } from '@koedana/contract/entities.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import { IconArrowRight, IconExternalLink, IconFilter, IconFilterOff } from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import { useT } from '../../../lib/i18n.ts'
import { excluding, including } from '../filters/change-filter.ts'
import { CopyEntries } from './copy-entries.tsx'
import { narrowWorks } from './menu-acts.ts'
import { Divider, Entry, LinkEntry } from './menu-parts.tsx'

export interface EntityEntriesProps {
  readonly kind: EntityKind
  readonly entity: Entity
}

/** Of a maker, series, artist, illustrator or genre. */
export function EntityEntries({ kind, entity: { id, name } }: EntityEntriesProps) {
  const t = useT()
  const router = useRouter()
  const search = { [kind]: [id] }
  return (
    <>
      <LinkEntry icon={IconArrowRight} link={<Link to="/works" search={search} />}>
        {t('menu.open')}
      </LinkEntry>
      <LinkEntry icon={IconExternalLink} link={<Link to="/works" search={search} target="_blank" />}>
        {t('menu.newTab')}
      </LinkEntry>
      <Divider />
      <Entry
        icon={IconFilter}
        onSelect={() => void narrowWorks(router, (before) => including(before, kind, id))}
      >
        {t('filter.includeName', { name })}
      </Entry>
      <Entry
        icon={IconFilterOff}
        onSelect={() => void narrowWorks(router, (before) => excluding(before, kind, id))}
      >
        {t('filter.excludeName', { name })}
      </Entry>
      <Divider />
      <CopyEntries id={id} name={name} />
    </>
  )
}

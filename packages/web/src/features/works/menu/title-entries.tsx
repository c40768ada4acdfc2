import { IconArrowRight, IconExternalLink, IconFilterOff, IconSparkles, IconX } from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import { useT } from '../../../lib/i18n.ts'
import type { NamedWork } from '../../../lib/menu-subject.ts'
import { withItem, withoutItem } from '../filters/change-filter.ts'
import { CopyEntries } from './copy-entries.tsx'
import { EditEntry } from './edit-entry.tsx'
import { askedNow, narrowWorks } from './menu-acts.ts'
import { Divider, Entry, LinkEntry } from './menu-parts.tsx'

/** Of a work that is only named: an edition, or one that a filter leaves out. */
export function TitleEntries({ work: { id, title } }: { readonly work: NamedWork }) {
  const t = useT()
  const router = useRouter()
  const to = { to: '/work/$workId', params: { workId: id } } as const
  const isExcluded = askedNow(router).excludedWorks?.includes(id)
  return (
    <>
      <LinkEntry icon={IconArrowRight} link={<Link {...to} />}>
        {t('menu.open')}
      </LinkEntry>
      <LinkEntry icon={IconSparkles} link={<Link {...to} hash="similar" />}>
        {t('similar.title')}
      </LinkEntry>
      <LinkEntry icon={IconExternalLink} link={<Link {...to} target="_blank" />}>
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
      <EditEntry link={<Link {...to} hash="edit" />}>{t('menu.editMetadata')}</EditEntry>
    </>
  )
}

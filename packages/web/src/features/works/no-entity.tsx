import { IconMoodEmpty } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useContentSettings } from '../../domain/content-settings.ts'
import { useListeningWords } from '../../domain/listening-words.ts'
import { useT } from '../../lib/i18n.ts'
import { EmptyState, useDocumentTitle } from '../../ui/page.tsx'
import type { HeadEntity } from './head-entity.ts'
import { HiddenByChoice } from './hidden-by-choice.tsx'

/** The page of an entity that is missing or hidden. Load lazily. */
export function NoEntity({ kind, id }: HeadEntity) {
  useListeningWords()
  const t = useT()
  const hidden = useContentSettings()?.excluded[kind].find((one) => one.id === id)
  const title = t('entities.unknown', { kind, id })
  useDocumentTitle(hidden?.name ?? title)
  if (hidden) return <HiddenByChoice hidden={[{ kind, entity: hidden }]} />
  return (
    <EmptyState title={title} icon={<IconMoodEmpty size={26} aria-hidden />} heading="h1">
      <p>{t('work.unknownHelp')}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Link to={`/${kind}`} className="btn-primary">
          {t(`filter.${kind}`)}
        </Link>
        <Link to="/works" className="btn h-10">
          {t('nav.works')}
        </Link>
      </div>
    </EmptyState>
  )
}

import { normalizeWorkId } from '@koedana/contract/values.ts'
import { IconMoodEmpty } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useListeningWords } from '../../domain/listening-words.ts'
import { useT } from '../../lib/i18n.ts'
import { EmptyState, useDocumentTitle } from '../../ui/page.tsx'
import { worksPage } from './works-query.ts'

/** The page of a work that is missing or hidden, which look the same. It mentions works hidden by the user's own settings. */
export function NoWork({ id: typed }: { readonly id: string }) {
  useListeningWords()
  const t = useT()
  const id = normalizeWorkId(typed)
  const title = t('work.unknown', { id: id ?? typed })
  useDocumentTitle(title)
  const { data } = useQuery({
    ...worksPage({ q: id ?? '', editions: 'all' }, 0),
    enabled: id !== undefined,
  })
  return (
    <EmptyState title={title} icon={<IconMoodEmpty size={26} aria-hidden />} heading="h1">
      <p>{t(data?.hidden ? 'work.unknownBySettings' : 'work.unknownHelp')}</p>
      <div className="flex flex-wrap justify-center gap-2">
        {data?.hidden !== undefined && (
          <Link to="/settings" hash="content" className="btn-primary">
            {t('content.title')}
          </Link>
        )}
        <Link to="/works" className="btn">
          {t('nav.works')}
        </Link>
      </div>
    </EmptyState>
  )
}

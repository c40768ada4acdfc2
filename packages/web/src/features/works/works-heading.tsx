import { lazy, Suspense } from 'react'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { useT } from '../../lib/i18n.ts'
import { useIsAdmin } from '../../lib/session.ts'
import type { WorksSearch } from './filter-url.rules.ts'
import type { HeadEntity } from './head-entity.ts'

const EntityHeading = lazy(() =>
  import('./entity-heading.tsx').then(({ EntityHeading }) => ({ default: EntityHeading })),
)

const AddWork = lazy(() => import('./edit/add-work.tsx').then(({ AddWork }) => ({ default: AddWork })))

export interface WorksHeadingProps {
  readonly search: WorksSearch
  /** Whose page it is. */
  readonly head: HeadEntity | undefined
  /** Undefined while it is counted. */
  readonly total: number | undefined
}

/** The list of everything, or of one maker, series, artist, illustrator or genre. */
export function WorksHeading({ search, head, total }: WorksHeadingProps) {
  if (!head) return <PlainHeading search={search} total={total} />
  return (
    <Suspense fallback={<div className="h-14" />}>
      <EntityHeading {...head} total={total} />
    </Suspense>
  )
}

function PlainHeading({ search, total }: Omit<WorksHeadingProps, 'head'>) {
  const t = useT()
  const isAdmin = useIsAdmin()
  useDocumentTitle(search.q ?? t('works.title'))
  return (
    <>
      <h1 className="page-title">{t('works.title')}</h1>
      <p className="text-mut" aria-live="polite">
        {total === undefined ? '' : t('works.count', { count: total })}
      </p>
      {isAdmin && (
        <Suspense>
          <AddWork />
        </Suspense>
      )}
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { useT } from '../../lib/i18n.ts'
import { entityLanguage } from '../../lib/name-language.rules.ts'
import { useIsAdmin } from '../../lib/session.ts'
import type { WorksSearch } from './filter-url.rules.ts'
import { entityQuery } from './filters/entities-query.ts'
import type { HeadEntity } from './head-entity.ts'

const FollowButton = lazy(() =>
  import('./follow/follow-button.tsx').then(({ FollowButton }) => ({ default: FollowButton })),
)

const EditEntity = lazy(() =>
  import('./edit/entities/edit-entity.tsx').then(({ EditEntity }) => ({ default: EditEntity })),
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
  return head ? <EntityHeading {...head} total={total} /> : <PlainHeading search={search} total={total} />
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

/** Of all its works the list may show some: then both numbers stand there. */
function EntityHeading({ kind, id, total }: HeadEntity & Pick<WorksHeadingProps, 'total'>) {
  const t = useT()
  const isAdmin = useIsAdmin()
  const { data } = useQuery(entityQuery(kind, id))
  const name = data?.name ?? id
  const all = data?.workCount ?? 0
  useDocumentTitle(name)
  const count = (shown: number) =>
    shown < all ? t('works.countOf', { count: shown, total: all }) : t('works.count', { count: shown })
  return (
    <>
      <div className="min-w-0">
        <p className="text-[13px] font-medium text-acc">{t(`kind.${kind}`)}</p>
        <h1 className="page-title wrap-anywhere" lang={entityLanguage(kind, name)}>
          {name}
        </h1>
      </div>
      <p className="self-end pb-1 text-mut" aria-live="polite">
        {total === undefined ? '' : count(total)}
      </p>
      {data && (
        <Suspense>
          <FollowButton kind={kind} id={id} name={name} />
        </Suspense>
      )}
      {isAdmin && data && (
        <Suspense>
          <EditEntity key={id} kind={kind} entity={data} />
        </Suspense>
      )}
    </>
  )
}

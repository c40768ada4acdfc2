import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useIsAdmin } from '../../domain/session.ts'
import { useT } from '../../lib/i18n.ts'
import { entityLanguage } from '../../lib/name-language.rules.ts'
import { useDocumentTitle } from '../../ui/page.tsx'
import { entityQuery } from './filters/entities-query.ts'
import type { HeadEntity } from './head-entity.ts'

const FollowButton = lazy(() =>
  import('./follow/follow-button.tsx').then(({ FollowButton }) => ({ default: FollowButton })),
)

const EditEntity = lazy(() =>
  import('./edit/entities/edit-entity.tsx').then(({ EditEntity }) => ({ default: EditEntity })),
)

export interface EntityHeadingProps extends HeadEntity {
  /** Undefined while it is counted. */
  readonly total: number | undefined
}

/**
 * The list may show some of all its works: then both numbers stand there. Import it lazily: most lists are of no single
 * entity.
 */
export function EntityHeading({ kind, id, total }: EntityHeadingProps) {
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

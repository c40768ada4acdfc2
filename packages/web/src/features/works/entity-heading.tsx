import type { EntityKind } from '@koedana/contract/values.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useHomeWords } from '../../domain/home-words.ts'
import { useIsAdmin } from '../../domain/session.ts'
import { useT } from '../../lib/i18n.ts'
import { entityLanguage } from '../../lib/name-language.rules.ts'
import { useDocumentTitle } from '../../ui/page.tsx'
import { entityQuery } from './filters/entities-query.ts'
import type { HeadEntity } from './head-entity.ts'

const Mosaic = lazy(() => import('./mosaic.tsx').then(({ Mosaic }) => ({ default: Mosaic })))

const FollowButton = lazy(() =>
  import('./follow/follow-button.tsx').then(({ FollowButton }) => ({ default: FollowButton })),
)

const EditEntity = lazy(() =>
  import('./edit/entities/edit-entity.tsx').then(({ EditEntity }) => ({ default: EditEntity })),
)

interface OwnedProps {
  readonly kind: EntityKind
  readonly entity: { readonly id: string; readonly workCount: number; readonly ownedCount: number }
}

/** How much of it is here, and the way to what is not, in the order in which it came out. */
function Owned({ kind, entity: { id, workCount, ownedCount } }: OwnedProps) {
  useHomeWords()
  const t = useT()
  if (ownedCount === 0 || (kind !== 'series' && kind !== 'makers')) return null
  const missing = workCount - ownedCount
  return (
    <p className="flex flex-wrap items-center gap-x-3 max-md:hidden">
      <span>{t('works.owned', { owned: ownedCount, total: workCount })}</span>
      {missing > 0 && (
        <Link
          to="/works"
          search={{ [kind]: [id], inLibrary: false, sort: 'releaseDateAsc' }}
          className="text-acc underline-offset-4 hover:underline"
        >
          {t('works.missing', { count: missing })}
        </Link>
      )}
    </p>
  )
}

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
    // The buttons stay beside the name, however much is said below it.
    <div className="flex min-w-0 flex-1 items-start gap-x-4 max-md:gap-x-2 md:items-center">
      <div className="size-11 shrink-0 overflow-hidden rounded-card bg-sunken md:size-20">
        <Suspense>{data && <Mosaic kind={kind} id={id} name={name} />}</Suspense>
      </div>
      <div className="min-w-0 max-md:flex-1">
        <p className="text-[13px] font-medium text-acc max-md:sr-only">{t(`kind.${kind}`)}</p>
        <h1 className="page-title wrap-anywhere max-md:line-clamp-2" lang={entityLanguage(kind, name)}>
          {name}
        </h1>
        <div className="flex flex-wrap items-center gap-x-3 text-[13px] text-mut">
          <p aria-live="polite">{total === undefined ? '' : count(total)}</p>
          <Suspense>{data && <Owned kind={kind} entity={data} />}</Suspense>
        </div>
      </div>
      {data && (
        // Two of them stand one above the other before the name gives way.
        <div className="flex flex-wrap gap-2" style={{ flexShrink: 9 }}>
          <Suspense>
            <FollowButton kind={kind} id={id} name={name} />
          </Suspense>
          {isAdmin && (
            <Suspense>
              <EditEntity key={id} kind={kind} entity={data} />
            </Suspense>
          )}
        </div>
      )}
    </div>
  )
}

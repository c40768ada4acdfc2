import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useIsAdmin } from '../../domain/session.ts'
import { useT } from '../../lib/i18n.ts'
import { createMediaHook } from '../../lib/media-hook.ts'
import { menuFor } from '../../lib/menu-subject.ts'
import { entityLanguage } from '../../lib/name-language.rules.ts'
import { useDocumentTitle } from '../../ui/page.tsx'
import { entityQuery } from './filters/entities-query.ts'
import type { HeadEntity } from './head-entity.ts'

const LibraryCount = lazy(() => import('./owned.tsx').then(({ Owned }) => ({ default: Owned })))

const Mosaic = lazy(() =>
  import('./entity-picture.tsx').then(({ EntityPicture }) => ({ default: EntityPicture })),
)

const FollowButton = lazy(() =>
  import('./follow/follow-button.tsx').then(({ FollowButton }) => ({ default: FollowButton })),
)

const EditEntity = lazy(() =>
  import('./edit/entities/edit-entity.tsx').then(({ EditEntity }) => ({ default: EditEntity })),
)

/** A tablet has room for the name and its numbers, or for a large face. */
const pictureStyle = { width: 'clamp(44px, 7vw, 80px)', aspectRatio: 1, gridRow: '1 / span 2' } as const

const useIsPhone = createMediaHook('(max-width: 767px)')

/** The buttons stay next to the name, however long the text below is. On phones they also use the space below. */
const wide = {
  heading: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, max-content) auto',
    justifyContent: 'start',
  },
  counts: { gridColumn: '2 / span 2', alignSelf: 'start' },
  name: { alignSelf: 'end' },
  buttons: {},
} as const
const narrow = {
  heading: { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr) auto', alignItems: 'start' },
  counts: { gridColumn: 2 },
  name: { gridColumn: 2, gridRow: 1 },
  // Two buttons are stacked before the name is shortened.
  buttons: { gridColumn: 3, gridRow: '1 / span 2', flexDirection: 'column' },
} as const

export interface EntityHeadingProps extends HeadEntity {
  /** Undefined while loading. */
  readonly total: number | undefined
}

/** The heading of an entity's list. If the list is filtered, both counts are shown. Load lazily: most lists are not about one entity. */
export function EntityHeading({ kind, id, total }: EntityHeadingProps) {
  const t = useT()
  const isAdmin = useIsAdmin()
  const layout = useIsPhone() ? narrow : wide
  const { data } = useQuery(entityQuery(kind, id))
  const name = data?.name ?? id
  const all = data?.workCount ?? 0
  useDocumentTitle(name)
  const count = (shown: number) =>
    shown < all ? t('works.countOf', { count: shown, total: all }) : t('works.count', { count: shown })
  return (
    <div className="min-w-0 flex-1 items-center gap-x-4 max-md:gap-x-2" style={layout.heading}>
      <div className="shrink-0 overflow-hidden rounded-card bg-sunken" style={pictureStyle}>
        <Suspense>{data && <Mosaic kind={kind} id={id} name={name} />}</Suspense>
      </div>
      <div className="min-w-0" style={layout.name}>
        <p className="text-[13px] font-medium text-acc max-md:sr-only">{t(`kind.${kind}`)}</p>
        <h1
          ref={menuFor({ kind, entity: { id, name } })}
          className="page-title wrap-anywhere max-md:line-clamp-2"
          lang={entityLanguage(kind, name)}
        >
          {name}
        </h1>
      </div>
      {data && (
        <div className="flex flex-wrap gap-2" style={layout.buttons}>
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
      <div className="flex flex-wrap items-center gap-x-3 text-[13px] text-mut" style={layout.counts}>
        <p aria-live="polite">{total === undefined ? '' : count(total)}</p>
        {data && data.ownedCount > 0 && (kind === 'series' || kind === 'makers') && (
          <Suspense>
            <p className="flex flex-wrap items-center gap-x-3 max-md:hidden">
              <LibraryCount kind={kind} entity={data} />
            </p>
          </Suspense>
        )}
      </div>
    </div>
  )
}

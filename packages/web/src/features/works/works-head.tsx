import { defaultWorkSort, type WorkSort, workSorts } from '@koedana/contract/filters.ts'
import type { ResponseBody } from '@koedana/contract/kit/endpoint.ts'
import type { listWorks } from '@koedana/contract/works.ts'
import { IconAdjustmentsHorizontal, IconGrid4x4, IconLayoutGrid, IconList } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { useIsAdmin } from '../../domain/session.ts'
import { useT } from '../../lib/i18n.ts'
import { changeSettings, densities, useSettings } from '../../lib/settings.ts'
import { useDocumentTitle } from '../../ui/page.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SelectMenu } from '../../ui/select-menu.tsx'
import type { WorksSearch } from './filter-url.rules.ts'
import type { ChangeFilter } from './filters/change-filter.ts'
import type { HeadEntity } from './head-entity.ts'
import { newSeed } from './seed.ts'

const ActiveFilters = lazy(() =>
  import('./filters/active-filters.tsx').then(({ ActiveFilters }) => ({ default: ActiveFilters })),
)
const BrowseBy = lazy(() => import('./browse-by.tsx').then(({ BrowseBy }) => ({ default: BrowseBy })))
const OrderChoice = lazy(() =>
  import('./order-choice.tsx').then(({ OrderChoice }) => ({ default: OrderChoice })),
)
const SimilarEntities = lazy(() =>
  import('./similar-entities.tsx').then(({ SimilarEntities }) => ({ default: SimilarEntities })),
)

export interface WorksHeadProps {
  readonly search: WorksSearch
  /** The entity whose page it is. */
  readonly head: HeadEntity | undefined
  /** Undefined while they are counted. */
  readonly counts: Pick<ResponseBody<typeof listWorks>, 'total' | 'hidden' | 'popularPeriod'> | undefined
  readonly onChange: ChangeFilter
  readonly onClear: () => void
  readonly onOpenFilters: () => void
}

/** The head of the list: whose it is, its order, and what narrows it. */
export function WorksHead({ search, head, counts, onChange, onClear, onOpenFilters }: WorksHeadProps) {
  const t = useT()
  return (
    <div className="flex flex-col gap-3 pb-4">
      <PageHead tools={<Tools search={search} onChange={onChange} onOpenFilters={onOpenFilters} />}>
        <WorksHeading search={search} head={head} total={counts?.total} />
      </PageHead>
      {(search.sort === 'random' || search.sort === 'popular') && (
        // It stands below the menu, which stays where it was pressed.
        <div className="flex min-h-11 flex-wrap items-center justify-end gap-x-4 gap-y-1">
          <Suspense>
            <OrderChoice search={search} counts={counts} onChange={onChange} />
          </Suspense>
        </div>
      )}
      {counts?.hidden !== undefined && counts.total > 0 && (
        <Link
          to="/settings"
          hash="content"
          className="text-[13px] text-mut underline-offset-4 hover:underline"
        >
          {t('works.hidden', { count: counts.hidden })}
        </Link>
      )}
      <Line>
        <ActiveFilters search={search} onChange={onChange} onClear={onClear} />
      </Line>
      <Suspense fallback={<div className="h-13 md:hidden" />}>
        <BrowseBy search={search} head={head} />
      </Suspense>
      {head && (
        <Line>
          <SimilarEntities {...head} />
        </Line>
      )}
    </div>
  )
}

/** Takes no room while there is nothing in it. */
function Line({ children }: { readonly children: ReactNode }) {
  return (
    <div className="min-w-0 empty:hidden">
      <Suspense>{children}</Suspense>
    </div>
  )
}

function Tools({
  search,
  onChange,
  onOpenFilters,
}: Pick<WorksHeadProps, 'search' | 'onChange' | 'onOpenFilters'>) {
  const t = useT()
  return (
    <>
      <button type="button" className="btn xl:hidden" onClick={onOpenFilters}>
        <IconAdjustmentsHorizontal size={17} aria-hidden />
        {t('works.filters')}
      </button>
      <SortMenu
        isSearch={Boolean(search.q)}
        sort={search.sort}
        onChange={(sort) => onChange({ sort, seed: sort === 'random' ? newSeed() : undefined })}
      />
      <DensityMenu />
    </>
  )
}

const EntityHeading = lazy(() =>
  import('./entity-heading.tsx').then(({ EntityHeading }) => ({ default: EntityHeading })),
)

const AddWork = lazy(() => import('./edit/add-work.tsx').then(({ AddWork }) => ({ default: AddWork })))

interface WorksHeadingProps {
  readonly search: WorksSearch
  /** The entity whose page it is. */
  readonly head: HeadEntity | undefined
  /** Undefined while it is counted. */
  readonly total: number | undefined
}

/** The list of everything, or of one maker, series, artist, illustrator or genre. */
function WorksHeading({ search, head, total }: WorksHeadingProps) {
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

interface SortMenuProps {
  readonly sort: WorkSort | undefined
  /** Whether it is a search: only that has better and worse matches. */
  readonly isSearch: boolean
  readonly onChange: (sort: WorkSort) => void
}

function SortMenu({ sort, isSearch, onChange }: SortMenuProps) {
  const t = useT()
  const offered = workSorts.filter((option) => isSearch || option !== 'relevance')
  const usual = isSearch ? 'relevance' : defaultWorkSort
  return (
    <SelectMenu
      label={t('works.sort')}
      value={sort && offered.includes(sort) ? sort : usual}
      options={offered.map((value) => ({ value, label: t(`sort.${value}`) }))}
      onChange={onChange}
    />
  )
}

const pictures = { comfortable: IconLayoutGrid, compact: IconGrid4x4, rows: IconList } as const

/** The platform's own list behind a picture of what is chosen: there is no room for words beside the order. */
function DensityMenu() {
  const t = useT()
  const density = useSettings((settings) => settings.density)
  const Picture = pictures[density]
  return (
    <span className="btn relative w-9 shrink-0 px-0 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-acc pointer-coarse:w-11">
      <Picture size={17} aria-hidden />
      <select
        className="absolute inset-0 w-full cursor-pointer appearance-none opacity-0"
        aria-label={t('settings.density')}
        title={t('settings.density')}
        value={density}
        onChange={(event) => {
          const chosen = densities.find((one) => one === event.target.value)
          if (chosen) changeSettings({ density: chosen })
        }}
      >
        {densities.map((one) => (
          <option key={one} value={one}>
            {t(`settings.${one}`)}
          </option>
        ))}
      </select>
    </span>
  )
}

import { defaultWorkSort, type WorkSort, workSorts } from '@koedana/contract/filters.ts'
import type { ResponseBody } from '@koedana/contract/kit/endpoint.ts'
import type { listWorks } from '@koedana/contract/works.ts'
import { IconAdjustmentsHorizontal, IconArrowsSort } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { lazy, memo, type ReactNode, Suspense } from 'react'
import { useIsAdmin } from '../../domain/session.ts'
import { useT } from '../../lib/i18n.ts'
import { useDocumentTitle } from '../../ui/page.tsx'
import { ListTitle, PageHead } from '../../ui/page-head.tsx'
import { SelectMenu } from '../../ui/select-menu.tsx'
import { activeFilterOf } from './active-filter.rules.ts'
import type { WorksSearch } from './filter-url.rules.ts'
import type { ChangeFilter } from './filters/change-filter.ts'
import type { HeadEntity } from './head-entity.ts'
import { newSeed } from './random-seed.ts'

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
  /** The entity whose page the list is. */
  readonly head: HeadEntity | undefined
  /** Undefined while loading. */
  readonly counts: Pick<ResponseBody<typeof listWorks>, 'total' | 'hidden' | 'popularPeriod'> | undefined
  readonly onChange: ChangeFilter
  readonly onClear: () => void
  readonly onOpenFilters: () => void
}

export const WorksHead = memo(function WorksHead({
  search,
  head,
  counts,
  onChange,
  onClear,
  onOpenFilters,
}: WorksHeadProps) {
  const t = useT()
  const hash = useLocation({ select: (location) => location.hash })
  return (
    <div className="flex flex-col gap-3 pb-3 md:pb-4">
      <PageHead
        tools={<Tools search={search} head={head} onChange={onChange} onOpenFilters={onOpenFilters} />}
      >
        <WorksHeading search={search} head={head} total={counts?.total} />
      </PageHead>
      {(search.sort === 'random' || search.sort === 'popular') && (
        // Below the menu, which keeps its position.
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
      <Line isOffPhones={isOnlyHeadFilter(search, head)}>
        <ActiveFilters search={search} onChange={onChange} onClear={onClear} />
      </Line>
      <Line isOffPhones>
        <BrowseBy search={search} head={head} />
      </Line>
      {head && (
        <Line isOffPhones={hash !== similarHash}>
          <SimilarEntities {...head} />
        </Line>
      )}
    </div>
  )
})

interface LineProps {
  readonly children: ReactNode
  /** Hidden on phones. */
  readonly isOffPhones?: boolean
}

/** The menu of an entity links to this anchor. */
const similarHash = 'similar-entities'

/** Takes no space while it is empty. */
function Line({ children, isOffPhones = false }: LineProps) {
  return (
    <div className={`min-w-0 empty:hidden ${isOffPhones ? 'max-md:hidden' : ''}`}>
      <Suspense>{children}</Suspense>
    </div>
  )
}

/** Returns whether the entity of the page is the only filter. */
function isOnlyHeadFilter(search: WorksSearch, head: HeadEntity | undefined): boolean {
  if (head === undefined || search.q) return false
  const narrowing = Object.entries(activeFilterOf(search) ?? {}).filter(([, value]) => value !== undefined)
  return narrowing.map(([field]) => field).join() === head.kind
}

function Tools({ search, head, onChange, onOpenFilters }: Omit<WorksHeadProps, 'counts' | 'onClear'>) {
  const t = useT()
  return (
    <>
      <button
        type="button"
        className="btn max-md:w-9 max-md:px-0 pointer-coarse:max-md:w-11 xl:hidden"
        onClick={onOpenFilters}
      >
        <IconAdjustmentsHorizontal size={17} aria-hidden />
        <span className="max-md:sr-only">{t('works.filters')}</span>
      </button>
      <SortMenu
        isSearch={Boolean(search.q)}
        sort={search.sort}
        onChange={(sort) => onChange({ sort, seed: sort === 'random' ? newSeed() : undefined })}
      />
      <div className="flex w-24 items-center max-xl:hidden">
        <Suspense>
          <CardSize />
        </Suspense>
      </div>
      {/* Hidden on phones on entity pages, where the name needs the space. */}
      <div className={`w-9 shrink-0 pointer-coarse:w-11 ${head ? 'max-md:hidden' : ''}`}>
        <Suspense>
          <DensityMenu />
        </Suspense>
      </div>
    </>
  )
}

const EntityHeading = lazy(() =>
  import('./entity-heading.tsx').then(({ EntityHeading }) => ({ default: EntityHeading })),
)

const lookOf = () => import('./list-layout-controls.tsx')
const CardSize = lazy(() => lookOf().then(({ CardSizeSlider }) => ({ default: CardSizeSlider })))
const DensityMenu = lazy(() => lookOf().then(({ LayoutMenu }) => ({ default: LayoutMenu })))

const AddWork = lazy(() => import('./edit/add-work.tsx').then(({ AddWork }) => ({ default: AddWork })))

interface WorksHeadingProps {
  readonly search: WorksSearch
  /** The entity whose page the list is. */
  readonly head: HeadEntity | undefined
  /** Undefined while loading. */
  readonly total: number | undefined
}

function WorksHeading({ search, head, total }: WorksHeadingProps) {
  if (!head) return <PlainHeading search={search} total={total} />
  return (
    <Suspense fallback={<div className="h-11 md:h-20" />}>
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
      {/* Wraps below the heading if there is no room. */}
      <div className="flex flex-wrap items-center gap-x-4 max-md:flex-1 max-md:gap-x-2">
        <ListTitle value="works" search={activeFilterOf(search) ?? {}}>
          {t('works.title')}
        </ListTitle>
        <p className="leading-tight text-mut max-md:text-[13px]" aria-live="polite">
          {total === undefined ? '' : t('works.count', { count: total })}
        </p>
      </div>
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
  /** Whether there is a search text: only then are there better and worse matches. */
  readonly isSearch: boolean
  readonly onChange: (sort: WorkSort) => void
}

function SortMenu({ sort, isSearch, onChange }: SortMenuProps) {
  const t = useT()
  const offered = workSorts.filter((option) => isSearch || option !== 'relevance')
  const defaultSort = isSearch ? 'relevance' : defaultWorkSort
  return (
    <SelectMenu
      label={t('works.sort')}
      icon={IconArrowsSort}
      value={sort && offered.includes(sort) ? sort : defaultSort}
      options={offered.map((value) => ({ value, label: t(`sort.${value}`) }))}
      onChange={onChange}
    />
  )
}

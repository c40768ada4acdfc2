import { useT } from '../../lib/i18n.ts'
import { Skeleton } from '../../ui/page.tsx'

/** The shape of the page before its answer comes; the same heights, so nothing jumps. */
export function HomeSkeleton() {
  const t = useT()
  return (
    <div role="status" aria-label={t('common.loading')}>
      <Skeleton className="h-[35px] w-56" />
      <Skeleton className="mt-2 h-5 w-72 max-w-full" />
      <RowSkeleton />
      <RowSkeleton />
    </div>
  )
}

function RowSkeleton() {
  return (
    <div className="mt-10">
      <Skeleton className="mb-4 h-7 w-32" />
      <div className="grid auto-cols-[44%] grid-flow-col gap-4 overflow-hidden sm:auto-cols-[210px] md:gap-5">
        {columns.map((column) => (
          <div key={column}>
            <Skeleton className="aspect-4/3 w-full" />
            <Skeleton className="mt-3 h-4 w-11/12" />
            <Skeleton className="mt-2 h-4 w-1/2" />
          </div>
        ))}
      </div>
    </div>
  )
}

const columns = [1, 2, 3, 4, 5, 6, 7]

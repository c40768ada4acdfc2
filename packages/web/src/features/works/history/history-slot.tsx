import { lazy, Suspense } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useIsNearViewport } from '../../../lib/use-is-near-viewport.ts'
import { Skeleton } from '../../../ui/page.tsx'

const WorkHistory = lazy(() =>
  import('./work-history.tsx').then(({ WorkHistory }) => ({ default: WorkHistory })),
)

/** The chart; its code and data load when it comes near the viewport. */
export function HistorySlot({ id }: { readonly id: string }) {
  const t = useT()
  const [ref, isNear] = useIsNearViewport<HTMLElement>()
  return (
    <section ref={ref} aria-labelledby="history">
      <h2 id="history" className="mb-3 text-lg font-semibold tracking-tight">
        {t('history.title')}
      </h2>
      {isNear && (
        <Suspense fallback={<Skeleton className="h-24 rounded-card!" />}>
          <WorkHistory id={id} />
        </Suspense>
      )}
    </section>
  )
}

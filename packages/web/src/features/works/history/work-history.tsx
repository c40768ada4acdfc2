import { useQuery } from '@tanstack/react-query'
import { useT } from '../../../lib/i18n.ts'
import { ErrorState, Skeleton } from '../../../ui/page.tsx'
import { HistoryChart } from './history-chart.tsx'
import { HistoryTable, workHistoryQuery } from './history-table.tsx'

/** Sales and price over time: as a chart, and as the same numbers in a table. Import it lazily. */
export function WorkHistory({ id }: { readonly id: string }) {
  const t = useT()
  const { data, error, refetch } = useQuery(workHistoryQuery(id))
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-24 rounded-card!" />
  const points = data.points.filter(({ price, sales }) => price !== null || sales !== null)
  if (points.length < 2) return <p className="max-w-prose text-sm text-mut">{t('history.fresh')}</p>
  return (
    <div className="rounded-card border border-line bg-surface p-4">
      <HistoryChart points={points} />
      <HistoryTable points={points} />
    </div>
  )
}

import { getWorkHistory, type HistoryPoint } from '@koedana/contract/works.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../domain/api.ts'
import { useListeningWords } from '../../../domain/listening-words.ts'
import { useFormat, useT } from '../../../lib/i18n.ts'
import { ErrorState, Skeleton } from '../../../ui/page.tsx'
import { HistoryChart } from './history-chart.tsx'

/** Sales and price over time: as a chart, and as the same numbers in a table. Import it lazily. */
export function WorkHistory({ id }: { readonly id: string }) {
  useListeningWords()
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

/** Shows every number of the chart, the latest first. */
function HistoryTable({ points }: { readonly points: readonly HistoryPoint[] }) {
  const t = useT()
  const format = useFormat()
  return (
    <details className="mt-3 text-sm">
      <summary className="-ml-2 inline-flex min-h-9 items-center rounded-full px-2 text-[13px] font-medium text-acc hover:bg-soft pointer-coarse:min-h-11">
        {t('history.table')}
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without the focus the keys could not scroll it */}
      <section tabIndex={0} aria-label={t('history.title')} className="mt-2 max-h-72 overflow-y-auto">
        <table className="w-full text-right">
          <thead className="sticky top-0 bg-surface text-mut">
            <tr className="*:py-1.5 *:font-medium">
              <th scope="col" className="text-left">
                {t('history.date')}
              </th>
              <th scope="col">{t('work.sales')}</th>
              <th scope="col">{t('work.price')}</th>
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map(({ date, sales, price }) => (
              <tr key={date} className="border-t border-line *:py-1.5">
                <th scope="row" className="text-left font-normal">
                  {format.date(date)}
                </th>
                <td>{sales === null ? '–' : format.number(sales)}</td>
                <td>{price === null ? '–' : format.price(price)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}

const workHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: ['work-history', id],
    queryFn: ({ signal }) => call(getWorkHistory, { params: { id } }, signal),
  })

import { getWorkHistory, type HistoryPoint } from '@koedana/contract/works.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../domain/api.ts'
import { useFormat, useT } from '../../../lib/i18n.ts'

/** Every number of the chart, the latest first. */
export function HistoryTable({ points }: { readonly points: readonly HistoryPoint[] }) {
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

export const workHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: ['work-history', id],
    queryFn: ({ signal }) => call(getWorkHistory, { params: { id } }, signal),
  })

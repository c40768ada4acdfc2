import { getWorkHistory, type HistoryPoint } from '@koedana/contract/works.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { call } from '../../../domain/api.ts'
import { useListeningWords } from '../../../domain/listening-words.ts'
import { useFormat, useT } from '../../../lib/i18n.ts'
import { ErrorState, Skeleton } from '../../../ui/page.tsx'
import {
  type Box,
  linePath,
  nearest,
  type Plot,
  plotOf,
  pointAfterKey,
  positionBetween,
  stepPath,
} from './scale.rules.ts'

/** Sales and price over time, as a chart and as a table. Load lazily. */
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

function HistoryTable({ points }: { readonly points: readonly HistoryPoint[] }) {
  const t = useT()
  const format = useFormat()
  return (
    <details className="mt-3 text-sm">
      <summary className="-ml-2 inline-flex min-h-9 items-center rounded-full px-2 text-[13px] font-medium text-acc hover:bg-soft pointer-coarse:min-h-11">
        {t('history.table')}
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without focus, keys could not scroll it */}
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

/** A chart of at least two points. Arrow keys and the pointer select a point, whose numbers are shown above. */
function HistoryChart({ points }: { readonly points: readonly HistoryPoint[] }) {
  const t = useT()
  const read = useReadout()
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const last = points.length - 1
  const [chosen, choose] = useState(last)
  const at = Math.min(chosen, last)
  const box = { left: 48, right: Math.max(120, width - 56), top: 12, bottom: height - 26 }
  const plot = plotOf(points, box)
  const follow = (event: PointerEvent) =>
    choose(nearest(plot.positions, event.clientX - event.currentTarget.getBoundingClientRect().left))
  const step = (event: KeyboardEvent) => {
    const to = pointAfterKey(event.key, at, last)
    if (to === undefined) return
    event.preventDefault()
    choose(to)
  }
  const x = plot.positions[at] ?? 0
  return (
    <>
      <Legend text={read(points[at])} />
      <div
        ref={frame}
        role="slider"
        tabIndex={0}
        aria-label={t('history.title')}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={at + 1}
        aria-valuetext={read(points[at]).join(', ')}
        className="cursor-crosshair touch-pan-y rounded-xl"
        onKeyDown={step}
        onPointerMove={follow}
        onPointerDown={follow}
      >
        <svg width="100%" height={height} aria-hidden="true">
          <Axes plot={plot} box={box} first={points[0]?.date} last={points[last]?.date} />
          <line x1={x} x2={x} y1={box.top} y2={box.bottom} className="stroke-mut" strokeDasharray="3 3" />
          <path d={stepPath(plot.priceDots)} className="fill-none stroke-mut" strokeWidth={1.5} />
          <path d={linePath(plot.salesDots)} className="fill-none stroke-acc" strokeWidth={2} />
          {plot.priceDots.map((dot) => dot.x === x && <Mark key="price" {...dot} className="fill-mut" />)}
          {plot.salesDots.map((dot) => dot.x === x && <Mark key="sales" {...dot} className="fill-acc" />)}
        </svg>
      </div>
    </>
  )
}

const height = 220

function Mark({ x, y, className }: { readonly x: number; readonly y: number; readonly className: string }) {
  return <circle cx={x} cy={y} r={4} className={className} />
}

/** Date, sales and price of the selected point, in the colors of their lines. */
function Legend({ text: [date, sales, price] }: { readonly text: readonly string[] }) {
  return (
    <p className="mb-2 flex flex-wrap gap-x-4 text-[13px]" aria-hidden="true">
      <span className="font-semibold">{date}</span>
      <span className="text-acc">{sales}</span>
      <span className="text-mut">{price}</span>
    </p>
  )
}

function useReadout() {
  const t = useT()
  const format = useFormat()
  return (point: HistoryPoint | undefined): readonly string[] => {
    if (!point) return []
    const { date, sales, price } = point
    return [
      format.date(date),
      `${t('work.sales')} ${sales === null ? '–' : format.number(sales)}`,
      `${t('work.price')} ${price === null ? '–' : format.price(price)}`,
    ]
  }
}

/** Returns the width in pixels, before the first paint and after each change. */
function useWidth(frame: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  return width
}

interface AxesProps {
  readonly plot: Plot
  readonly box: Box
  readonly first: string | undefined
  readonly last: string | undefined
}

/** Sales on the left with grid lines, price on the right, the first and the last day below. */
function Axes({ plot, box, first, last }: AxesProps) {
  const format = useFormat()
  const { left, right, top, bottom } = box
  const heightOf = (value: number, scale: Plot['sales']) => positionBetween(value, scale, [bottom, top])
  return (
    <g className="fill-mut text-[11px]">
      {plot.salesDots.length > 0 &&
        plot.sales.ticks.map((tick) => {
          const y = heightOf(tick, plot.sales)
          return (
            <g key={tick}>
              <line x1={left} x2={right} y1={y} y2={y} className="stroke-line" />
              <text x={left - 8} y={y + 4} textAnchor="end" className="fill-acc">
                {format.compact(tick)}
              </text>
            </g>
          )
        })}
      {plot.priceDots.length > 0 &&
        plot.price.ticks.map((tick) => (
          <text key={tick} x={right + 8} y={heightOf(tick, plot.price) + 4}>
            {format.price(tick)}
          </text>
        ))}
      <text x={left} y={bottom + 20}>
        {first && format.date(first)}
      </text>
      <text x={right} y={bottom + 20} textAnchor="end">
        {last && format.date(last)}
      </text>
    </g>
  )
}

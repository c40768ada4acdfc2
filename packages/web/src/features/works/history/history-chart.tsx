import type { HistoryPoint } from '@koedana/contract/works.ts'
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { useT } from '../../../lib/i18n.ts'
import { Axes } from './axes.tsx'
import { plotOf } from './plot.rules.ts'
import { linePath, nearest, pointAfterKey, stepPath } from './scale.rules.ts'

/** Two points at least. Arrow keys and the pointer lead from point to point, whose numbers stand above. */
export function HistoryChart({ points }: { readonly points: readonly HistoryPoint[] }) {
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
    choose(nearest(plot.places, event.clientX - event.currentTarget.getBoundingClientRect().left))
  const step = (event: KeyboardEvent) => {
    const to = pointAfterKey(event.key, at, last)
    if (to === undefined) return
    event.preventDefault()
    choose(to)
  }
  const x = plot.places[at] ?? 0
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

/** Day, sales and price of the chosen point, in the colours of their lines. */
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

/** In pixels, before the first paint and whenever it changes. */
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

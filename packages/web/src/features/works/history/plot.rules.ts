/** A history as lines within a box: sales by the scale at the left, price by the one at the right. */
import type { HistoryPoint } from '@koedana/contract/works.ts'
import { type Dot, dayOf, placeBetween, type Scale, scaleOf } from './scale.rules.ts'

export interface Plot {
  readonly sales: Scale
  readonly price: Scale
  /** The place of each point, in pixels. */
  readonly places: readonly number[]
  readonly salesDots: readonly Dot[]
  readonly priceDots: readonly Dot[]
}

/** A box in pixels of the drawing; the y axis points down. */
export interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Unknown values leave no dot; the line goes on to the next known one. */
export function plotOf(points: readonly HistoryPoint[], { left, right, top, bottom }: Box): Plot {
  const days = points.map(({ date }) => dayOf(date))
  const span = { min: Math.min(...days), max: Math.max(...days) }
  const places = days.map((day) => placeBetween(day, span, [left, right]))
  const sales = scaleOf(known(points.map((point) => point.sales)))
  const price = scaleOf(known(points.map((point) => point.price)))
  const dots = (field: 'sales' | 'price', scale: Scale): Dot[] =>
    points.flatMap(({ [field]: value }, at) =>
      value === null ? [] : [{ x: places[at] ?? left, y: placeBetween(value, scale, [bottom, top]) }],
    )
  return { sales, price, places, salesDots: dots('sales', sales), priceDots: dots('price', price) }
}

const known = (values: readonly (number | null)[]) => values.filter((value) => value !== null)

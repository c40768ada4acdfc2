/** The positions of the points of a chart. Pure: numbers and days in, pixels out. */
import type { HistoryPoint } from '@koedana/contract/works.ts'

interface Scale {
  readonly min: number
  readonly max: number
  /** Round values, the lowest and the highest included. */
  readonly ticks: readonly number[]
}

interface Dot {
  readonly x: number
  readonly y: number
}

/** Round steps of 1, 2 or 5 around the values, three to six of them, whole numbers at least. */
export function scaleOf(values: readonly number[]): Scale {
  const low = Math.min(...values)
  const high = Math.max(...values)
  if (values.length === 0) return { min: 0, max: 1, ticks: [0, 1] }
  const step = roundStep((high - low) / wantedSteps)
  const min = Math.max(0, Math.floor(low / step) * step)
  const top = Math.ceil(high / step) * step
  const max = top > min ? top : min + step
  const count = Math.round((max - min) / step)
  return { min, max, ticks: Array.from({ length: count + 1 }, (_, at) => min + at * step) }
}

/** Days since 1970 of `YYYY-MM-DD`, or of an instant that begins so. */
export const dayOf = (date: string): number => Date.parse(date.slice(0, 10)) / millisecondsPerDay

/** Returns a value between `min` and `max` as a position between `from` and `to`; in the middle if there is only one. */
export function positionBetween(
  value: number,
  { min, max }: Pick<Scale, 'min' | 'max'>,
  [from, to]: Range,
): number {
  return max === min ? (from + to) / 2 : from + ((value - min) / (max - min)) * (to - from)
}
export type Range = readonly [from: number, to: number]

/** Returns the path from dot to dot. */
export const linePath = (dots: readonly Dot[]): string =>
  dots.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('')

/** A value holds until the next one: along first, then up or down. */
export const stepPath = (dots: readonly Dot[]): string =>
  dots.map(({ x, y }, at) => (at === 0 ? `M${round(x)} ${round(y)}` : `H${round(x)}V${round(y)}`)).join('')

/** Returns the index of the position nearest to `x`. */
export function nearest(positions: readonly number[], x: number): number {
  const distances = positions.map((position) => Math.abs(position - x))
  return Math.max(0, distances.indexOf(Math.min(...distances)))
}

/** The point a key leads to, undefined for keys that lead nowhere. */
export function pointAfterKey(key: string, at: number, last: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    Home: 0,
    End: last,
  }
  const to = steps[key]
  return to === undefined ? undefined : Math.max(0, Math.min(last, to))
}

const wantedSteps = 4
const millisecondsPerDay = 86_400_000
const round = (value: number) => Math.round(value * 10) / 10

function roundStep(rough: number): number {
  if (rough <= 1) return 1
  const size = 10 ** Math.floor(Math.log10(rough))
  const factor = [1, 2, 5].find((one) => one * size >= rough) ?? 10
  return factor * size
}

/** A history as lines within a box: sales by the scale at the left, price by the one at the right. */
export interface Plot {
  readonly sales: Scale
  readonly price: Scale
  /** The position of each point, in pixels. */
  readonly positions: readonly number[]
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
  const positions = days.map((day) => positionBetween(day, span, [left, right]))
  const sales = scaleOf(known(points.map((point) => point.sales)))
  const price = scaleOf(known(points.map((point) => point.price)))
  const dots = (field: 'sales' | 'price', scale: Scale): Dot[] =>
    points.flatMap(({ [field]: value }, at) =>
      value === null ? [] : [{ x: positions[at] ?? left, y: positionBetween(value, scale, [bottom, top]) }],
    )
  return { sales, price, positions, salesDots: dots('sales', sales), priceDots: dots('price', price) }
}

const known = (values: readonly (number | null)[]) => values.filter((value) => value !== null)

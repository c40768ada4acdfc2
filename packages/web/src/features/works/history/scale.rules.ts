/** Pure geometry of the chart: converts values and days to pixels. */
import type { HistoryPoint } from '@koedana/contract/works.ts'

interface Scale {
  readonly min: number
  readonly max: number
  /** Round values, including the lowest and the highest. */
  readonly ticks: readonly number[]
}

interface Dot {
  readonly x: number
  readonly y: number
}

/** Returns a scale with round steps of 1, 2 or 5 times a power of ten, about three to six of them, in whole numbers. */
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

/** Returns the days since the Unix epoch of `YYYY-MM-DD`, or of an instant. */
export const dayOf = (date: string): number => Date.parse(date.slice(0, 10)) / millisecondsPerDay

/** Maps a value between `min` and `max` to a position between `from` and `to`; to the middle if both are equal. */
export function positionBetween(
  value: number,
  { min, max }: Pick<Scale, 'min' | 'max'>,
  [from, to]: Range,
): number {
  return max === min ? (from + to) / 2 : from + ((value - min) / (max - min)) * (to - from)
}
export type Range = readonly [from: number, to: number]

export const linePath = (dots: readonly Dot[]): string =>
  dots.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('')

/** Returns an SVG step path: a value holds until the next one. */
export const stepPath = (dots: readonly Dot[]): string =>
  dots.map(({ x, y }, at) => (at === 0 ? `M${round(x)} ${round(y)}` : `H${round(x)}V${round(y)}`)).join('')

export function nearest(positions: readonly number[], x: number): number {
  const distances = positions.map((position) => Math.abs(position - x))
  return Math.max(0, distances.indexOf(Math.min(...distances)))
}

/** Returns the point that a key moves to; undefined for other keys. */
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

/** A chart with sales on the left axis and price on the right axis. */
export interface Plot {
  readonly sales: Scale
  readonly price: Scale
  /** The x coordinate of each point in pixels. */
  readonly positions: readonly number[]
  readonly salesDots: readonly Dot[]
  readonly priceDots: readonly Dot[]
}

/** In pixels of the drawing; the y axis points down. */
export interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Unknown values have no dot; the line continues to the next known value. */
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

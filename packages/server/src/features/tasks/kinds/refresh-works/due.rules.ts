/** Decides which works want their numbers read again: young, announced, reduced and well sold ones daily, the others weekly. */
import type { Availability } from '@koedana/contract/values.ts'

export interface Refreshed {
  /** `YYYY-MM-DD` */
  readonly released_on: string | null
  readonly availability: Availability
  readonly price: number | null
  readonly list_price: number | null
  readonly sales: number | null
  /** Its numbers were last read; null before. */
  readonly numbers_at: string | null
  /** The time before which it is not requested again, since it was not there. */
  readonly retry_at: string | null
}

export interface Moment {
  readonly now: string
  /** Sold this often and more, a work is one of the best sold. */
  readonly topSales: number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const youngDays = 90
/** It is four hours less than a day, so that a daily run that is early once misses nothing. */
const dailyMs = dayMs - 4 * hourMs
const weeklyMs = 7 * dayMs - 4 * hourMs

export function isDue(work: Refreshed, moment: Moment): boolean {
  if (!mayBeLookedUp(work, moment.now)) return false
  if (work.numbers_at === null) return true
  const age = Date.parse(moment.now) - Date.parse(work.numbers_at)
  return age >= (isLively(work, moment) ? dailyMs : weeklyMs)
}

/** Returns whether what was last said of its absence allows a lookup. */
export const mayBeLookedUp = ({ retry_at }: Pick<Refreshed, 'retry_at'>, now: string): boolean =>
  retry_at === null || retry_at <= now

function isLively(work: Refreshed, { now, topSales }: Moment): boolean {
  if (work.availability === 'unavailable') return false
  if (work.availability === 'announced') return true
  if (work.released_on !== null && Date.parse(now) - Date.parse(work.released_on) <= youngDays * dayMs)
    return true
  const isReduced = work.price !== null && work.list_price !== null && work.price < work.list_price
  return isReduced || (work.sales !== null && work.sales >= topSales)
}

/** Two in a hundred of those that sold at all. */
const topShare = 0.02

export function topSalesOf(sales: readonly number[]): number {
  const sold = sales.filter((count) => count > 0).sort((a, b) => b - a)
  return sold[Math.floor(sold.length * topShare)] ?? Number.POSITIVE_INFINITY
}

/** Decides which works need new numbers. New, announced, discounted and best-selling works are refreshed daily, others weekly. */
import type { Availability } from '@koedana/contract/values.ts'

export interface RefreshCandidate {
  /** `YYYY-MM-DD` */
  readonly released_on: string | null
  readonly availability: Availability
  readonly price: number | null
  readonly list_price: number | null
  readonly sales: number | null
  /** Time of the last reading of its numbers, or null before. */
  readonly numbers_at: string | null
  /** The work was absent and is not requested again before this time. */
  readonly retry_at: string | null
}

export interface Moment {
  readonly now: string
  /** Works with at least this many sales are best-selling. */
  readonly topSales: number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const youngDays = 90
/** Four hours less than a day, so that a daily run that starts early still finds all works due. */
const dailyMs = dayMs - 4 * hourMs
const weeklyMs = 7 * dayMs - 4 * hourMs

export function isDue(work: RefreshCandidate, moment: Moment): boolean {
  if (!canLookUp(work, moment.now)) return false
  if (work.numbers_at === null) return true
  const age = Date.parse(moment.now) - Date.parse(work.numbers_at)
  return age >= (isLively(work, moment) ? dailyMs : weeklyMs)
}

/** Returns whether a previous absence allows a lookup now. */
export const canLookUp = ({ retry_at }: Pick<RefreshCandidate, 'retry_at'>, now: string): boolean =>
  retry_at === null || retry_at <= now

function isLively(work: RefreshCandidate, { now, topSales }: Moment): boolean {
  if (work.availability === 'unavailable') return false
  if (work.availability === 'announced') return true
  if (work.released_on !== null && Date.parse(now) - Date.parse(work.released_on) <= youngDays * dayMs)
    return true
  const isReduced = work.price !== null && work.list_price !== null && work.price < work.list_price
  return isReduced || (work.sales !== null && work.sales >= topSales)
}

/** Best-selling works are the top 2% of all works with sales. */
const topShare = 0.02

export function topSalesOf(sales: readonly number[]): number {
  const sold = sales.filter((count) => count > 0).sort((a, b) => b - a)
  return sold[Math.floor(sold.length * topShare)] ?? Number.POSITIVE_INFINITY
}

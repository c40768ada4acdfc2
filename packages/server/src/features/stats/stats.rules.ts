/** Statistics over time: which values are stored and kept, and how much sales grew. Days are whole days since 1970, UTC. */
import { type HistoryNumber, historyNumbers } from '@koedana/contract/field-lists.ts'
import type { HistoryPoint } from '@koedana/contract/works.ts'
import { columnOf, type NumberColumns, readNumbers } from '../../db/number-columns.rules.ts'
import type { WorkStatsTable } from '../../db/tables/catalogue.ts'

export const countedColumns = historyNumbers.map(columnOf)

/** The numbers of a day; null means unknown. */
export type DailyNumbers = Readonly<NumberColumns<HistoryNumber>>

/** Returns whether a day needs a row. Without a row, the numbers count as unchanged. */
export function needsRow(numbers: DailyNumbers, before: DailyNumbers | undefined): boolean {
  return countedColumns.some((column) => numbers[column] !== (before?.[column] ?? null))
}

export const periodDays = { daily: 1, weekly: 7, monthly: 30, yearly: 365 } as const

export type GrowthPeriod = keyof typeof periodDays

/** Sales gained or lost in each period; undefined if the sales at its start are unknown. */
export type Growth = Readonly<Record<GrowthPeriod, number | undefined>>

export interface SalesAt {
  readonly day: number
  readonly sales: number
}

/** The known numbers next to a day: the last one up to it, and the first one after it. */
export interface NeighborSales {
  readonly before: SalesAt | undefined
  readonly after: SalesAt | undefined
}

/** Computes the growth. `latest` are the current sales; `startOf` returns the known numbers around the start of a period. */
export function growthOf(
  today: number,
  latest: number,
  startOf: (period: GrowthPeriod) => NeighborSales,
): Growth {
  const over = (period: GrowthPeriod) => {
    const start = interpolateSales(today - periodDays[period], startOf(period))
    return start === undefined ? undefined : latest - start
  }
  return { daily: over('daily'), weekly: over('weekly'), monthly: over('monthly'), yearly: over('yearly') }
}

/** Returns whole sales at the end of a day, interpolated linearly if the day has no row. */
export function interpolateSales(day: number, { before, after }: NeighborSales): number | undefined {
  if (!before) return undefined
  if (!after || before.day === day) return before.sales
  const share = (day - before.day) / (after.day - before.day)
  return Math.round(before.sales + (after.sales - before.sales) * share)
}

const daysInWeek = 7
/** A "month" of rows: whole weeks, so that repeated thinning keeps the same rows as thinning once. */
export const daysInMonth = 4 * daysInWeek
const dailyRetentionDays = 90
const weeklyRetentionDays = 730

/** Returns the first day from which every row is still kept. */
export const firstUnthinnedDay = (today: number): number => spanStart(today - dailyRetentionDays, daysInWeek)

/** Returns whether a row is deleted, because the next row of the work is in the same old week or the same older month. */
export function isThinned(day: number, next: number, today: number): boolean {
  const isTogether = (days: number) => spanStart(day, days) === spanStart(next, days)
  if (spanStart(day, daysInMonth) + daysInMonth <= today - weeklyRetentionDays) return isTogether(daysInMonth)
  return day < firstUnthinnedDay(today) && isTogether(daysInWeek)
}

/** Spans begin on Mondays. */
const spanStart = (day: number, days: number) => Math.floor((day - monday) / days) * days + monday

/** 1970-01-05 */
const monday = 4

export function pointOf(row: WorkStatsTable): HistoryPoint {
  return {
    date: new Date(row.day * 86_400_000).toISOString().slice(0, 10),
    ...readNumbers(historyNumbers, row),
  }
}

export interface Month {
  readonly year: number
  /** 0 is January; values outside 0 to 11 continue into the adjacent years. */
  readonly month: number
}

/** Returns the first and the last day as `YYYY-MM-DD`. */
export function daysOf({ year, month }: Month): { from: string; to: string } {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  return { from: day(Date.UTC(year, month, 1)), to: day(Date.UTC(year, month + 1, 0)) }
}

export const addMonths = ({ year, month }: Month, by: 1 | -1): Month => {
  const first = new Date(Date.UTC(year, month + by, 1))
  return { year: first.getUTCFullYear(), month: first.getUTCMonth() }
}

export const monthOf = (at: Date): Month => ({ year: at.getFullYear(), month: at.getMonth() })

/** Returns the month as `YYYY-MM`, for the URL. */
export const formatMonth = (month: Month): string => daysOf(month).from.slice(0, 7)

export const parseMonth = (name: string): Month => {
  const [year = 0, month = 0] = name.split('-').map(Number)
  return { year, month: month - 1 }
}

/** Returns the local date as `YYYY-MM-DD`. */
export const todayOf = (at: Date): string =>
  new Date(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate())).toISOString().slice(0, 10)

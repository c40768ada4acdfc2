/** The calendar's month is in the URL, so that it is restored when the user returns from a work. */
import * as v from 'valibot'
import { useSearchState } from '../../../lib/use-search-state.ts'
import { formatMonth, type Month, monthOf, parseMonth } from './months.rules.ts'

const Address = v.object({ month: v.optional(v.pipe(v.string(), v.regex(/^(19|20)\d\d-(0[1-9]|1[0-2])$/))) })

/** Returns the month of the URL or the current one, and a function to change it. */
export function useMonth() {
  const [{ month }, change] = useSearchState(Address)
  const shown = month === undefined ? monthOf(new Date()) : parseMonth(month)
  return [shown, (next: Month) => change({ month: formatMonth(next) })] as const
}

import { Period } from '@koedana/contract/values.ts'
import * as v from 'valibot'

/** Returns the period a page's address names; without one, or with one that means nothing, none. */
export function readPeriodUrl({ period }: Readonly<Record<string, unknown>>): {
  period?: Period | undefined
} {
  return { period: v.is(Period, period) ? period : undefined }
}

import { Period } from '@koedana/contract/values.ts'
import * as v from 'valibot'

/** Returns the period in the page's URL; undefined if it is missing or invalid. */
export function readPeriodUrl({ period }: Readonly<Record<string, unknown>>): {
  period?: Period | undefined
} {
  return { period: v.is(Period, period) ? period : undefined }
}

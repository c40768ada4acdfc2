/** How a work stands on the marketplace: its age category, and whether it can be had. */
import type { AgeCategory, Availability } from '@koedana/contract/values.ts'

interface Aged {
  readonly age_category?: number | undefined
  readonly age_category_string?: string | undefined
}

export const ageOf = ({ age_category, age_category_string }: Aged): AgeCategory | undefined =>
  byNumber.get(age_category) ?? byWord.get(age_category_string)

const byNumber = new Map<number | undefined, AgeCategory>([
  [1, 'all'],
  [2, 'r15'],
  [3, 'r18'],
])
const byWord = new Map<string | undefined, AgeCategory>([
  ['general', 'all'],
  ['r15', 'r15'],
  ['adult', 'r18'],
])

interface Offered {
  readonly is_ana?: number | undefined
  readonly is_reserve_work?: number | undefined
  readonly on_sale?: number | undefined
}

/** What is announced or can be ordered ahead is not on sale yet. */
export function availabilityOf({ is_ana, is_reserve_work, on_sale }: Offered): Availability | undefined {
  if (is_ana === 1 || is_reserve_work === 1) return 'announced'
  if (on_sale === undefined) return undefined
  return on_sale === 0 ? 'unavailable' : 'on_sale'
}

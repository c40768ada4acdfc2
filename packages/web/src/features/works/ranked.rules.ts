import type { Period } from '@koedana/contract/values.ts'

/** Works in the order `popular`, with the figures of that order. */
export interface RankedWorks<Work> {
  readonly works: readonly Work[]
  /** Copies sold in the period, one number per work. */
  readonly sold: readonly number[]
  /** Null if no sales are known: then nothing is ranked. */
  readonly period: Period | null
}

export interface RankedResponse<Work> {
  readonly items: readonly Work[]
  readonly popularPeriod?: Period | null | undefined
  readonly popularSold?: readonly (number | null)[] | undefined
}

/** Ranks only works with known sales. Works are sorted by sales, so all works after the first without sales have none. */
export function rankedOf<Work>({
  items,
  popularPeriod,
  popularSold,
}: RankedResponse<Work>): RankedWorks<Work> {
  const sold = (popularSold ?? []).flatMap((count) => (count !== null && count > 0 ? [count] : []))
  return { works: items.slice(0, sold.length), sold, period: popularPeriod ?? null }
}

import type { Period } from '@koedana/contract/values.ts'

/** Works in the order `popular`, and what that order goes by. */
export interface Ranked<Work> {
  readonly works: readonly Work[]
  /** Copies sold over the period, one number for each work. */
  readonly sold: readonly number[]
  /** Null if no sales are known: then nothing is ranked. */
  readonly period: Period | null
}

export interface RankedResponse<Work> {
  readonly items: readonly Work[]
  readonly popularPeriod?: Period | null | undefined
  readonly popularSold?: readonly (number | null)[] | undefined
}

/** Only what is known to have sold has a rank: the best come first, so what follows one that has none has none either. */
export function rankedOf<Work>({ items, popularPeriod, popularSold }: RankedResponse<Work>): Ranked<Work> {
  const sold = (popularSold ?? []).flatMap((count) => (count !== null && count > 0 ? [count] : []))
  return { works: items.slice(0, sold.length), sold, period: popularPeriod ?? null }
}

/** Buckets of histograms, in the numbers of the index: even steps where values are spread evenly, growing ones for counts. */
import type { HistogramName } from '@koedana/contract/facets.ts'

/** The least value of each bucket, ascending from 0; the last has no end. */
export function bucketsOf(name: HistogramName): readonly number[] {
  return bounds[name]
}

/** The bucket of a known value; below the first is the first. */
export function bucketOf(name: HistogramName, value: number): number {
  const from = bounds[name]
  let low = 0
  let high = from.length - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (from[middle]! <= value) low = middle
    else high = middle - 1
  }
  return low
}

const even = (step: number, count: number) => Array.from({ length: count }, (_, at) => at * step)
/** 0, 1, 2, 3, 5, 10, 20, 30, 50, 100 … 500,000: people think of counts in these. */
const growing = [
  0,
  ...[1, 10, 100, 1_000, 10_000, 100_000].flatMap((ten) => [1, 2, 3, 5].map((one) => one * ten)),
]

const bounds: Readonly<Record<HistogramName, readonly number[]>> = {
  // Yen, by the marketplace's usual steps.
  price: even(220, 26),
  sales: growing,
  wishlistCount: growing,
  // Hundredths: tenths of a star between 2 and 5, where ratings are.
  rating: [0, ...Array.from({ length: 31 }, (_, at) => 200 + at * 10)],
  ratingCount: growing,
  reviewCount: growing,
  // Seconds: quarters of an hour up to six hours.
  duration: even(900, 25),
}

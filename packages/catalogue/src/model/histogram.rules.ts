/** Histogram buckets: even steps for evenly spread values, growing steps for counts. */
import { type HistogramName, histogramNames } from '@koedana/contract/facets.ts'
import { recordOf } from '@koedana/contract/kit/record-of.ts'
import { type NumberKind, workFields } from '@koedana/contract/work-fields.ts'

/** Returns the minimum of each bucket, ascending from 0; the last bucket has no upper bound. */
export function bucketsOf(name: HistogramName): readonly number[] {
  return bucketMins[name]
}

/** Returns the bucket of a known value; values below the first bucket count as the first. */
export function bucketOf(name: HistogramName, value: number): number {
  const from = bucketMins[name]
  let low = 0
  let high = from.length - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (from[middle]! <= value) low = middle
    else high = middle - 1
  }
  return low
}

const evenSteps = (step: number, count: number) => Array.from({ length: count }, (_, at) => at * step)
/** The round numbers 0, 1, 2, 3, 5, 10, 20, 30, 50, 100 … 500,000. */
const roundCounts = [
  0,
  ...[1, 10, 100, 1_000, 10_000, 100_000].flatMap((ten) => [1, 2, 3, 5].map((one) => one * ten)),
]

const bucketMinsByKind: Readonly<Record<NumberKind, readonly number[]>> = {
  // The usual price steps of the marketplace.
  yen: evenSteps(220, 26),
  count: roundCounts,
  // Hundredths of a star: one bucket below 2, then a bucket per tenth of a star up to 5.
  rating: [0, ...Array.from({ length: 31 }, (_, at) => 200 + at * 10)],
  // Quarters of an hour, up to six hours.
  seconds: evenSteps(900, 25),
}
const bucketMins = recordOf(histogramNames, (name) => bucketMinsByKind[workFields[name].kind])

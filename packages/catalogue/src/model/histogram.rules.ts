/** Buckets of histograms, in the numbers of the index: even steps if values are spread evenly, growing ones for counts. */
import { type HistogramName, histogramNames } from '@koedana/contract/facets.ts'
import { recordOf } from '@koedana/contract/kit/record-of.ts'
import { type NumberKind, workFields } from '@koedana/contract/work-fields.ts'

/** The least value of each bucket, ascending from 0; the last has no end. */
export function bucketsOf(name: HistogramName): readonly number[] {
  return bounds[name]
}

/** Returns the bucket of a known value; below the first is the first. */
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

const boundsByKind: Readonly<Record<NumberKind, readonly number[]>> = {
  // These are the marketplace's usual steps.
  yen: even(220, 26),
  count: growing,
  // These are hundredths: tenths of a star between 2 and 5, where ratings are.
  rating: [0, ...Array.from({ length: 31 }, (_, at) => 200 + at * 10)],
  // These are quarters of an hour up to six hours.
  seconds: even(900, 25),
}
const bounds = recordOf(histogramNames, (name) => boundsByKind[workFields[name].kind])

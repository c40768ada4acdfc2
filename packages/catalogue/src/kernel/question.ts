/** A question as numbers, as `assembly/list.ts` reads it. */
import { entityKinds } from '@koedana/contract/values.ts'
import { numberColumns } from '../columns.ts'
import type { MaskBits } from '../mask.ts'
import { storedSortOf } from '../place.ts'
import { rangesOf, type WorkFilter, type WorkQuery } from '../query.ts'
import { mostRanges, sortNumbers } from './directory.ts'

/** Answers whether it could be said: stored orders, 32-bit numbers, no words to search, and no more than there is room for. */
export type QuestionWriter = (query: WorkQuery, passing: MaskBits) => boolean

export function createQuestionWriter(to: Int32Array): QuestionWriter {
  let at = 0
  let isSayable = true
  const put = (number: number) => {
    to[at] = number
    if (to[at] !== number) isSayable = false
    at += 1
  }
  const putAll = (numbers: readonly number[]) => {
    put(numbers.length)
    for (let next = 0; next < numbers.length; next++) put(numbers[next]!)
  }
  const putFilter = (filter: WorkFilter) => {
    const ranges = rangesOf(filter)
    if (ranges.length > mostRanges) isSayable = false
    put(ranges.length)
    for (const { column, min, max } of ranges) {
      put(numberColumns.indexOf(column))
      put(min)
      put(max)
    }
    put(filter.included.length)
    for (const { kind, keys, match } of filter.included) {
      put(entityKinds.indexOf(kind))
      put(match === 'any' ? 1 : 0)
      putAll(keys)
    }
    put(filter.excluded.length)
    for (const { kind, keys } of filter.excluded) {
      put(entityKinds.indexOf(kind))
      putAll(keys)
    }
    putAll(filter.excludedWorks)
  }
  return (query, { bits, total }) => {
    const sort = query.search || query.sort === 'random' ? undefined : storedSortOf(query)
    if (sort === undefined) return false
    isSayable = true
    // An address may be beyond what the sign leaves.
    to[0] = bits.byteOffset
    at = 1
    put(total)
    put(sortNumbers.get(sort)!)
    put(query.offset)
    put(query.limit)
    put(query.ages)
    put(query.languages)
    put(flagOf(query.inLibrary))
    put(flagOf(query.hasLyrics))
    putFilter(query)
    return isSayable
  }
}

/** 0 either, 1 with, 2 without. */
const flagOf = (wanted: boolean | undefined) => (wanted === undefined ? 0 : wanted ? 1 : 2)

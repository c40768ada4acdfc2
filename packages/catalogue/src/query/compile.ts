/** A question as numbers, as `assembly/list.ts` reads it. */
import { entityKinds, type Locale, locales } from '@koedana/contract/values.ts'
import { mostHeld } from '../kernel/kernel.ts'
import type { Arena } from '../memory/arena.ts'
import { numberColumns } from '../model/columns.ts'
import type { Generation } from '../model/generation.ts'
import type { StoredSort } from '../model/orders.ts'
import {
  type Found,
  isOpen,
  rangesOf,
  storedSortOf,
  type WorkFilter,
  type WorkQuery,
} from '../model/query.ts'
import { createDirectory, fewOf, mostRanges, randomSort, sortNumbers } from './directory.ts'
import type { MaskBits } from './rank-samples.ts'

/** Answers whether it could be said: stored orders or the random one, 32-bit numbers, no words to search, and no more than there is room for. */
export type QuestionWriter = (query: WorkQuery, start: Start) => boolean

export function createQuestionWriter(to: Int32Array, generation: Generation): QuestionWriter {
  const numbers = createNumbers(to)
  return (query, start) => {
    const { bits, total } = start.from
    const sort = query.sort === 'random' ? query.sort : storedSortOf(query)
    if (sort === undefined || query.search) return false
    numbers.start()
    // An address may be beyond what the sign leaves.
    numbers.put(bits.byteOffset | 0)
    numbers.put(total)
    numbers.put(sort === 'random' ? randomSort : sortNumbers.get(sort)!)
    numbers.put(query.offset)
    numbers.put(query.limit)
    numbers.put(query.ages)
    numbers.put(query.languages)
    numbers.put(flagOf(query.inLibrary))
    numbers.put(flagOf(query.hasLyrics))
    const { from, skip } = walkOf(generation, query, { sort, passing: start.from })
    numbers.put(from)
    numbers.put(skip)
    // As the rule reads it: its lowest 32 bits.
    numbers.put(query.seed | 0)
    // 0 for all editions, else in whose order they count once.
    numbers.put(start.once ? 1 + locales.indexOf(start.once) : 0)
    return putFilter(numbers, query) && numbers.isWhole()
  }
}

/** From so many steps of a walk on it pays to count an order once. */
const worthMilestones = 1_024

/** From where in the order to walk, and what to pass over: deep pages of all that a viewer may see begin near their place. */
function walkOf(
  { orders, columns }: Generation,
  query: WorkQuery,
  { sort, passing }: { sort: StoredSort | 'random'; passing: MaskBits },
): { from: number; skip: number } {
  const { offset, limit } = query
  const { total, milestones } = passing
  const isNear = offset + limit <= mostHeld || (offset + limit) * columns.count <= worthMilestones * total
  const isWhole = offset >= total || total === columns.count
  if (sort === 'random' || isNear || isWhole || !isOpen(query)) return { from: 0, skip: offset }
  return milestones.before(sort, orders[sort].ordinals, offset)
}

interface Numbers {
  readonly start: () => void
  readonly put: (number: number) => void
  /** How many, then each. */
  readonly putAll: (numbers: readonly number[]) => void
  /** Whether everything since the start came through as it was. */
  readonly isWhole: () => boolean
}

function createNumbers(to: Int32Array): Numbers {
  let at = 0
  let isWhole = true
  const put = (number: number) => {
    to[at] = number
    if (to[at] !== number) isWhole = false
    at += 1
  }
  return {
    start: () => {
      at = 0
      isWhole = true
    },
    put,
    putAll: (numbers) => {
      put(numbers.length)
      for (let next = 0; next < numbers.length; next++) put(numbers[next]!)
    },
    isWhole: () => isWhole,
  }
}

function putFilter({ put, putAll }: Numbers, filter: WorkFilter): boolean {
  const ranges = rangesOf(filter)
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
  return ranges.length <= mostRanges
}

/** 0 either, 1 with, 2 without. */
const flagOf = (wanted: boolean | undefined) => (wanted === undefined ? 0 : wanted ? 1 : 2)

/** Writes the total and the keys of the page, answers how many they are; below 0 the question is not for it. */
export type Answer = (directory: number, question: number, out: number) => number

export function createAnswering(generation: Generation, arena: Arena, answer: Answer): Answering {
  const directory = createDirectory(generation, arena)
  const question = arena.int32(longestQuestion)
  const write = createQuestionWriter(question, generation)
  const out = arena.int32(1 + roomOf(generation.columns.count))
  return (query, start) => {
    if (query.limit > longestPage || !write(query, start)) return undefined
    const length = answer(directory.byteOffset, question.byteOffset, out.byteOffset)
    if (length < 0) return undefined
    const keys: number[] = []
    for (let at = 1; at <= length; at++) keys.push(out[at]!)
    return { keys, total: out[0]! }
  }
}

const longestPage = 1_024

/** A page, what a few works leave, or a page of the random order with all that is near its guessed place. */
const roomOf = (count: number) => Math.max(longestPage + 8 * Math.ceil(Math.sqrt(count)), fewOf(count))

/** In numbers. */
const longestQuestion = 4_096

/** Undefined where the question is not for the kernel. */
export type Answering = (query: WorkQuery, start: Start) => Found | undefined

/** What a filter is asked of. */
export interface Start {
  readonly from: MaskBits
  /** Of the editions that pass, only those count that no better one goes before; all do without it. */
  readonly once: Locale | undefined
}

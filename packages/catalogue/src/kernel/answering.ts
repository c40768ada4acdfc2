/** Whole questions in one call of a kernel: written out as numbers, answered as keys. */
import type { Arena } from '../arena.ts'
import type { Generation } from '../generation.ts'
import { createDirectory, fewOf } from './directory.ts'
import type { Answering } from './kernel.ts'
import { createQuestionWriter } from './question.ts'

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

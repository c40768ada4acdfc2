/** Where things lie in the generation that is asked: `src/kernel/directory.ts`. */
import { word } from './bits'

export let dir: usize = 0
export let works: u32 = 0
export let words: u32 = 0

export function open(directory: usize): void {
  dir = directory
  works = word(dir, 0)
  words = word(dir, 1)
}

// @ts-expect-error: decorator
@inline export const allAges: u32 = 0b1110
/** Of a question, where its ranges are counted: `src/kernel/question.ts`. */
// @ts-expect-error: decorator
@inline export const rangesAt: u32 = 13

// @ts-expect-error: decorator
@inline
export function kindAt(kind: u32): usize {
  return dir + 64 + ((<usize>kind) << 5)
}

// @ts-expect-error: decorator
@inline
export function columnAt(column: u32): usize {
  return dir + 224 + ((<usize>column) << 5)
}

// @ts-expect-error: decorator
@inline
export function orderAt(sort: u32): usize {
  return dir + 480 + ((<usize>sort) << 3)
}

/** Of a question that counts editions once, their order. */
// @ts-expect-error: decorator
@inline
export function editionsAt(locale: u32): usize {
  return dir + 584 + 12 * <usize>(locale - 1)
}

/** Of a question, that its order is made from its seed: `src/kernel/directory.ts`. */
// @ts-expect-error: decorator
@inline export const randomSort: u32 = 13

/** Whether there is such an entity. */
// @ts-expect-error: decorator
@inline
export function isEntity(kind: usize, key: u32): bool {
  return key < word(kind, 0)
}

/** Of its list, which an entity with a bitset has not. */
export function lengthOf(kind: usize, key: u32): u32 {
  if (!isEntity(kind, key)) return 0
  const offsets: usize = word(kind, 1)
  return word(offsets, key + 1) - word(offsets, key)
}

export function listOf(kind: usize, key: u32): usize {
  return <usize>word(kind, 2) + ((<usize>word(<usize>word(kind, 1), key)) << 2)
}

/** The bitset of an entity, 0 where it has none. */
export function denseOf(kind: usize, key: u32): usize {
  if (!isEntity(kind, key)) return 0
  const index = load<i32>(<usize>word(kind, 3) + ((<usize>key) << 2))
  return index < 0 ? 0 : <usize>word(kind, 4) + (<usize>index) * ((<usize>words) << 2)
}

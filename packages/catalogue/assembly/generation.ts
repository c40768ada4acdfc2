/** Addresses in the generation of the current query. */
import { addressOf, word } from './bits'
import { columnsAt, columnWords, Directory, editionOrdersAt, editionsWords, Kind, kindsAt, kindWords, ordersAt, orderWords, queryWords } from './layout'

export let dir: usize = 0
export let works: u32 = 0
export let words: u32 = 0

export function open(directory: usize): void {
  dir = directory
  works = word(dir, Directory.works)
  words = word(dir, Directory.bitsetWords)
}

// @ts-expect-error: decorator
@inline
export function kindAt(kind: u32): usize {
  return addressOf(dir, kindsAt + kind * kindWords)
}

// @ts-expect-error: decorator
@inline
export function columnAt(column: u32): usize {
  return addressOf(dir, columnsAt + column * columnWords)
}

// @ts-expect-error: decorator
@inline
export function orderAt(sort: u32): usize {
  return addressOf(dir, ordersAt + sort * orderWords)
}

/** Returns the edition order of a locale, counted from 1. */
// @ts-expect-error: decorator
@inline
export function editionsAt(locale: u32): usize {
  return addressOf(dir, editionOrdersAt + (locale - 1) * editionsWords)
}

// @ts-expect-error: decorator
@inline
export function rangesOf(query: usize): usize {
  return addressOf(query, queryWords)
}

// @ts-expect-error: decorator
@inline
export function isEntity(kind: usize, key: u32): bool {
  return key < word(kind, Kind.entities)
}

/** Returns the length of an entity's list; 0 for an entity with a bitset. */
export function lengthOf(kind: usize, key: u32): u32 {
  if (!isEntity(kind, key)) return 0
  const offsets: usize = word(kind, Kind.offsets)
  return word(offsets, key + 1) - word(offsets, key)
}

export function listOf(kind: usize, key: u32): usize {
  return <usize>word(kind, Kind.ordinals) + ((<usize>word(<usize>word(kind, Kind.offsets), key)) << 2)
}

/** Returns the bitset of an entity, or 0 if it has none. */
export function denseOf(kind: usize, key: u32): usize {
  if (!isEntity(kind, key)) return 0
  const index = load<i32>(<usize>word(kind, Kind.denseIndex) + ((<usize>key) << 2))
  return index < 0 ? 0 : <usize>word(kind, Kind.dense) + (<usize>index) * ((<usize>words) << 2)
}

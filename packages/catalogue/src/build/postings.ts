/** Builds the postings of one kind of entity from the columns. */
import type { EntityKind } from '@koedana/contract/values.ts'
import { type Arena, set, wordsFor } from '../memory/arena.ts'
import type { Columns, Links, Postings } from '../model/generation.ts'

/** If one work in this many has it, a bitset is smaller and faster than a list. */
const denseShare = 32

export function buildPostings(arena: Arena, columns: Columns, kind: EntityKind): Postings {
  const { count } = columns
  const links = linksOfKind(columns, kind)
  const size = links.keys.reduce((most, key) => Math.max(most, key), -1) + 1
  const counts = new Uint32Array(size)
  for (const key of links.keys) counts[key]!++
  const denseIndex = arena.int32(size).fill(-1)
  const offsets = arena.uint32(size + 1)
  let denseCount = 0
  for (let key = 0; key < size; key++) {
    const isDense = counts[key]! >= Math.max(1, count / denseShare)
    if (isDense) denseIndex[key] = denseCount++
    offsets[key + 1] = offsets[key]! + (isDense ? 0 : counts[key]!)
  }
  const ordinals = arena.uint32(offsets[size]!)
  const dense = arena.uint32(denseCount * wordsFor(count))
  const denseKeys = arena.uint32(denseCount)
  denseIndex.forEach((index, key) => {
    if (index >= 0) denseKeys[index] = key
  })
  fillPostings(links, count, { offsets, ordinals, denseIndex, dense })
  return { offsets, ordinals, denseIndex, denseKeys, dense }
}

/** Work by work, so that lists come out sorted. */
function fillPostings(
  links: Links,
  count: number,
  { offsets, ordinals, denseIndex, dense }: Omit<Postings, 'denseKeys'>,
): void {
  const next = offsets.slice()
  const words = wordsFor(count)
  const bitsets = Array.from({ length: dense.length / words }, (_, index) =>
    dense.subarray(index * words, (index + 1) * words),
  )
  for (let ordinal = 0; ordinal < count; ordinal++) {
    for (let at = links.offsets[ordinal]!; at < links.offsets[ordinal + 1]!; at++) {
      const key = links.keys[at]!
      const bits = bitsets[denseIndex[key]!]
      if (bits) set(bits, ordinal)
      else ordinals[next[key]!++] = ordinal
    }
  }
}

/** Makers and series are one a work; as links they build like the rest. */
function linksOfKind(columns: Columns, kind: EntityKind) {
  if (kind !== 'makers' && kind !== 'series') return columns[kind]
  const offsets = new Uint32Array(columns.count + 1)
  const keys = new Int32Array(columns.count)
  let found = 0
  for (let ordinal = 0; ordinal < columns.count; ordinal++) {
    const key = columns[kind][ordinal]!
    if (key >= 0) keys[found++] = key
    offsets[ordinal + 1] = found
  }
  return { offsets, keys: keys.subarray(0, found) }
}

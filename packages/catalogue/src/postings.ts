/** For each entity of one kind, the works that have it: a sorted list, or a bitset where the list would be long. */
import type { EntityKind } from '@koedana/contract/values.ts'
import type { Arena } from './arena.ts'
import { set, wordsFor } from './bits.ts'
import type { Columns, Links } from './columns.ts'

export interface Postings {
  /** The works of entity k are `ordinals[offsets[k]] … ordinals[offsets[k + 1] - 1]`; none where it has a bitset. */
  readonly offsets: Uint32Array
  readonly ordinals: Uint32Array
  /** For entity k the number of its bitset in `dense`, or -1. */
  readonly denseIndex: Int32Array
  /** The entities that have a bitset, in the order of those. */
  readonly denseKeys: Uint32Array
  readonly dense: Uint32Array
}

/** Where one work in this many has it, a bitset is smaller and faster than a list. */
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
  place(links, count, { offsets, ordinals, denseIndex, dense })
  return { offsets, ordinals, denseIndex, denseKeys, dense }
}

/** The list of an entity that has no bitset; empty for a key that nothing has. */
export function listOf(postings: Postings, key: number): Uint32Array {
  if (key < 0 || key + 1 >= postings.offsets.length) return postings.ordinals.subarray(0, 0)
  return postings.ordinals.subarray(postings.offsets[key]!, postings.offsets[key + 1]!)
}

export const hasBits = ({ denseIndex }: Postings, key: number): boolean => (denseIndex[key] ?? -1) >= 0

/** The bitset of one entity, where it has one. */
export function bitsOf(postings: Postings, key: number, count: number): Uint32Array | undefined {
  if (!hasBits(postings, key)) return undefined
  return denseBitsOf(postings, postings.denseIndex[key]!, wordsFor(count))
}

/** The bitset with this number, of so many words. */
export const denseBitsOf = ({ dense }: Postings, index: number, words: number): Uint32Array =>
  dense.subarray(index * words, (index + 1) * words)

/** Work by work, so that lists come out sorted. */
function place(
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

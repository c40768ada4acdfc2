/** The works that each entity of one kind has: a sorted list, or a bitset where the list would be long. */
import { wordsFor } from '../memory/bits.ts'

export interface Postings {
  /** The works of entity k are `ordinals[offsets[k]] … ordinals[offsets[k + 1] - 1]`; none where it has a bitset. */
  readonly offsets: Uint32Array
  readonly ordinals: Uint32Array
  /** The number of the bitset of entity k in `dense`, or -1. */
  readonly denseIndex: Int32Array
  /** The entities that have a bitset, in the order of those. */
  readonly denseKeys: Uint32Array
  readonly dense: Uint32Array
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

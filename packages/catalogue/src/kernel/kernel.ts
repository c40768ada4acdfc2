/**
 * The inner loops of the index. Bit `o & 31` of word `o >>> 5` is work `o`; bits past the last work stay clear; bitsets
 * are a multiple of 4 words long. A kernel in another technique must return the same, bit for bit.
 */

import type { EditionOrder } from '../model/editions.ts'
import type { Links } from '../model/generation.ts'
import type { PairList, Texts } from '../text/text-index.ts'

export interface Kernel {
  readonly name: 'typescript' | 'simd'
  readonly and: (target: Uint32Array, other: Uint32Array) => void
  readonly andNot: (target: Uint32Array, other: Uint32Array) => void
  readonly or: (target: Uint32Array, other: Uint32Array) => void
  readonly count: (bits: Uint32Array) => number
  /** Returns how many bits are set in both. */
  readonly countBoth: (bits: Uint32Array, other: Uint32Array) => number
  readonly countList: (bits: Uint32Array, ordinals: Uint32Array) => number
  /** Counts how many of a packed list are set; more than `most` is not counted to the end. */
  readonly countPacked: (bits: Uint32Array, packed: Uint8Array, most: number) => number
  readonly setAll: (target: Uint32Array, ordinals: Uint32Array) => void
  readonly clearAll: (target: Uint32Array, ordinals: Uint32Array) => void
  /** Clears works that share no bit with the mask. */
  readonly keepBits: (target: Uint32Array, column: Uint32Array, mask: number) => void
  /** Clears editions of which a better one is set; those are set in `others` then. */
  readonly keepFirst: (target: Uint32Array, order: EditionOrder, others?: Uint32Array) => void
  /** Returns the ordinals that are set, ascending. */
  readonly ordinals: (bits: Uint32Array, count: number) => Uint32Array
  /**
   * Walks this order from its position `from` on and returns the ordinals that are set, after `skip` of them; there must
   * be enough.
   */
  readonly take: (bits: Uint32Array, order: Uint32Array, span: TakenSpan) => Uint32Array
  /** The smallest ranks of set ordinals, ascending; as many as wanted or as there are. */
  readonly least: (bits: Uint32Array, ranks: Uint32Array, wanted: number) => Uint32Array
  /** Adds 1 for the entity of each set ordinal; below 0 is none. */
  readonly countColumn: (bits: Uint32Array, column: Int32Array, counts: Uint32Array) => void
  readonly countLinks: (bits: Uint32Array, links: Links, counts: Uint32Array) => void
  /**
   * Counts for each list how many of its ordinals are set: list k is `ordinals[offsets[k]] … ordinals[offsets[k + 1] -
   * 1]`.
   */
  readonly countLists: (bits: Uint32Array, lists: Lists, counts: Uint32Array) => void
  /** Adds known values to their entity's sum, and 1 to how many were known. */
  readonly sumColumn: (bits: Uint32Array, column: Int32Array, tally: Tally) => void
  readonly sumLinks: (bits: Uint32Array, links: Links, tally: Tally) => void
  /** Sets the ordinals of a packed list (`text/packed.ts`). */
  readonly setPacked: (target: Uint32Array, packed: Uint8Array) => void
  /** Sets those of a pair's documents that are set in `within` and whose text contains the term. */
  readonly setMatching: (target: Uint32Array, pair: PairInTerm, search: TextSearch) => void
  /** The same of the documents of two pairs; of those outside `within` some may be set too. */
  readonly setAdjacent: (
    target: Uint32Array,
    pairs: readonly [PairInTerm, PairInTerm],
    search: TextSearch,
  ) => void
  /** Sets those of `within` that have a field which begins with the term, or is just the term. */
  readonly setStarting: (target: Uint32Array, search: TextSearch, isWhole: boolean) => void
  readonly addBits: (scores: Int32Array, bits: Uint32Array, weight: number) => void
  readonly addList: (scores: Int32Array, ordinals: Uint32Array, weight: number) => void
  readonly addPacked: (scores: Int32Array, packed: Uint8Array, weight: number) => void
  /** The set ordinals with the highest scores above 0, best first, ties by ordinal; at most `wanted`. */
  readonly best: (scores: Int32Array, within: Uint32Array, wanted: number) => Uint32Array
  /** Returns how many numbers a packed list holds. */
  readonly sizePacked: (packed: Uint8Array) => number
  /** Adds to the scores of what is set in both. */
  readonly addBoth: (scores: Int32Array, bits: Uint32Array, both: Weighed) => void
  /** Clears the bits of what scores less. */
  readonly keepScores: (bits: Uint32Array, scores: Int32Array, least: number) => void
  /** Clears the scores whose bit is set. */
  readonly clearScores: (scores: Int32Array, bits: Uint32Array) => void
  /**
   * Writes the members of each group of editions in which one is set in `beside`, the shown one first as `~member`, and
   * returns how many it wrote.
   */
  readonly membersBeside: (groups: Lists, bits: ShownBits, out: Int32Array) => number
  /** Adds 1 for each value that some member of a group has, and its shown one has not. */
  readonly addListsBeside: (members: Int32Array, links: Links, tally: BesideTally) => void
  readonly addNumbersBeside: (members: Int32Array, numbers: Uint16Array, tally: BesideTally) => void
  /**
   * Reads a compiled query, writes the total and the keys of its page, and says how many keys there are; below 0 the
   * kernel cannot run it. All three are addresses. A kernel that reads no compiled queries lacks it.
   */
  readonly list?: (directory: number, query: number, out: number) => number
}

export interface Weighed {
  readonly other: Uint32Array
  readonly weight: number
}

export interface Lists {
  readonly offsets: Uint32Array
  readonly ordinals: Uint32Array
}

export interface TakenSpan {
  readonly from: number
  readonly skip: number
  readonly wanted: number
}

export interface Tally {
  readonly values: Int32Array
  readonly sums: Float64Array
  readonly known: Uint32Array
}

export interface ShownBits {
  readonly shown: Uint32Array
  readonly beside: Uint32Array
}

export interface BesideTally {
  readonly counts: Uint32Array
  /** The number of the group in which each value was met last; those of the members come after `first`. */
  readonly met: Uint32Array
  readonly first: number
}

/** The documents of a pair, and where in the term the pair stands. */
export interface PairInTerm extends PairList {
  readonly at: number
}

export interface TextSearch {
  readonly within: Uint32Array
  readonly texts: Texts
  /** Code units, folded, not empty. */
  readonly term: Uint16Array
}

/**
 * The inner loops of the index. Bit `o & 31` of word `o >>> 5` is work `o`. Bits past the last work stay clear, and bitsets are a multiple
 * of 4 words long.
 * All implementations must return the same results, bit for bit.
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
  readonly countBoth: (bits: Uint32Array, other: Uint32Array) => number
  readonly countList: (bits: Uint32Array, ordinals: Uint32Array) => number
  /** Returns how many ordinals of a packed list are set; counting stops at `most + 1`. */
  readonly countPacked: (bits: Uint32Array, packed: Uint8Array, most: number) => number
  readonly setAll: (target: Uint32Array, ordinals: Uint32Array) => void
  readonly clearAll: (target: Uint32Array, ordinals: Uint32Array) => void
  /** Clears works whose value in `column` shares no bit with the mask. */
  readonly keepBits: (target: Uint32Array, column: Uint32Array, mask: number) => void
  /** Clears editions of which a better one is set; also sets them in `others`. */
  readonly keepFirst: (target: Uint32Array, order: EditionOrder, others?: Uint32Array) => void
  /** Returns the ordinals that are set, ascending. */
  readonly ordinals: (bits: Uint32Array, count: number) => Uint32Array
  /** Walks `order` from position `from`, skips `skip` set ordinals and returns the next `wanted`; there must be enough. */
  readonly take: (bits: Uint32Array, order: Uint32Array, span: TakeSpan) => Uint32Array
  /** Returns up to `wanted` of the smallest ranks of set ordinals, ascending. */
  readonly least: (bits: Uint32Array, ranks: Uint32Array, wanted: number) => Uint32Array
  /** Adds 1 to the entity of each set ordinal; negative keys mean none. */
  readonly countColumn: (bits: Uint32Array, column: Int32Array, counts: Uint32Array) => void
  readonly countLinks: (bits: Uint32Array, links: Links, counts: Uint32Array) => void
  /** Counts for each list how many of its ordinals are set: list k is `ordinals[offsets[k]] … ordinals[offsets[k + 1] - 1]`. */
  readonly countLists: (bits: Uint32Array, lists: Lists, counts: Uint32Array) => void
  /** Adds each known value to the sum of its entity, and 1 to the number of known values. */
  readonly sumColumn: (bits: Uint32Array, column: Int32Array, tally: Tally) => void
  readonly sumLinks: (bits: Uint32Array, links: Links, tally: Tally) => void
  readonly setPacked: (target: Uint32Array, packed: Uint8Array) => void
  /** Sets the documents of a pair that are set in `within` and whose text contains the term. */
  readonly setMatching: (target: Uint32Array, pair: PairInTerm, search: TextSearch) => void
  /** Sets the documents that both pairs list and whose text contains the term; some outside `within` may be set too. */
  readonly setAdjacent: (
    target: Uint32Array,
    pairs: readonly [PairInTerm, PairInTerm],
    search: TextSearch,
  ) => void
  /** Sets the documents in `within` with a field that starts with the term or, if `isWhole`, equals it. */
  readonly setStarting: (target: Uint32Array, search: TextSearch, isWhole: boolean) => void
  readonly addBits: (scores: Int32Array, bits: Uint32Array, weight: number) => void
  readonly addList: (scores: Int32Array, ordinals: Uint32Array, weight: number) => void
  readonly addPacked: (scores: Int32Array, packed: Uint8Array, weight: number) => void
  /** Returns up to `wanted` set ordinals with the highest scores above 0, best first, ties by ordinal. */
  readonly best: (scores: Int32Array, within: Uint32Array, wanted: number) => Uint32Array
  readonly sizePacked: (packed: Uint8Array) => number
  /** Adds the weight to the scores of ordinals that are set in both bitsets. */
  readonly addBoth: (scores: Int32Array, bits: Uint32Array, both: WeightedBits) => void
  /** Clears the bits whose score is below `least`. */
  readonly keepScores: (bits: Uint32Array, scores: Int32Array, least: number) => void
  /** Clears the scores of set ordinals; other scores in the same word of bits may be cleared too. */
  readonly clearScores: (scores: Int32Array, bits: Uint32Array) => void
  /** Writes the members of each group that has a member in `beside`, the shown one first as `~member`. Returns how many it wrote. */
  readonly membersBeside: (groups: Lists, bits: GroupBits, out: Int32Array) => number
  /** Adds 1 for each value that hidden members of a group have and its shown member does not. */
  readonly addListsBeside: (members: Int32Array, links: Links, tally: GroupTally) => void
  readonly addNumbersBeside: (members: Int32Array, numbers: Uint16Array, tally: GroupTally) => void
  /**
   * Runs a compiled query, writes the total and the keys of its page, and returns the number of keys; negative if it cannot run the query.
   * All arguments are addresses. Kernels that cannot run compiled queries omit it.
   */
  readonly list?: (directory: number, query: number, out: number) => number
}

export interface WeightedBits {
  readonly other: Uint32Array
  readonly weight: number
}

export interface Lists {
  readonly offsets: Uint32Array
  readonly ordinals: Uint32Array
}

export interface TakeSpan {
  readonly from: number
  readonly skip: number
  readonly wanted: number
}

export interface Tally {
  readonly values: Int32Array
  readonly sums: Float64Array
  readonly known: Uint32Array
}

export interface GroupBits {
  readonly shown: Uint32Array
  readonly beside: Uint32Array
}

export interface GroupTally {
  readonly counts: Uint32Array
  /** The group in which each value was last seen; groups are numbered from `first + 1`. */
  readonly met: Uint32Array
  readonly first: number
}

/** The documents of a pair and the position of the pair in the term. */
export interface PairInTerm extends PairList {
  readonly at: number
}

export interface TextSearch {
  readonly within: Uint32Array
  readonly texts: Texts
  /** Folded code units, not empty. */
  readonly term: Uint16Array
}

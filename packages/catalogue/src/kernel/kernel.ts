/**
 * The inner loops over bitsets: bit `o & 31` of word `o >>> 5` is work `o`. Bits past the last work stay clear.
 * A kernel in another technique must answer the same bits.
 */
export interface Kernel {
  readonly and: (target: Uint32Array, other: Uint32Array) => void
  readonly andNot: (target: Uint32Array, other: Uint32Array) => void
  readonly or: (target: Uint32Array, other: Uint32Array) => void
  readonly count: (bits: Uint32Array) => number
  readonly setAll: (target: Uint32Array, ordinals: Uint32Array) => void
  readonly clearAll: (target: Uint32Array, ordinals: Uint32Array) => void
  /** Clears works that share no bit with the mask. */
  readonly keepBits: (target: Uint32Array, column: Uint32Array, mask: number) => void
  /** The ordinals that are set, ascending. */
  readonly ordinals: (bits: Uint32Array, count: number) => Uint32Array
}

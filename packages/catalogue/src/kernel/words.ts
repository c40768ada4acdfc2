/** One word of 32 bits. */

/** Population count (Hacker's Delight 5-1). */
export function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555)
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}

/** Hands over the ordinals that are set, ascending. */
export function eachOrdinal(bits: Uint32Array, take: (ordinal: number) => void): void {
  for (let word = 0, end = bits.length; word < end; word++) {
    let left = bits[word]!
    while (left !== 0) {
      const lowest = left & -left
      take((word << 5) | (31 - Math.clz32(lowest)))
      left ^= lowest
    }
  }
}

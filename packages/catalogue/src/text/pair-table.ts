/** A hash table of pairs of code units, with three numbers per pair. */
export interface PairTable {
  /** Returns the position of a pair's slot in `words`; valid until a new pair is added. */
  readonly position: (pair: number) => number
  /** Each slot holds its pair and three numbers for the caller, initially 0. */
  readonly words: () => Int32Array
  /** Returns the positions of used slots, ascending by pair. */
  readonly sorted: () => number[]
  readonly pairAt: (position: number) => number
}

/** A slot fits into one cache line. */
const wordsPerSlot = 4

/**
 * Creates a hash table with linear probing; it is read for every character of the catalog. It starts with room for `expected` pairs, up to
 * a limit, so that small catalogs do not scan a large table.
 */
export function createPairTable(expected: number): PairTable {
  const room = 2 ** Math.ceil(Math.log2(Math.min(Math.max(2 * expected, minSlots), maxSlots)))
  let words = new Int32Array(wordsPerSlot * room)
  let taken = 0
  const find = (pair: number): number => {
    const mask = words.length - 1
    let position = ((Math.imul(pair, 0x9e37_79b1) >>> 8) * wordsPerSlot) & mask
    while (words[position] !== 0 && words[position] !== pair) position = (position + wordsPerSlot) & mask
    return position
  }
  const grow = () => {
    const before = words
    words = new Int32Array(before.length * 2)
    for (let from = 0; from < before.length; from += wordsPerSlot)
      if (before[from] !== 0) words.set(before.subarray(from, from + wordsPerSlot), find(before[from]!))
  }
  const addPair = (pair: number): number => {
    if (taken * 2 * wordsPerSlot > words.length) grow()
    taken += 1
    const position = find(pair)
    words[position] = pair
    return position
  }
  const pairAt = (position: number) => words[position]! >>> 0
  return {
    position: (pair) => {
      const position = find(pair | 0)
      return words[position] === 0 ? addPair(pair | 0) : position
    },
    words: () => words,
    pairAt,
    sorted: () => {
      const positions: number[] = []
      for (let position = 0; position < words.length; position += wordsPerSlot)
        if (words[position] !== 0) positions.push(position)
      return positions.sort((a, b) => pairAt(a) - pairAt(b))
    },
  }
}

/** Minimum and maximum number of slots of a new table. */
const [minSlots, maxSlots] = [1 << 6, 1 << 16]

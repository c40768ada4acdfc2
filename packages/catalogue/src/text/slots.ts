/** Pairs of code units, each with a slot of its own in a table of numbers, and what is counted of it beside it. */
export interface Slots {
  /** Returns the position of a pair's slot in `words`, its own until another pair is new. */
  readonly position: (pair: number) => number
  /** At the position of a slot stands its pair, and after it two numbers and a last one that are the caller's, 0 at first. */
  readonly words: () => Int32Array
  /** Positions of taken slots in ascending order of their pairs. */
  readonly sorted: () => number[]
  /** Returns the pair of a slot. */
  readonly pairAt: (position: number) => number
}

/** What a slot takes lies in one line of the processor's cache. */
const wordsPerSlot = 4

/**
 * A hash table of numbers with linear probing: a pair is looked up for every character of the catalogue. `expected` pairs
 * find room at once, up to a limit; a small catalogue walks no large table.
 */
export function createSlots(expected: number): Slots {
  const room = 2 ** Math.ceil(Math.log2(Math.min(Math.max(2 * expected, least), most)))
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
  const take = (pair: number): number => {
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
      return words[position] === 0 ? take(pair | 0) : position
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

/** Slots of a new table. */
const [least, most] = [1 << 6, 1 << 16]

/** Pairs of code units, each with a slot of its own in a table of numbers. */
export interface Slots {
  readonly capacity: () => number
  readonly isCrowded: () => boolean
  /** The slot of a pair, its own from now on. */
  readonly position: (pair: number) => number
  readonly pairAt: (slot: number) => number
  /** Taken slots in ascending order of their pairs. */
  readonly sorted: () => number[]
  /** Doubles the room; the returned function moves what was kept by slot. */
  readonly grow: () => <A extends Uint32Array | Int32Array>(from: A, to: A) => A
}

/**
 * A hash table of numbers with linear probing: a pair is looked up for every character of the catalogue. `expected` pairs
 * find room at once, up to a limit; a small catalogue walks no large table.
 */
export function createSlots(expected: number): Slots {
  let table = new Uint32Array(2 ** Math.ceil(Math.log2(Math.min(Math.max(2 * expected, least), most))))
  let taken = 0
  const find = (pair: number): number => {
    const mask = table.length - 1
    let slot = (Math.imul(pair, 0x9e37_79b1) >>> 8) & mask
    while (table[slot] !== 0 && table[slot] !== pair) slot = (slot + 1) & mask
    return slot
  }
  return {
    capacity: () => table.length,
    isCrowded: () => taken * 2 > table.length,
    position: (pair) => {
      const slot = find(pair)
      if (table[slot] === 0) {
        table[slot] = pair
        taken += 1
      }
      return slot
    },
    pairAt: (slot) => table[slot]!,
    sorted: () => {
      const slots: number[] = []
      for (let slot = 0; slot < table.length; slot++) if (table[slot] !== 0) slots.push(slot)
      return slots.sort((a, b) => table[a]! - table[b]!)
    },
    grow: () => {
      const before = table
      table = new Uint32Array(before.length * 2)
      const positions = new Uint32Array(before.length)
      for (let slot = 0; slot < before.length; slot++) {
        if (before[slot] === 0) continue
        positions[slot] = find(before[slot]!)
        table[positions[slot]!] = before[slot]!
      }
      return (from, to) => {
        for (let slot = 0; slot < before.length; slot++)
          if (before[slot] !== 0) to[positions[slot]!] = from[slot]!
        return to
      }
    },
  }
}

/** Slots of a new table. */
const [least, most] = [1 << 6, 1 << 16]

/**
 * Records of numbers by name, in memory that threads share: one thread at a time works on them, for some microseconds. Names that
 * meet in one bucket push out the one that was used longest ago, as a cache does.
 */
import { createHash } from 'node:crypto'

export interface SharedTable {
  /** Hands over the record of that name, which `begin` fills where there is none; what is written to it stays. */
  readonly with: <T>(
    name: string,
    begin: (record: Float64Array) => void,
    act: (record: Float64Array) => T,
  ) => T
}

/** Records that one name may lie in: the more, the less often one is pushed out before its time. */
const ways = 8
/** Two numbers of its name, and when it was used. */
const headNumbers = 3
/** The lock is the first word; a record begins at a whole number. */
const lockBytes = 8

export interface TableSize {
  readonly records: number
  readonly numbers: number
}

const groupsOf = ({ records }: TableSize) => Math.ceil(records / ways)
const widthOf = ({ numbers }: TableSize) => headNumbers + numbers

export const sharedTableMemory = (size: TableSize): SharedArrayBuffer =>
  new SharedArrayBuffer(lockBytes + groupsOf(size) * ways * widthOf(size) * Float64Array.BYTES_PER_ELEMENT)

/** `size` is what the memory was made with. */
export function openSharedTable(memory: SharedArrayBuffer, size: TableSize): SharedTable {
  const lock = new Int32Array(memory, 0, 1)
  const numbers = new Float64Array(memory, lockBytes)
  const [groups, width] = [groupsOf(size), widthOf(size)]
  let used = 0
  const find = (high: number, low: number): { readonly at: number; readonly isNew: boolean } => {
    const first = (high % groups) * ways * width
    let oldest = first
    for (let at = first; at < first + ways * width; at += width) {
      if (numbers[at] === high && numbers[at + 1] === low) return { at, isNew: false }
      if ((numbers[at + 2] ?? 0) < (numbers[oldest + 2] ?? 0)) oldest = at
    }
    return { at: oldest, isNew: true }
  }
  return {
    with: (name, begin, act) => {
      const digest = createHash('sha1').update(name).digest()
      // No name is two zeros, which an empty record has.
      const [high, low] = [digest.readUInt32LE(0) + 1, digest.readUIntLE(4, 6)]
      take(lock)
      try {
        const { at, isNew } = find(high, low)
        const record = numbers.subarray(at + headNumbers, at + width)
        if (isNew) {
          record.fill(0)
          begin(record)
        }
        used = Math.max(used + 1, now())
        numbers.set([high, low, used], at)
        return act(record)
      } finally {
        Atomics.store(lock, 0, 0)
        Atomics.notify(lock, 0, 1)
      }
    },
  }
}

/** Microseconds of a clock that all threads share and nobody sets back. */
const now = () => Number(process.hrtime.bigint() / 1_000n)

/** A thread that dies while it holds the lock keeps it: the others go on without it after this time. */
const longestHoldMs = 20

function take(lock: Int32Array): void {
  while (Atomics.compareExchange(lock, 0, 0, 1) !== 0)
    if (Atomics.wait(lock, 0, 1, longestHoldMs) === 'timed-out') return
}

/**
 * A table of numeric records by name in memory shared by threads. One thread at a time holds the lock, for some microseconds. Names
 * in the same bucket evict the least recently used one, as in a cache.
 */
import { createHash } from 'node:crypto'

export interface SharedTable {
  /** Calls `act` with the record of a name. If there is none, `begin` fills it first. Changes to the record persist. */
  readonly with: <T>(
    name: string,
    begin: (record: Float64Array) => void,
    act: (record: Float64Array) => T,
  ) => T
}

/** The number of records per bucket. More slots make early evictions rarer. */
const recordsPerBucket = 8
/** Two numbers of the name's hash, and the time of the last use. */
const headNumbers = 3
/** The lock is the first word; records start at an 8-byte boundary. */
const lockBytes = 8

export interface TableSize {
  readonly records: number
  readonly numbers: number
}

const bucketCountOf = ({ records }: TableSize) => Math.ceil(records / recordsPerBucket)
const widthOf = ({ numbers }: TableSize) => headNumbers + numbers

/** Allocates the memory of a table. */
export const sharedTableMemory = (size: TableSize): SharedArrayBuffer =>
  new SharedArrayBuffer(
    lockBytes + bucketCountOf(size) * recordsPerBucket * widthOf(size) * Float64Array.BYTES_PER_ELEMENT,
  )

/** `size` must equal the size that the memory was created with. */
export function openSharedTable(memory: SharedArrayBuffer, size: TableSize): SharedTable {
  const lock = new Int32Array(memory, 0, 1)
  const numbers = new Float64Array(memory, lockBytes)
  const [groups, width] = [bucketCountOf(size), widthOf(size)]
  let used = 0
  const find = (high: number, low: number): { readonly at: number; readonly isNew: boolean } => {
    const first = (high % groups) * recordsPerBucket * width
    let oldest = first
    for (let at = first; at < first + recordsPerBucket * width; at += width) {
      if (numbers[at] === high && numbers[at + 1] === low) return { at, isNew: false }
      if ((numbers[at + 2] ?? 0) < (numbers[oldest + 2] ?? 0)) oldest = at
    }
    return { at: oldest, isNew: true }
  }
  return {
    with: (name, begin, act) => {
      const digest = createHash('sha1').update(name).digest()
      // No name hashes to two zeros, which mark an empty record.
      const [high, low] = [digest.readUInt32LE(0) + 1, digest.readUIntLE(4, 6)]
      acquireLock(lock)
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

/** Microseconds of a monotonic clock that all threads share. */
const now = () => Number(process.hrtime.bigint() / 1_000n)

/** A thread that dies while holding the lock never releases it. Other threads ignore the lock after this time. */
const maxHoldMs = 20

function acquireLock(lock: Int32Array): void {
  while (Atomics.compareExchange(lock, 0, 0, 1) !== 0)
    if (Atomics.wait(lock, 0, 1, maxHoldMs) === 'timed-out') return
}

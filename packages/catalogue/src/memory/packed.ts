/** Ascending numbers stored as differences: seven bits per byte, lowest first; the top bit means that more bytes follow. */

/** Returns the number of bytes that a difference takes. */
export function stepLength(step: number): number {
  let length = 1
  for (let left = step >>> 7; left !== 0; left >>>= 7) length += 1
  return length
}

/** Writes one difference and returns the offset of the next. */
export function writeStep(packed: Uint8Array, at: number, step: number): number {
  let next = at
  let left = step
  for (; left > 0x7f; left >>>= 7) packed[next++] = (left & 0x7f) | 0x80
  packed[next++] = left
  return next
}

export function readPacked(packed: Uint8Array, take: (number: number) => void): void {
  let number = 0
  for (let at = 0; at < packed.length; ) {
    let byte = packed[at++]!
    let step = byte & 0x7f
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = packed[at++]!
      step |= (byte & 0x7f) << shift
    }
    number += step
    take(number)
  }
}

export interface PackedReader {
  /** The current number; infinity past the last. */
  number: number
  /** The index of the current number in the list. */
  position: number
  next: () => void
}

export function createPackedReader(packed: Uint8Array): PackedReader {
  let at = 0
  const reader = {
    number: 0,
    position: -1,
    next: () => {
      reader.position += 1
      if (at >= packed.length) {
        reader.number = Number.POSITIVE_INFINITY
        return
      }
      let byte = packed[at++]!
      let step = byte & 0x7f
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = packed[at++]!
        step |= (byte & 0x7f) << shift
      }
      reader.number += step
    },
  }
  reader.next()
  return reader
}

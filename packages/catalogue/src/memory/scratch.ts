/** Arrays beside the arena that serve for a while. The collector learns late how much lies outside of its heap. */

/** Gives back at once what such arrays take; they have no elements any more. */
export function release(...arrays: readonly ArrayBufferView<ArrayBuffer>[]): void {
  for (const { buffer } of arrays) buffer.transfer(0)
}

/** Numbers of which nobody knows how many come. */
export interface Numbers {
  readonly append: (numbers: Int32Array) => void
  /** Hands them over, and gives back what they took. */
  readonly moveTo: (array: Int32Array) => void
}

/** Addresses, not memory: 268 million numbers. Only what is written is real. */
const mostBytes = 2 ** 30

/** They grow where they stay, so that nothing is copied and nothing is left behind. */
export function growingNumbers(): Numbers {
  const buffer = new ArrayBuffer(0, { maxByteLength: mostBytes })
  return {
    append: (numbers) => {
      const start = buffer.byteLength
      buffer.resize(start + numbers.byteLength)
      new Int32Array(buffer, start, numbers.length).set(numbers)
    },
    moveTo: (array) => {
      array.set(new Int32Array(buffer))
      buffer.transfer(0)
    },
  }
}

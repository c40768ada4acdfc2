/** Temporary arrays outside the arena. The garbage collector reacts late to memory outside its heap, so they are freed explicitly. */

/** Frees the memory of the arrays at once; they have no elements afterwards. */
export function freeArrays(...arrays: readonly ArrayBufferView<ArrayBuffer>[]): void {
  for (const { buffer } of arrays) buffer.transfer(0)
}

/** A list of numbers whose length is not known in advance. */
export interface NumberList {
  readonly append: (numbers: Int32Array) => void
  /** Copies the numbers into the array and frees the list. */
  readonly moveTo: (array: Int32Array) => void
}

/** Reserves address space for 268 million numbers; only written pages use memory. */
const maxBytes = 2 ** 30

/** Creates a list that grows in place, without copying. */
export function createNumberList(): NumberList {
  const buffer = new ArrayBuffer(0, { maxByteLength: maxBytes })
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

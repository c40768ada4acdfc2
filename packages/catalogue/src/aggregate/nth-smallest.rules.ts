/** Finds the n-th smallest of many numbers without sorting all of them. */

/** Up to this many values are kept in a heap; beyond, sorting a copy is faster. */
const maxHeld = 512

/** Returns the `wanted`-th smallest of the first `length` values. There must be that many, and none NaN. */
export function findNthSmallest(values: Float64Array, length: number, wanted: number): number {
  if (wanted > maxHeld) return values.slice(0, length).sort()[wanted - 1]!
  const heap = values.slice(0, wanted).sort().reverse()
  for (let at = wanted; at < length; at++) {
    const value = values[at]!
    if (value < heap[0]!) replaceLargest(heap, value)
  }
  return heap[0]!
}

/** Replaces the largest value, which is at the top of the heap. */
function replaceLargest(heap: Float64Array, value: number): void {
  let at = 0
  for (;;) {
    let child = 2 * at + 1
    if (child >= heap.length) break
    if (child + 1 < heap.length && heap[child + 1]! > heap[child]!) child += 1
    if (heap[child]! <= value) break
    heap[at] = heap[child]!
    at = child
  }
  heap[at] = value
}

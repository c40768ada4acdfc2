/** Bitsets over ordinals. */

export const wordsFor = (count: number): number => (count + 31) >>> 5

/** Shared, so that a worker can hand it over. */
export const createBits = (count: number): Uint32Array =>
  new Uint32Array(new SharedArrayBuffer(wordsFor(count) * 4))

export function has(bits: Uint32Array, ordinal: number): boolean {
  return (bits[ordinal >>> 5]! & (1 << (ordinal & 31))) !== 0
}

export function set(bits: Uint32Array, ordinal: number): void {
  bits[ordinal >>> 5]! |= 1 << (ordinal & 31)
}

export function clear(bits: Uint32Array, ordinal: number): void {
  bits[ordinal >>> 5]! &= ~(1 << (ordinal & 31))
}

/** All works, and nothing past the last of them. */
export function fill(bits: Uint32Array, count: number): void {
  bits.fill(0xffff_ffff)
  const rest = count & 31
  if (rest !== 0) bits[bits.length - 1] = (1 << rest) - 1
}

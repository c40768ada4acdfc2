/** Small inlined helpers for bitsets and arrays of words. */

// @ts-expect-error: decorator
@inline
export function has(bits: usize, ordinal: u32): bool {
  return ((load<u32>(bits + ((<usize>(ordinal >>> 5)) << 2)) >>> (ordinal & 31)) & 1) != 0
}

// @ts-expect-error: decorator
@inline
export function put(bits: usize, ordinal: u32): void {
  const word = bits + ((<usize>(ordinal >>> 5)) << 2)
  store<u32>(word, load<u32>(word) | (1 << (ordinal & 31)))
}

// @ts-expect-error: decorator
@inline
export function flip(bits: usize, ordinal: u32): void {
  const word = bits + ((<usize>(ordinal >>> 5)) << 2)
  store<u32>(word, load<u32>(word) ^ (1 << (ordinal & 31)))
}

// @ts-expect-error: decorator
@inline
export function addressOf(array: usize, at: u32): usize {
  return array + ((<usize>at) << 2)
}

// @ts-expect-error: decorator
@inline
export function word(array: usize, at: u32): u32 {
  return load<u32>(array + ((<usize>at) << 2))
}

// @ts-expect-error: decorator
@inline
export function putWord(array: usize, at: u32, value: u32): void {
  store<u32>(array + ((<usize>at) << 2), value)
}

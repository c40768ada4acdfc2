/** Packed lists, as in `src/memory/packed.ts`. */

/** The address after the number read last. */
export let cursor: usize = 0

// @ts-expect-error: decorator
@inline
export function nextStep(at: usize): u32 {
  let byte: u32 = load<u8>(at++)
  let value = byte & 0x7f
  for (let shift: u32 = 7; byte > 0x7f; shift += 7) {
    byte = load<u8>(at++)
    value |= (byte & 0x7f) << shift
  }
  cursor = at
  return value
}

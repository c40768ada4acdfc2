/** Walks along an order and writes the ordinals that are set. */
import { has } from './bits'

export function take(bits: usize, order: usize, from: u32, skip: u32, out: usize, wanted: u32): u32 {
  const requested = wanted
  let at = order + ((<usize>from) << 2)
  while (skip != 0) {
    if (has(bits, load<u32>(at))) skip--
    at += 4
  }
  while (wanted != 0) {
    const ordinal = load<u32>(at)
    at += 4
    if (!has(bits, ordinal)) continue
    store<u32>(out, ordinal)
    out += 4
    wanted--
  }
  return requested
}

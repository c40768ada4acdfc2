/**
 * Returns a number for each work and seed, evenly distributed over 32 bits. It defines the order of `random`, which changes only with the
 * seed.
 */
export function shuffle(key: number, seed: number): number {
  let mixed = Math.imul(key ^ Math.imul(seed ^ 0x9e37_79b9, 0x85eb_ca6b), 0xc2b2_ae35)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb_352d)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846c_a68b)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

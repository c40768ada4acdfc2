/** Seeded random numbers, so that the catalog is the same on every machine. */

export interface Random {
  /** 0 ≤ x < 1 */
  readonly next: () => number
  /** 0 ≤ n < bound, uniform. */
  readonly below: (bound: number) => number
  /** 0 ≤ n < bound, small ones far more often (Zipf with exponent near 1). */
  readonly skewed: (bound: number) => number
  /** Standard normal (Box and Muller). */
  readonly normal: () => number
}

/** mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b_79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    below: (bound) => Math.floor(next() * bound),
    // The inverse of a density of 1/x: uniform in the logarithm.
    skewed: (bound) => Math.min(bound - 1, Math.floor(bound ** next()) - 1),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  }
}

/** Deterministic random numbers: the demo library follows from its seeds. */

export interface Random {
  /** 0 ≤ x < 1 */
  readonly next: () => number
  readonly between: (low: number, high: number) => number
  /** An integer; both ends are included. */
  readonly whole: (low: number, high: number) => number
  readonly pick: <T>(choices: readonly [T, ...T[]]) => T
  /** Returns this many distinct choices in random order. */
  readonly some: <T>(choices: readonly T[], count: number) => T[]
}

/** Mulberry32 seeded with an FNV-1a hash. */
export function seeded(seed: string): Random {
  let state = 2166136261
  for (const one of seed) state = Math.imul(state ^ (one.codePointAt(0) ?? 0), 16777619)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    whole,
    pick: (choices) => choices[whole(0, choices.length - 1)] ?? choices[0],
    some: (choices, count) => {
      const keyed = choices.map((choice) => ({ choice, order: next() }))
      return keyed
        .sort((a, b) => a.order - b.order)
        .slice(0, count)
        .map(({ choice }) => choice)
    },
  }
}

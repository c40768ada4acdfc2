/** Random numbers by key: the same seed, subject and purpose always give the same result, in any order. */

export interface Chance {
  /** 0 ≤ x < 1 */
  readonly of: (subject: number, purpose: string) => number
  /** An integer; both ends are included. */
  readonly whole: (subject: number, purpose: string, bounds: readonly [number, number]) => number
  readonly pick: <T>(subject: number, purpose: string, choices: readonly [T, ...T[]]) => T
  /** Returns one of `count` indexes, low ones far more often. */
  readonly skewed: (subject: number, purpose: string, count: number) => number
}

export function createChance(seed: number): Chance {
  const of = (subject: number, purpose: string) => mix(hash(purpose) ^ mix32(subject + seed * 0x9e3779b1))
  const whole = (subject: number, purpose: string, [low, high]: readonly [number, number]) =>
    low + Math.floor(of(subject, purpose) * (high - low + 1))
  return {
    of,
    whole,
    pick: (subject, purpose, choices) =>
      choices[whole(subject, purpose, [0, choices.length - 1])] ?? choices[0],
    skewed: (subject, purpose, count) => Math.floor(of(subject, purpose) ** 2.5 * count),
  }
}

function hash(text: string): number {
  let state = 2166136261
  for (let at = 0; at < text.length; at += 1) state = Math.imul(state ^ text.charCodeAt(at), 16777619)
  return state
}

function mix32(value: number): number {
  let mixed = value | 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b)
  return mixed ^ (mixed >>> 16)
}

const mix = (value: number): number => (mix32(value) >>> 0) / 4294967296

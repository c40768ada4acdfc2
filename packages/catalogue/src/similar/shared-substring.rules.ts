export interface SharedSubstring {
  readonly text: string
  readonly weight: number
}

/**
 * Returns the common substring of two lists of folded texts with the highest weight; `weights` is keyed by pairs of adjacent code units.
 */
export function sharedSubstring(
  texts: readonly string[],
  others: readonly string[],
  weights: ReadonlyMap<number, number>,
): SharedSubstring | undefined {
  let best: SharedSubstring | undefined
  for (const text of texts) {
    for (let start = 0; start + 1 < text.length; ) {
      let end = start + 2
      if (!others.some((other) => other.includes(text.slice(start, end)))) {
        start += 1
        continue
      }
      while (end < text.length && others.some((other) => other.includes(text.slice(start, end + 1)))) end += 1
      const substring = text.slice(start, end).trim()
      const weight = weightOf(substring, weights)
      if (weight > (best?.weight ?? 0)) best = { text: substring, weight }
      // The next substring may start with the last unit of this one.
      start = end - 1
    }
  }
  return best
}

function weightOf(text: string, weights: ReadonlyMap<number, number>): number {
  const pairs = new Set<number>()
  for (let at = 0; at + 1 < text.length; at++)
    pairs.add(text.charCodeAt(at) * 65_536 + text.charCodeAt(at + 1))
  return [...pairs].reduce((sum, pair) => sum + (weights.get(pair) ?? 0), 0)
}

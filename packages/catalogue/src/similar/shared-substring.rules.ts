/** The piece of text that two titles share and that says the most. */

export interface Piece {
  readonly text: string
  readonly weight: number
}

/** Of all folded pieces in both, the weightiest; `weights` is by pairs of neighbouring code units. */
export function sharedPiece(
  texts: readonly string[],
  others: readonly string[],
  weights: ReadonlyMap<number, number>,
): Piece | undefined {
  let best: Piece | undefined
  for (const text of texts) {
    for (let start = 0; start + 1 < text.length; ) {
      let end = start + 2
      if (!others.some((other) => other.includes(text.slice(start, end)))) {
        start += 1
        continue
      }
      while (end < text.length && others.some((other) => other.includes(text.slice(start, end + 1)))) end += 1
      const piece = text.slice(start, end).trim()
      const weight = weightOf(piece, weights)
      if (weight > (best?.weight ?? 0)) best = { text: piece, weight }
      // The next piece may begin with the last unit of this one.
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

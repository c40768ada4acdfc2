/** Weights of shared features: rarer features weigh more. Weights are integers, so that sums do not depend on the order. */
import type { EntityKind } from '@koedana/contract/values.ts'

/** Returns the weight of a feature that `count` of `total` works have. */
export function weightOf(
  kind: EntityKind | 'text',
  { count, total }: { count: number; total: number },
): number {
  if (kind === 'text' && count > maxWorksWithPair(total)) return 0
  // A feature of a single work connects it to no other.
  return count < 2 || count >= total ? 0 : Math.round(boosts[kind] * Math.log(total / count))
}

/** Returns the maximum number of works with a pair: more common pairs say nothing about similarity. */
export const maxWorksWithPair = (total: number): number => Math.floor(total / 50)

/** A series or voice actor characterizes a work better than a single genre; a pair of code units is the weakest hint. */
const boosts: Readonly<Record<EntityKind | 'text', number>> = {
  makers: 150,
  series: 400,
  artists: 250,
  illustrators: 120,
  genres: 100,
  text: 15,
}

/** Returns pairs of adjacent code units in folded texts as `first << 16 | second`, each once, up to a limit. */
export function pairsOfTexts(texts: readonly string[]): number[] {
  const pairs = new Set<number>()
  for (const text of texts) {
    for (let at = 0; at + 1 < text.length && pairs.size < maxPairs; at++) {
      const [first, second] = [text.charCodeAt(at), text.charCodeAt(at + 1)]
      if (first !== 0x20 && second !== 0x20) pairs.add(first * 65_536 + second)
    }
  }
  return [...pairs]
}

const maxPairs = 60

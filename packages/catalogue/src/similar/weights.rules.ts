/** The weight of a shared feature: the rarer, the more; whole numbers, so that sums are the same in any order. */
import type { EntityKind } from '@koedana/contract/values.ts'

/** `count` of `total` works have it. */
export function weightOf(
  kind: EntityKind | 'text',
  { count, total }: { count: number; total: number },
): number {
  if (kind === 'text' && count > mostWithPair(total)) return 0
  // What only one work has connects it with nothing.
  return count < 2 || count >= total ? 0 : Math.round(boosts[kind] * Math.log(total / count))
}

/** Returns the most works that may have a pair: one that more have says nothing about two of them. */
export const mostWithPair = (total: number): number => Math.floor(total / 50)

/** A voice says more about a work than a single genre, a pair of code units of a title least. */
const boosts: Readonly<Record<EntityKind | 'text', number>> = {
  makers: 150,
  series: 400,
  artists: 250,
  illustrators: 120,
  genres: 100,
  text: 15,
}

/** Pairs of two neighbouring code units in folded texts, `first << 16 | second`, each once, up to a bound. */
export function pairsOfTexts(texts: readonly string[]): number[] {
  const pairs = new Set<number>()
  for (const text of texts) {
    for (let at = 0; at + 1 < text.length && pairs.size < mostPairs; at++) {
      const [first, second] = [text.charCodeAt(at), text.charCodeAt(at + 1)]
      if (first !== 0x20 && second !== 0x20) pairs.add(first * 65_536 + second)
    }
  }
  return [...pairs]
}

const mostPairs = 60

/** What it is worth to share something: the rarer, the more; whole numbers, so that sums are the same in any order. */
import type { EntityKind } from '@koedana/contract/values.ts'

/** `count` of `total` works have it. */
export function weightOf(
  kind: EntityKind | 'text',
  { count, total }: { count: number; total: number },
): number {
  // What only one work has connects it with nothing.
  // A piece that many titles have says nothing about two of them.
  if (kind === 'text' && count * 50 > total) return 0
  return count < 2 || count >= total ? 0 : Math.round(boosts[kind] * Math.log(total / count))
}

/** A voice says more about a work than a single genre, a piece of a title least. */
const boosts: Readonly<Record<EntityKind | 'text', number>> = {
  makers: 150,
  series: 400,
  artists: 250,
  illustrators: 120,
  genres: 100,
  text: 15,
}

/** Pieces of two neighbouring characters in folded texts, each once, at most so many. */
export function pairsOfTexts(texts: readonly string[]): [first: number, second: number][] {
  const pairs = new Map<number, [number, number]>()
  for (const text of texts) {
    for (let at = 0; at + 1 < text.length && pairs.size < mostPairs; at++) {
      const [first, second] = [text.charCodeAt(at), text.charCodeAt(at + 1)]
      if (first !== 0x20 && second !== 0x20) pairs.set(first * 65_536 + second, [first, second])
    }
  }
  return [...pairs.values()]
}

const mostPairs = 60

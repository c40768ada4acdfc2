/**
 * The works of the base that score best, exactly, without adding up every score: what few works have is added first;
 * when all that is left could not lift anything above those that lead, only what is near them is looked at.
 */
import type { Base } from '../query/base.ts'
import type { Feature } from './features.ts'

export interface Alike {
  readonly ordinal: number
  readonly score: number
}

/** Best first, ties by ordinal. `within` must not be the base's own `near`. */
export function mostAlike(
  base: Base,
  features: readonly Feature[],
  { within, limit }: { within: Uint32Array; limit: number },
): Alike[] {
  if (limit <= 0) return []
  const { kernel, scores, reached, near } = base
  kernel.clearScores(scores, reached)
  reached.fill(0)
  const lists = features.filter(({ dense }) => !dense)
  for (const feature of lists) addAll(base, feature)
  // The rarest first: they are quick to add, and lift the bound the most.
  const dense = features.filter((feature) => feature.dense).sort((a, b) => b.weight - a.weight)
  let left = dense.reduce((sum, { weight }) => sum + weight, 0)
  let added = 0
  for (; added < dense.length; added++) {
    const least = nearBound(base, within, limit)
    if (left < least) {
      kernel.keepScores(near, scores, least - left)
      break
    }
    addAll(base, dense[added]!)
    left -= dense[added]!.weight
  }
  if (added === dense.length) keepNear(base, within)
  for (const { dense: other, weight } of dense.slice(added))
    if (other) kernel.addBoth(scores, near, { other, weight })
  return Array.from(kernel.best(scores, near, limit), (ordinal) => ({ ordinal, score: scores[ordinal]! }))
}

function addAll({ kernel, scores, reached }: Base, { weight, dense, list, packed }: Feature): void {
  if (dense) {
    kernel.or(reached, dense)
    kernel.addBits(scores, dense, weight)
  } else if (list) {
    kernel.setAll(reached, list)
    kernel.addList(scores, list, weight)
  } else if (packed) {
    kernel.setPacked(reached, packed)
    kernel.addPacked(scores, packed, weight)
  }
}

/** What the last of the leaders has so far; 0 where there are not enough. */
function nearBound(base: Base, within: Uint32Array, limit: number): number {
  keepNear(base, within)
  const leaders = base.kernel.best(base.scores, base.near, limit)
  return leaders.length < limit ? 0 : base.scores[leaders[limit - 1]!]!
}

function keepNear({ kernel, reached, near }: Base, within: Uint32Array): void {
  near.set(reached)
  kernel.and(near, within)
}

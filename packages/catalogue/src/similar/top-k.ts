/**
 * Finds the exact top k of the base without computing every score, like MaxScore pruning. Rare features are added first. Once the remaining
 * features could not lift another work above the threshold, only works near it are scored further.
 */
import type { Base } from '../query/base.ts'
import type { Feature } from './similar-works.ts'

export interface ScoredWork {
  readonly ordinal: number
  readonly score: number
}

/** Returns the best works first, ties by ordinal. `within` must not be the base's own `near`. */
export function topK(
  base: Base,
  features: readonly Feature[],
  { within, limit }: { within: Uint32Array; limit: number },
): ScoredWork[] {
  if (limit <= 0) return []
  const { kernel, scores, reached, near } = base
  kernel.clearScores(scores, reached)
  reached.fill(0)
  const lists = features.filter(({ dense }) => !dense)
  for (const feature of lists) addScores(base, feature)
  // The rarest come first: they are fast to add and raise the threshold most.
  const dense = features.filter((feature) => feature.dense).sort((a, b) => b.weight - a.weight)
  let left = dense.reduce((sum, { weight }) => sum + weight, 0)
  let added = 0
  for (; added < dense.length; added++) {
    const least = threshold(base, within, limit)
    if (left < least) {
      kernel.keepScores(near, scores, least - left)
      break
    }
    addScores(base, dense[added]!)
    left -= dense[added]!.weight
  }
  if (added === dense.length) updateNear(base, within)
  for (const { dense: other, weight } of dense.slice(added))
    if (other) kernel.addBoth(scores, near, { other, weight })
  return Array.from(kernel.best(scores, near, limit), (ordinal) => ({ ordinal, score: scores[ordinal]! }))
}

function addScores({ kernel, scores, reached }: Base, { weight, dense, list, packed }: Feature): void {
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

/** Returns the lowest of the best k scores so far; 0 if there are fewer. */
function threshold(base: Base, within: Uint32Array, limit: number): number {
  updateNear(base, within)
  const best = base.kernel.best(base.scores, base.near, limit)
  return best.length < limit ? 0 : base.scores[best[limit - 1]!]!
}

function updateNear({ kernel, reached, near }: Base, within: Uint32Array): void {
  near.set(reached)
  kernel.and(near, within)
}

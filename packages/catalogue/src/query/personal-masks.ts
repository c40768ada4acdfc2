/** The masks of people who filter by what is their own, made once a generation from the mask of their policy. */
import { LRUCache } from 'lru-cache'
import { createBits, set } from '../memory/arena.ts'
import { type Columns, ordinalOf } from '../model/generation.ts'
import { nameOf, type Viewer, type WorkSet } from '../model/query.ts'
import type { Mask, MaskSources } from './policy.ts'
import { createRankSamples, type MaskBits } from './rank-samples.ts'

/** Masks that are kept; each costs an eighth of a byte a work. */
const keptMasks = 64

export function createPersonalMasks(
  { generation: { columns }, kernel, arena }: MaskSources,
  masks: (viewer: Viewer) => Mask,
): (viewer: Viewer, within: readonly WorkSet[]) => MaskBits {
  /** The arena takes nothing back: arrays of forgotten masks serve the next. */
  const spare: Uint32Array[] = []
  const kept = new LRUCache<string, MaskBits>({ max: keptMasks, dispose: ({ bits }) => spare.push(bits) })
  const chosen = createBits(arena, columns.count)
  const build = (viewer: Viewer, within: readonly WorkSet[]): MaskBits => {
    const bits = spare.pop() ?? createBits(arena, columns.count)
    bits.set(masks(viewer).visible.bits)
    for (const { keys, isWanted } of within) {
      chosen.fill(0)
      for (const ordinal of ordinalsOf(columns, keys)) set(chosen, ordinal)
      if (isWanted) kernel.and(bits, chosen)
      else kernel.andNot(bits, chosen)
    }
    return { bits, total: kernel.count(bits), rankSamples: createRankSamples(bits) }
  }
  return (viewer, within) => {
    const name = `${nameOf(viewer)}#${within.map((one) => `${one.name}${one.isWanted ? '+' : '-'}`).join('#')}`
    const found = kept.get(name) ?? build(viewer, within)
    kept.set(name, found)
    return found
  }
}

function* ordinalsOf(columns: Columns, keys: Iterable<number>): Iterable<number> {
  for (const key of keys) {
    const ordinal = ordinalOf(columns, key)
    if (ordinal >= 0) yield ordinal
  }
}

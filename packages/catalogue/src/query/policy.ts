/** A viewer's policy as bitsets, built once per generation and applied to every read. */

import { LRUCache } from 'lru-cache'
import type { Kernel } from '../kernel/kernel.ts'
import { type Arena, createBits } from '../memory/arena.ts'
import { bitsOf, type Generation, listOf } from '../model/generation.ts'
import { type Excluded, policyKeyOf, type Viewer } from '../model/query.ts'
import { createRankSamples, type MaskBits } from './rank-samples.ts'

export interface Mask {
  readonly visible: MaskBits
  /** The visible works that are the best edition of their group; same as `visible` if there are no editions. */
  readonly representative: MaskBits
}

/** Number of cached masks; each takes a quarter of a byte per work. */
const maxCachedMasks = 64

export interface MaskSources {
  readonly generation: Generation
  readonly kernel: Kernel
  readonly arena: Arena
}

export function createMasks({ generation, kernel, arena }: MaskSources): (viewer: Viewer) => Mask {
  /** The arena never frees memory, so arrays of evicted masks are reused. */
  const spare: Uint32Array[] = []
  const kept = new LRUCache<string, Mask>({
    max: maxCachedMasks,
    dispose: ({ visible, representative }) => {
      for (const { bits } of new Set([visible, representative])) spare.push(bits)
    },
  })
  const fresh = () => spare.pop()?.fill(0) ?? createBits(arena, generation.columns.count)
  const counted = (bits: Uint32Array): MaskBits => ({
    bits,
    total: kernel.count(bits),
    rankSamples: createRankSamples(bits),
  })
  const build = (viewer: Viewer): Mask => {
    const visible = counted(fillVisible(generation, kernel, { bits: fresh(), viewer }))
    if (!generation.hasEditions) return { visible, representative: visible }
    const chosen = fresh()
    chosen.set(visible.bits)
    kernel.keepFirst(chosen, generation.editionOrders[viewer.locale])
    return { visible, representative: counted(chosen) }
  }
  const find = (viewer: Viewer): Mask => {
    const name = policyKeyOf(viewer)
    const found = kept.get(name) ?? build(viewer)
    kept.set(name, found)
    return found
  }
  let last: { readonly viewer: Viewer; readonly mask: Mask } | undefined
  return (viewer) => {
    // Consecutive queries mostly come from viewers with the same policy, so no cache key is computed for them.
    if (!last || !hasSamePolicy(last.viewer, viewer)) last = { viewer, mask: find(viewer) }
    return last.mask
  }
}

function hasSamePolicy(one: Viewer, other: Viewer): boolean {
  if (one === other) return true
  return (
    one.ages === other.ages &&
    one.locale === other.locale &&
    one.excluded.length === other.excluded.length &&
    one.excluded.every(({ kind, keys }, at) => {
      const rival = other.excluded[at]
      return rival?.kind === kind && isSameList(rival.keys, keys)
    })
  )
}

const isSameList = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every((key, at) => key === other[at])

function fillVisible(
  generation: Generation,
  kernel: Kernel,
  { bits, viewer }: { bits: Uint32Array; viewer: Viewer },
): Uint32Array {
  for (const age of [1, 2, 3] as const) {
    if (viewer.ages & (1 << age)) kernel.or(bits, generation.ages[age])
  }
  for (const excluded of viewer.excluded) clearExcluded(generation, kernel, { bits, excluded })
  return bits
}

export function clearExcluded(
  { postings, columns }: Generation,
  kernel: Kernel,
  { bits, excluded }: { bits: Uint32Array; excluded: Excluded },
): void {
  for (const key of excluded.keys) {
    const dense = bitsOf(postings[excluded.kind], key, columns.count)
    if (dense) kernel.andNot(bits, dense)
    else kernel.clearAll(bits, listOf(postings[excluded.kind], key))
  }
}

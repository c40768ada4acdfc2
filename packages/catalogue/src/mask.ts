/** One viewer's policy as bitsets, made once a generation and ANDed into every read. */
import { createBits, has, set } from './bits.ts'
import { compareEditions } from './editions.ts'
import type { Generation } from './generation.ts'
import type { Kernel } from './kernel/kernel.ts'
import { bitsOf, listOf } from './postings.ts'
import type { Excluded, Viewer } from './query.ts'

export interface Mask {
  readonly visible: Uint32Array
  /** The visible works that stand for their editions; the same bits where there are no editions. */
  readonly representative: Uint32Array
}

/** Viewers whose masks are kept; each costs a quarter of a byte a work. */
const keptMasks = 64

export function createMasks(generation: Generation, kernel: Kernel): (viewer: Viewer) => Mask {
  const kept = new Map<string, Mask>()
  return (viewer) => {
    const name = nameOf(viewer)
    const found = kept.get(name) ?? buildMask(generation, kernel, viewer)
    kept.delete(name)
    kept.set(name, found)
    const [oldest] = kept.keys()
    if (kept.size > keptMasks && oldest !== undefined) kept.delete(oldest)
    return found
  }
}

/** The same for viewers who see the same. */
export const nameOf = ({ ages, excluded, locale }: Viewer): string =>
  `${locale}|${ages}|${excluded.map(({ kind, keys }) => `${kind}:${keys.join()}`).join('|')}`

function buildMask(generation: Generation, kernel: Kernel, viewer: Viewer): Mask {
  const visible = createBits(generation.columns.count)
  for (const age of [1, 2, 3] as const) {
    if (viewer.ages & (1 << age)) kernel.or(visible, generation.ages[age])
  }
  for (const excluded of viewer.excluded) exclude(generation, kernel, { bits: visible, excluded })
  return {
    visible,
    representative: generation.hasEditions ? representatives(generation, visible, viewer) : visible,
  }
}

export function exclude(
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

function representatives(generation: Generation, visible: Uint32Array, { locale }: Viewer): Uint32Array {
  const { groups, columns } = generation
  const best = new Map<number, number>()
  const chosen = createBits(columns.count)
  const at = (ordinal: number) => ({
    key: columns.key[ordinal]!,
    languages: columns.languages[ordinal]!,
    editionOf: columns.editionOf[ordinal]!,
  })
  const sizes = groupSizes(groups)
  for (let ordinal = 0; ordinal < columns.count; ordinal++) {
    if (!has(visible, ordinal)) continue
    const group = groups[ordinal]!
    if (sizes[group] === 1) {
      set(chosen, ordinal)
      continue
    }
    const rival = best.get(group)
    if (rival === undefined || compareEditions(at(ordinal), at(rival), locale) < 0) best.set(group, ordinal)
  }
  for (const ordinal of best.values()) set(chosen, ordinal)
  return chosen
}

function groupSizes(groups: Uint32Array): Uint32Array {
  const sizes = new Uint32Array(groups.length)
  for (const group of groups) sizes[group]!++
  return sizes
}

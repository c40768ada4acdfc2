/** A generation with the scratch memory and caches that its queries share. */
import type { EntityKind } from '@koedana/contract/values.ts'
import { LRUCache } from 'lru-cache'
import type { Delta } from '../delta/delta.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { type Arena, createBits, setBit, wordsFor } from '../memory/arena.ts'
import { noNumber } from '../model/edition-groups.ts'
import { type Columns, eachKind, type Generation, ordinalOf } from '../model/generation.ts'
import { policyKeyOf, type Viewer, type WorkSet } from '../model/query.ts'
import { type CompiledList, createCompiledList } from './compile.ts'
import { type ApplyFilter, createFilter } from './filter.ts'
import { createMasks, type Mask, type MaskSources } from './policy.ts'
import { createRankSamples, type MaskBits } from './rank-samples.ts'
import { createSearch, type Search } from './search.ts'

export interface Base {
  readonly generation: Generation
  readonly kernel: Kernel
  readonly columns: Columns
  readonly masks: (viewer: Viewer) => Mask
  /** Returns the works that the viewer may see and that satisfy all personal sets; `within` is not empty. */
  readonly personalMasks: (viewer: Viewer, within: readonly WorkSet[]) => MaskBits
  /** Runs compiled queries, if the kernel supports them. */
  readonly compiledList: CompiledList | undefined
  readonly narrow: ApplyFilter
  readonly search: Search
  /** Result of the current query; only one query runs at a time. */
  readonly scratch: Uint32Array
  /** Hidden editions that matched, besides the works in `scratch`. */
  readonly beside: Uint32Array
  /** The members of groups that have a hidden edition in `beside`. */
  readonly members: Int32Array
  /** Counts by value, for numbers such as ages and years. */
  readonly values: Uint32Array
  /** The group in which each value was last seen. Group numbers continue from one count to the next, so the array needs no clearing. */
  readonly met: { readonly groups: Uint32Array; last: number }
  /** Memory of the query that runs in steps. */
  readonly held: SteppedMemory
  /** Counts and sums by entity key; callers clear them first. */
  readonly tallies: Readonly<Record<EntityKind, EntityTally>>
  /** Scores by ordinal; 0 outside `reached`. */
  readonly scores: Int32Array
  readonly reached: Uint32Array
  /** Scratch bitset of the similarity search. */
  readonly near: Uint32Array
}

interface SteppedMemory {
  isTaken: boolean
  readonly matched: Uint32Array
  readonly beside: Uint32Array
  readonly members: Int32Array
  /** Counts by entity key. */
  readonly counts: Readonly<Record<EntityKind, Uint32Array>>
  readonly near: ComparisonMemory
}

/** Memory for comparing a result with that of the open filter. */
interface ComparisonMemory {
  /** Works that do not match, with all editions of each. */
  readonly apart: Uint32Array
  readonly shown: Uint32Array
  readonly beside: Uint32Array
  readonly members: Int32Array
}

export interface EntityTally {
  readonly counts: Uint32Array
  readonly sums: Float64Array
  readonly known: Uint32Array
}

/** A base with the changes since it was built. */
export interface State {
  readonly base: Base
  readonly delta: Delta
  readonly findEntities: (kind: EntityKind, spelling: string) => ReadonlySet<number>
}

export function createBase(generation: Generation, kernel: Kernel, arena: Arena): Base {
  const { columns } = generation
  const masks = createMasks({ generation, kernel, arena })
  const maxMembers = generation.editionGroups.ordinals.length + 1
  return {
    generation,
    kernel,
    columns,
    masks,
    personalMasks: createPersonalMasks({ generation, kernel, arena }, masks),
    compiledList: kernel.list && createCompiledList(generation, arena, kernel.list),
    narrow: createFilter(generation, kernel, arena),
    search: createSearch(generation, kernel, arena),
    scratch: createBits(arena, columns.count),
    beside: createBits(arena, columns.count),
    members: arena.int32(maxMembers),
    values: arena.uint32(noNumber),
    met: {
      groups: arena.uint32(
        Math.max(noNumber, ...Object.values(generation.editionGroups.lists).map(({ size }) => size)),
      ),
      last: 0,
    },
    held: {
      isTaken: false,
      matched: createBits(arena, columns.count),
      beside: createBits(arena, columns.count),
      members: arena.int32(maxMembers),
      counts: eachKind((kind) => arena.uint32(entityCount(generation, kind))),
      near: {
        apart: createBits(arena, columns.count),
        shown: createBits(arena, columns.count),
        beside: createBits(arena, columns.count),
        members: arena.int32(maxMembers),
      },
    },
    tallies: eachKind((kind) => {
      const size = entityCount(generation, kind)
      return { counts: arena.uint32(size), sums: arena.float64(size), known: arena.uint32(size) }
    }),
    // Scores are cleared by whole words of bits, so the length is a multiple of 32.
    scores: arena.int32(wordsFor(columns.count) * 32),
    reached: createBits(arena, columns.count),
    near: createBits(arena, columns.count),
  }
}

const entityCount = ({ postings }: Generation, kind: EntityKind) =>
  Math.max(0, postings[kind].offsets.length - 1)

/** Number of cached masks; each takes an eighth of a byte per work. */
const maxCachedMasks = 64

/** Creates masks of personal filters, derived from the mask of the viewer's policy and cached for the generation. */
function createPersonalMasks(
  { generation: { columns }, kernel, arena }: MaskSources,
  masks: (viewer: Viewer) => Mask,
): (viewer: Viewer, within: readonly WorkSet[]) => MaskBits {
  /** The arena never frees memory, so arrays of evicted masks are reused. */
  const spare: Uint32Array[] = []
  const kept = new LRUCache<string, MaskBits>({
    max: maxCachedMasks,
    dispose: ({ bits }) => spare.push(bits),
  })
  const chosen = createBits(arena, columns.count)
  const build = (viewer: Viewer, within: readonly WorkSet[]): MaskBits => {
    const bits = spare.pop() ?? createBits(arena, columns.count)
    bits.set(masks(viewer).visible.bits)
    for (const { keys, isWanted } of within) {
      chosen.fill(0)
      for (const ordinal of ordinalsOf(columns, keys)) setBit(chosen, ordinal)
      if (isWanted) kernel.and(bits, chosen)
      else kernel.andNot(bits, chosen)
    }
    return { bits, total: kernel.count(bits), rankSamples: createRankSamples(bits) }
  }
  return (viewer, within) => {
    const name = `${policyKeyOf(viewer)}#${within.map((one) => `${one.name}${one.isWanted ? '+' : '-'}`).join('#')}`
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

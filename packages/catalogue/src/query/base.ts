/** A generation with all that queries need around it, made once. */
import type { EntityKind } from '@koedana/contract/values.ts'
import { LRUCache } from 'lru-cache'
import type { Delta } from '../delta/delta.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { type Arena, createBits, set, wordsFor } from '../memory/arena.ts'
import { noNumber } from '../model/edition-groups.ts'
import { type Columns, eachKind, type Generation, ordinalOf } from '../model/generation.ts'
import { nameOf, type Viewer, type WorkSet } from '../model/query.ts'
import { type CompiledList, createCompiledList } from './compile.ts'
import { createFilter, type Narrow } from './filter.ts'
import { createMasks, type Mask, type MaskSources } from './policy.ts'
import { createRankSamples, type MaskBits } from './rank-samples.ts'
import { createSearch, type Search } from './search.ts'

export interface Base {
  readonly generation: Generation
  readonly kernel: Kernel
  readonly columns: Columns
  readonly masks: (viewer: Viewer) => Mask
  /** Returns the bits that a viewer may see and their own sets leave; the sets are some. */
  readonly personalMasks: (viewer: Viewer, within: readonly WorkSet[]) => MaskBits
  /** The list from which the kernel reads compiled queries. */
  readonly compiledList: CompiledList | undefined
  readonly narrow: Narrow
  readonly search: Search
  /** One query runs at a time. */
  readonly scratch: Uint32Array
  /** Editions that matched beside those in `scratch`. */
  readonly beside: Uint32Array
  /** The same as members of groups. */
  readonly members: Int32Array
  /** Numbers, as ages and years, counted by value. */
  readonly values: Uint32Array
  /** The group in which each value was met last: one counting goes on from the number at which the one before ended. */
  readonly met: { readonly groups: Uint32Array; last: number }
  /** The result of the query that runs in steps. */
  readonly held: Held
  /** Counts and sums by entity key; a caller clears them first. */
  readonly tallies: Readonly<Record<EntityKind, EntityTally>>
  /** Scores by ordinal; 0 outside `reached`. */
  readonly scores: Int32Array
  readonly reached: Uint32Array
  /** A bitset for similarity, beside the other scratch. */
  readonly near: Uint32Array
}

interface Held {
  isTaken: boolean
  readonly matched: Uint32Array
  readonly beside: Uint32Array
  readonly members: Int32Array
  /** Counts by entity key. */
  readonly counts: Readonly<Record<EntityKind, Uint32Array>>
  readonly near: NearRoom
}

/** A result that is compared with that of an open filter. */
interface NearRoom {
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

/** A base with what changed since. */
export interface State {
  readonly base: Base
  readonly delta: Delta
  readonly findEntities: (kind: EntityKind, spelling: string) => ReadonlySet<number>
}

export function createBase(generation: Generation, kernel: Kernel, arena: Arena): Base {
  const { columns } = generation
  const masks = createMasks({ generation, kernel, arena })
  const mostMembers = generation.editionGroups.ordinals.length + 1
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
    members: arena.int32(mostMembers),
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
      members: arena.int32(mostMembers),
      counts: eachKind((kind) => arena.uint32(entityCount(generation, kind))),
      near: {
        apart: createBits(arena, columns.count),
        shown: createBits(arena, columns.count),
        beside: createBits(arena, columns.count),
        members: arena.int32(mostMembers),
      },
    },
    tallies: eachKind((kind) => {
      const size = entityCount(generation, kind)
      return { counts: arena.uint32(size), sums: arena.float64(size), known: arena.uint32(size) }
    }),
    // Bits are cleared by whole words.
    scores: arena.int32(wordsFor(columns.count) * 32),
    reached: createBits(arena, columns.count),
    near: createBits(arena, columns.count),
  }
}

const entityCount = ({ postings }: Generation, kind: EntityKind) =>
  Math.max(0, postings[kind].offsets.length - 1)

/** The masks of people who filter by what is their own, made once a generation from the mask of their policy. */
/** Masks that are kept; each costs an eighth of a byte a work. */
const keptMasks = 64

function createPersonalMasks(
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

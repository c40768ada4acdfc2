/** A generation with all that answers need around it, made once. */

import type { EntityKind } from '@koedana/contract/values.ts'
import type { Arena } from './arena.ts'
import type { NumberAspect } from './aspects.ts'
import { createBits, wordsFor } from './bits.ts'
import type { Columns } from './columns.ts'
import { createParts, type Parts } from './count-places.ts'
import type { Delta } from './delta.ts'
import { createFilter, type Narrow } from './filter.ts'
import { eachKind, type Generation } from './generation.ts'
import type { Answering, Kernel } from './kernel/kernel.ts'
import { createMasks, type Mask } from './mask.ts'
import type { Viewer } from './query.ts'
import { createSearch, type Search } from './search.ts'
import { createSegments, type Segments } from './segments.ts'

export interface Base {
  readonly generation: Generation
  readonly kernel: Kernel
  readonly columns: Columns
  readonly masks: (viewer: Viewer) => Mask
  /** The kernel's short way, where it has one. */
  readonly answering: Answering | undefined
  readonly narrow: Narrow
  readonly search: Search
  readonly segments: Segments
  /** One question is answered at a time. */
  readonly scratch: Uint32Array
  /** Editions that passed beside those in `scratch`. */
  readonly beside: Uint32Array
  /** Of the question that is answered in steps. */
  readonly held: Held
  /** Stretches of the orders by which numbers are counted. */
  readonly parts: (aspect: NumberAspect) => Parts
  /** By entity key, for counting and summing; whoever uses them clears them first. */
  readonly tallies: Readonly<Record<EntityKind, EntityTally>>
  /** By ordinal; 0 outside `reached`. */
  readonly scores: Int32Array
  readonly reached: Uint32Array
  /** For likeness, beside the other scratch. */
  readonly near: Uint32Array
}

interface Held {
  isTaken: boolean
  readonly passed: Uint32Array
  readonly beside: Uint32Array
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
  const search = createSearch(generation, kernel, arena)
  return {
    generation,
    kernel,
    columns,
    masks: createMasks({ generation, kernel, arena }),
    answering: kernel.answering?.(generation),
    narrow: createFilter(generation, kernel, arena),
    search,
    segments: createSegments(generation, kernel, { arena, search }),
    scratch: createBits(arena, columns.count),
    beside: createBits(arena, columns.count),
    held: {
      isTaken: false,
      passed: createBits(arena, columns.count),
      beside: createBits(arena, columns.count),
    },
    parts: createParts(generation),
    tallies: eachKind((kind) => {
      const size = Math.max(0, generation.postings[kind].offsets.length - 1)
      return { counts: arena.uint32(size), sums: arena.float64(size), known: arena.uint32(size) }
    }),
    // Whole words of bits: they are cleared by words.
    scores: arena.int32(wordsFor(columns.count) * 32),
    reached: createBits(arena, columns.count),
    near: createBits(arena, columns.count),
  }
}

/** The read index: which works pass, in which order, and how many; every answer under one viewer's policy. */
import type { EntityKind } from '@koedana/contract/values.ts'
import { createBits, has } from './bits.ts'
import { ordinalOf } from './columns.ts'
import { countBase } from './counts.ts'
import { type Delta, editionsByOriginal, emptyDelta, extend, passing } from './delta.ts'
import { fewShare, findFew } from './few.ts'
import { createFilter } from './filter.ts'
import type { Generation } from './generation.ts'
import type { Kernel } from './kernel/kernel.ts'
import { typescriptKernel } from './kernel/typescript.ts'
import { createMasks, nameOf } from './mask.ts'
import { isVisibleRow } from './match.ts'
import { mergePage } from './merge.ts'
import { type Passed, type PassedBits, pageOf } from './page.ts'
import { everything, type Viewer, type WorkFilter, type WorkQuery } from './query.ts'
import type { WorkRow } from './row.ts'

export interface Found {
  /** Keys of the works of the page, in order. */
  readonly keys: readonly number[]
  /** Exact, whatever the page. */
  readonly total: number
}

export interface Catalogue {
  readonly list: (query: WorkQuery, viewer: Viewer) => Found
  /** How many visible works each entity has, by its key; past the array's end none. Editions count once. */
  readonly countEntities: (kind: EntityKind, viewer: Viewer) => Uint32Array
  readonly isVisible: (key: number, viewer: Viewer) => boolean
  /** Of these keys, those the viewer may see, in the order given. */
  readonly visible: (keys: readonly number[], viewer: Viewer) => number[]
  /** The same base with more changes over it; this catalogue stays as it is. */
  readonly withChanges: (rows: readonly WorkRow[], removed: readonly number[]) => Catalogue
  /** How many works were written since the base was built. */
  readonly deltaSize: number
}

export function createCatalogue(generation: Generation, kernel: Kernel = typescriptKernel): Catalogue {
  const base: Base = {
    generation,
    kernel,
    masks: createMasks(generation, kernel),
    narrow: createFilter(generation, kernel),
    scratch: createBits(generation.columns.count),
    columns: generation.columns,
    editions: editionsByOriginal(generation.columns),
    totals: new WeakMap(),
  }
  return over(base, emptyDelta)
}

interface Base {
  readonly generation: Generation
  readonly kernel: Kernel
  readonly masks: ReturnType<typeof createMasks>
  readonly narrow: ReturnType<typeof createFilter>
  /** One question is answered at a time. */
  readonly scratch: Uint32Array
  readonly columns: Generation['columns']
  readonly editions: ReturnType<typeof editionsByOriginal>
  /** How many bits each mask has. */
  readonly totals: WeakMap<Uint32Array, number>
}

function over(base: Base, delta: Delta): Catalogue {
  const counted = new Map<string, Uint32Array>()
  const isVisible: Catalogue['isVisible'] = (key, viewer) => {
    if (delta.changed.has(key)) {
      const row = delta.changed.get(key)
      return row !== undefined && isVisibleRow(row, viewer)
    }
    const ordinal = ordinalOf(base.columns, key)
    return ordinal >= 0 && has(base.masks(viewer).visible, ordinal)
  }
  return {
    list: (query, viewer) => list(base, delta, { query, viewer }),
    countEntities: (kind, viewer) => {
      const name = `${kind}|${nameOf(viewer)}`
      const found = counted.get(name) ?? countEntities(base, delta, { kind, viewer })
      counted.set(name, found)
      return found
    },
    isVisible,
    visible: (keys, viewer) => keys.filter((key) => isVisible(key, viewer)),
    withChanges: (rows, removed) => over(base, extend(base, delta, { rows, removed })),
    deltaSize: delta.changed.size,
  }
}

function list(base: Base, delta: Delta, { query, viewer }: { query: WorkQuery; viewer: Viewer }): Found {
  const { generation, kernel, columns } = base
  const passed = pass(base, delta, { filter: query, viewer })
  if (delta.rows.length > 0) {
    const rows = passing(delta, query, viewer)
    const slice = (offset: number, limit: number) =>
      pageOf(generation, kernel, { passed, page: { ...query, offset, limit } })
    return { keys: mergePage({ columns, slice, rows, query }), total: passed.total + rows.length }
  }
  const ordinals = pageOf(generation, kernel, { passed, page: query })
  return { keys: Array.from(ordinals, (ordinal) => columns.key[ordinal]!), total: passed.total }
}

interface Asked {
  readonly filter: WorkFilter
  readonly viewer: Viewer
}

/** What of the base passes. */
function pass(base: Base, delta: Delta, { filter, viewer }: Asked): Passed {
  const from = startOf(base, { filter, viewer })
  const few = findFew(base.generation, filter, {
    from,
    hidden: delta.hidden,
    most: base.columns.count / fewShare,
  })
  return few ? { few, total: few.length } : passBits(base, delta, { filter, viewer })
}

function startOf(base: Base, { filter, viewer }: Asked): Uint32Array {
  const mask = base.masks(viewer)
  return filter.editions === 'all' ? mask.visible : mask.representative
}

/** Without a filter the mask itself is the answer, and its count is remembered. */
function passBits(base: Base, delta: Delta, { filter, viewer }: Asked): PassedBits {
  const { kernel, scratch } = base
  const start = startOf(base, { filter, viewer })
  if (delta.hidden.size === 0 && isOpen(filter)) {
    const total = base.totals.get(start) ?? kernel.count(start)
    base.totals.set(start, total)
    return { bits: start, total }
  }
  scratch.set(start)
  kernel.clearAll(scratch, Uint32Array.from(delta.hidden))
  base.narrow(scratch, filter)
  return { bits: scratch, total: kernel.count(scratch) }
}

const isOpen = (filter: WorkFilter) =>
  filter.ages === everything.ages &&
  filter.languages === 0 &&
  filter.inLibrary === undefined &&
  filter.hasLyrics === undefined &&
  filter.ranges.length + filter.included.length + filter.excluded.length + filter.excludedWorks.length === 0

function countEntities(
  base: Base,
  delta: Delta,
  { kind, viewer }: { kind: EntityKind; viewer: Viewer },
): Uint32Array {
  const { bits } = passBits(base, delta, { filter: everything, viewer })
  const rows = passing(delta, everything, viewer)
  return countBase(base.columns, kind, { bits, rows })
}

/** How many works each entity has for a viewer: counted once for a catalogue, and kept. */
import type { EntityKind } from '@koedana/contract/values.ts'
import { LRUCache } from 'lru-cache'
import { everything, nameOf, type Viewer, type WorkFilter } from '../model/query.ts'
import type { CountedState } from './count-numbers.ts'
import { facetsInSteps, facetsOf } from './facets.ts'

export interface ViewerCounts {
  /** Returns how many visible works each entity has, by its key; past the array's end none. Editions count once. */
  readonly countEntities: (kind: EntityKind, viewer: Viewer) => Uint32Array
  /** Does the same of the works that can be played here. */
  readonly countOwned: (kind: EntityKind, viewer: Viewer) => Uint32Array
  /** Both; what is not known yet is counted as `facetsInSteps` counts, one query at a time. */
  readonly countBothInSteps: (kind: EntityKind, viewer: Viewer) => Generator<void, BothCounts>
}

interface BothCounts {
  readonly all: Uint32Array
  readonly owned: Uint32Array
}

/**
 * How many arrays of counts are kept, one for each viewer and kind, each four bytes an entity. The bound matters:
 * anybody may choose what is hidden from them, and so be another viewer.
 */
const keptCounts = 64

const owned: WorkFilter = { ...everything, inLibrary: true }

export function createViewerCounts(state: CountedState): ViewerCounts {
  const counted = new LRUCache<string, Uint32Array>({ max: keptCounts })
  const nameOfCounts = (filter: WorkFilter, kind: EntityKind, viewer: Viewer) =>
    `${filter === owned ? 'owned' : ''}${kind}|${nameOf(viewer)}`
  const countedUnder = (filter: WorkFilter, kind: EntityKind, viewer: Viewer): Uint32Array => {
    const name = nameOfCounts(filter, kind, viewer)
    const found = counted.get(name) ?? facetsOf(state, { filter, kinds: [kind] }, viewer).entities[kind]
    if (!found) throw new Error('a requested facet is missing')
    counted.set(name, found)
    return found
  }
  function* countInSteps(filter: WorkFilter, kind: EntityKind, viewer: Viewer): Generator<void, Uint32Array> {
    const name = nameOfCounts(filter, kind, viewer)
    const known = counted.get(name)
    if (known) return known
    const query = { filter, kinds: [kind] }
    const found = yield* facetsInSteps(state, {
      query,
      viewer,
      use: ({ entities }) => copyOf(entities[kind]),
    })
    counted.set(name, found)
    return found
  }
  return {
    countEntities: (kind, viewer) => countedUnder(everything, kind, viewer),
    countOwned: (kind, viewer) => countedUnder(owned, kind, viewer),
    countBothInSteps: function* (kind, viewer) {
      const all = yield* countInSteps(everything, kind, viewer)
      return { all, owned: yield* countInSteps(owned, kind, viewer) }
    },
  }
}

/** The next query counts where this one did. */
function* copyOf(counts: Uint32Array | undefined): Generator<void, Uint32Array> {
  yield
  if (!counts) throw new Error('a requested facet is missing')
  return counts.slice()
}

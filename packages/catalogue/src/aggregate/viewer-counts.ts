/** Counts the works of each entity that a viewer may see; cached per catalog. */
import type { EntityKind } from '@koedana/contract/values.ts'
import { LRUCache } from 'lru-cache'
import { openFilter, policyKeyOf, type Viewer, type WorkFilter } from '../model/query.ts'
import type { CountedState } from './count-numbers.ts'
import { computeFacets, facetsInSteps } from './facets.ts'

export interface ViewerCounts {
  /** Returns the number of visible works by entity key; keys past the end have none. Editions count once. */
  readonly countEntities: (kind: EntityKind, viewer: Viewer) => Uint32Array
  /** Does the same for works in the library only. */
  readonly countOwned: (kind: EntityKind, viewer: Viewer) => Uint32Array
  /** Returns both counts. Counts that are not cached are computed like `facetsInSteps`, one query at a time. */
  readonly countBothInSteps: (kind: EntityKind, viewer: Viewer) => Generator<void, BothCounts>
}

interface BothCounts {
  readonly all: Uint32Array
  readonly owned: Uint32Array
}

/**
 * Number of cached arrays, each for one viewer and kind, with four bytes per entity. The limit matters: every combination of exclusions
 * that someone chooses is another viewer.
 */
const maxCachedCounts = 64

const owned: WorkFilter = { ...openFilter, inLibrary: true }

export function createViewerCounts(state: CountedState): ViewerCounts {
  const counted = new LRUCache<string, Uint32Array>({ max: maxCachedCounts })
  const nameOfCounts = (filter: WorkFilter, kind: EntityKind, viewer: Viewer) =>
    `${filter === owned ? 'owned' : ''}${kind}|${policyKeyOf(viewer)}`
  const countedUnder = (filter: WorkFilter, kind: EntityKind, viewer: Viewer): Uint32Array => {
    const name = nameOfCounts(filter, kind, viewer)
    const found = counted.get(name) ?? computeFacets(state, { filter, kinds: [kind] }, viewer).entities[kind]
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
      use: ({ entities }) => copyCounts(entities[kind]),
    })
    counted.set(name, found)
    return found
  }
  return {
    countEntities: (kind, viewer) => countedUnder(openFilter, kind, viewer),
    countOwned: (kind, viewer) => countedUnder(owned, kind, viewer),
    countBothInSteps: function* (kind, viewer) {
      const all = yield* countInSteps(openFilter, kind, viewer)
      return { all, owned: yield* countInSteps(owned, kind, viewer) }
    },
  }
}

/** The next query overwrites the counts, so they are copied. */
function* copyCounts(counts: Uint32Array | undefined): Generator<void, Uint32Array> {
  yield
  if (!counts) throw new Error('a requested facet is missing')
  return counts.slice()
}

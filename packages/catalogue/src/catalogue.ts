/** The read index: finds, sorts and counts works. Every result obeys the policy of one viewer. */
import type { EntityKind, Period } from '@koedana/contract/values.ts'
import type { CountedState } from './aggregate/count-numbers.ts'
import { createParts } from './aggregate/count-parts.ts'
import {
  computeFacets,
  type FacetQuery,
  type Facets,
  type FacetsConsumer,
  facetsInSteps,
} from './aggregate/facets.ts'
import { createOpenCounts } from './aggregate/open-comparison.ts'
import { type RankedKeys, type RankQuery, rankEntities } from './aggregate/ranks.ts'
import { createViewerCounts, type ViewerCounts } from './aggregate/viewer-counts.ts'
import { type Delta, emptyDelta, extendDelta } from './delta/delta.ts'
import { isVisibleRow } from './delta/match.ts'
import type { Kernel } from './kernel/kernel.ts'
import { typescriptKernel } from './kernel/typescript.ts'
import { type Arena, hasBit } from './memory/arena.ts'
import { bestEditions, type Candidate, candidateAt } from './model/editions.ts'
import { entitiesOf, type Generation, growthAt, ordinalOf, unknown } from './model/generation.ts'
import type { ListResult, Viewer, WorkFilter, WorkQuery } from './model/query.ts'
import type { WorkRow } from './model/row.ts'
import { count, type ListedState, list } from './page/list.ts'
import { createSegments } from './page/page.ts'
import { createBase, type State } from './query/base.ts'
import { createEntityFinder } from './query/entity-finder.ts'
import { type SimilarEntitiesQuery, type SimilarEntity, similarEntities } from './similar/similar-entities.ts'
import { type SimilarWork, type SimilarWorksQuery, similarWorks } from './similar/similar-works.ts'

export interface Catalogue extends ViewerCounts {
  readonly list: (query: WorkQuery, viewer: Viewer) => ListResult
  readonly count: (filter: WorkFilter, viewer: Viewer) => number
  readonly facets: (query: FacetQuery, viewer: Viewer) => Facets
  /** Counts facets in steps; a base runs one such query at a time. The counts passed to `use` are valid until it returns. */
  readonly facetsInSteps: <T>(query: FacetQuery, viewer: Viewer, use: FacetsConsumer<T>) => Generator<void, T>
  readonly rankEntities: (query: RankQuery, viewer: Viewer) => RankedKeys
  readonly similarWorks: (query: SimilarWorksQuery, viewer: Viewer) => SimilarWork[]
  readonly similarEntities: (query: SimilarEntitiesQuery, viewer: Viewer) => SimilarEntity[]
  /** Returns the keys of the entities with a name that contains a folded text. */
  readonly findEntities: (kind: EntityKind, spelling: string) => ReadonlySet<number>
  /** Returns the keys of a work's entities in the order of its sources; undefined if the work is unknown. */
  readonly entitiesOf: (kind: EntityKind, key: number) => readonly number[] | undefined
  readonly isVisible: (key: number, viewer: Viewer) => boolean
  /** Returns 1 (all), 2 (R15) or 3 (R18 or unknown); undefined if the work is unknown. */
  readonly ageOf: (key: number) => number | undefined
  /** Returns the keys that the viewer may see, in the given order. */
  readonly visible: (keys: readonly number[], viewer: Viewer) => number[]
  /** Returns the keys with only the best edition of each group, in the given order. */
  readonly bestEditions: (keys: readonly number[], viewer: Viewer) => number[]
  /** Returns a new catalog with more changes on top of the same base; this one stays as it is. */
  readonly withChanges: (rows: readonly WorkRow[], removed: readonly number[]) => Catalogue
  /** Returns a new catalog with other folded names for some entities. */
  readonly withNames: (kind: EntityKind, names: ReadonlyMap<number, readonly string[]>) => Catalogue
  /** Returns the copies that a work sold in the period, ignoring who may see it; undefined if unknown. */
  readonly soldOver: (key: number, period: Period) => number | undefined
  /** Number of works in the base, ignoring who may see them. */
  readonly workCount: number
  /** Number of works and names changed since the base was built. */
  readonly deltaSize: number
  /**
   * Redirects this catalog and all others over the same base to the successor, so their memory can be reused.
   * A reader that still holds one of them never reads overwritten memory. Returns false and changes nothing while a query runs in steps.
   */
  readonly giveWay: (successor: () => Catalogue) => boolean
}

export interface CatalogueSources {
  readonly generation: Generation
  readonly arena: Arena
  readonly kernel?: Kernel | undefined
  /** Facets are derived from those of the open filter if the filter excludes at most this many works. */
  readonly maxApart?: number | undefined
}

/** The default of `maxApart` is the number of works divided by this, which bounds the cost of each facet. */
const differenceShare = 256

export function createCatalogue({
  generation,
  arena,
  kernel = typescriptKernel,
  maxApart = Math.floor(generation.columns.count / differenceShare),
}: CatalogueSources): Catalogue {
  const base = createBase(generation, kernel, arena)
  const segments = createSegments(generation, kernel, { arena, search: base.search })
  const counted = { parts: createParts(generation), openCounts: createOpenCounts(), maxApart }
  return createOverlay({ base, segments, ...counted, succession: { of: undefined } }, emptyDelta)
}

/** State shared by all catalogs over the same generation. */
interface SharedState
  extends Pick<ListedState & CountedState, 'base' | 'segments' | 'parts' | 'openCounts' | 'maxApart'> {
  /** Returns the successor set by `giveWay`, if any. */
  readonly succession: { of: (() => Catalogue) | undefined }
}

function createOverlay(shared: SharedState, delta: Delta): Catalogue {
  const own = createQueries(shared, delta)
  const { base, succession } = shared
  const now = (): CatalogueQueries => succession.of?.() ?? own
  return {
    list: (query, viewer) => now().list(query, viewer),
    count: (filter, viewer) => now().count(filter, viewer),
    facets: (query, viewer) => now().facets(query, viewer),
    facetsInSteps: (query, viewer, use) => now().facetsInSteps(query, viewer, use),
    rankEntities: (query, viewer) => now().rankEntities(query, viewer),
    similarWorks: (query, viewer) => now().similarWorks(query, viewer),
    similarEntities: (query, viewer) => now().similarEntities(query, viewer),
    countEntities: (kind, viewer) => now().countEntities(kind, viewer),
    countOwned: (kind, viewer) => now().countOwned(kind, viewer),
    countBothInSteps: (kind, viewer) => now().countBothInSteps(kind, viewer),
    findEntities: (kind, spelling) => now().findEntities(kind, spelling),
    entitiesOf: (kind, key) => now().entitiesOf(kind, key),
    isVisible: (key, viewer) => now().isVisible(key, viewer),
    ageOf: (key) => now().ageOf(key),
    visible: (keys, viewer) => now().visible(keys, viewer),
    bestEditions: (keys, viewer) => now().bestEditions(keys, viewer),
    soldOver: (key, period) => now().soldOver(key, period),
    withChanges: (rows, removed) =>
      createOverlay(shared, extendDelta(base.generation, delta, { rows, removed })),
    withNames: (kind, names) =>
      createOverlay(shared, {
        ...delta,
        names: { ...delta.names, [kind]: new Map([...delta.names[kind], ...names]) },
      }),
    workCount: base.columns.count,
    deltaSize: delta.changed.size + Object.values(delta.names).reduce((size, names) => size + names.size, 0),
    giveWay: (successor) => {
      if (base.held.isTaken) return false
      succession.of = successor
      return true
    },
  }
}

/** The queries of a catalog, which read the memory of the generation. */
type CatalogueQueries = Omit<Catalogue, 'withChanges' | 'withNames' | 'workCount' | 'deltaSize' | 'giveWay'>

function createQueries(shared: SharedState, delta: Delta): CatalogueQueries {
  const state = { ...shared, delta, findEntities: createEntityFinder(shared.base, delta) }
  const isVisible: Catalogue['isVisible'] = (key, viewer) => isVisibleIn(state, key, viewer)
  return {
    list: (query, viewer) => list(state, query, viewer),
    count: (filter, viewer) => count(state, filter, viewer),
    facets: (query, viewer) => computeFacets(state, query, viewer),
    facetsInSteps: (query, viewer, use) => facetsInSteps(state, { query, viewer, use }),
    rankEntities: (query, viewer) => rankEntities(state, query, viewer),
    similarWorks: (query, viewer) => similarWorks(state, query, viewer),
    similarEntities: (query, viewer) => similarEntities(state, query, viewer),
    ...createViewerCounts(state),
    findEntities: state.findEntities,
    entitiesOf: (kind, key) => entitiesIn(state, kind, key),
    isVisible,
    ageOf: (key) => ageIn(state, key),
    visible: (keys, viewer) => keys.filter((key) => isVisible(key, viewer)),
    bestEditions: (keys, { locale }) =>
      bestEditions(
        keys.flatMap((key) => candidateOf(state, key) ?? []),
        locale,
      ),
    soldOver: (key, period) => copiesSold(state, key, period),
  }
}

function candidateOf({ base, delta }: State, key: number): Candidate | undefined {
  if (delta.changed.has(key)) return delta.changed.get(key)
  const ordinal = ordinalOf(base.columns, key)
  return ordinal < 0 ? undefined : candidateAt(base.columns, ordinal)
}

function entitiesIn({ base, delta }: State, kind: EntityKind, key: number): readonly number[] | undefined {
  if (delta.changed.has(key)) return delta.changed.get(key)?.entities[kind]
  const ordinal = ordinalOf(base.columns, key)
  return ordinal < 0 ? undefined : entitiesOf(base.columns, kind, ordinal)
}

function ageIn({ base, delta }: State, key: number): number | undefined {
  if (delta.changed.has(key)) return delta.changed.get(key)?.age
  const ordinal = ordinalOf(base.columns, key)
  return ordinal < 0 ? undefined : base.columns.age[ordinal]
}

function isVisibleIn({ base, delta }: State, key: number, viewer: Viewer): boolean {
  if (delta.changed.has(key)) {
    const row = delta.changed.get(key)
    return row !== undefined && isVisibleRow(row, viewer)
  }
  const ordinal = ordinalOf(base.columns, key)
  return ordinal >= 0 && hasBit(base.masks(viewer).visible.bits, ordinal)
}

/** Returns the copies sold, ignoring who may see the work: negative if copies were returned, undefined if unknown. */
function copiesSold({ base, delta }: State, key: number, period: Period): number | undefined {
  const row = delta.changed.get(key)
  if (row) return undefinedIfUnknown(period === 'all' ? row.sales : row.growth[period])
  const ordinal = delta.changed.has(key) ? -1 : ordinalOf(base.columns, key)
  return ordinal < 0 ? undefined : undefinedIfUnknown(salesAt(base.generation, ordinal, period))
}

const salesAt = ({ columns, grown }: Generation, ordinal: number, period: Period): number =>
  period === 'all' ? columns.sales[ordinal]! : growthAt(grown[period], ordinal)

const undefinedIfUnknown = (sold: number) => (sold === unknown ? undefined : sold)

/** The read index: which works pass, in which order, and how many; every answer under one viewer's policy. */
import type { EntityKind, Period } from '@koedana/contract/values.ts'
import type { Arena } from './arena.ts'
import { type Base, createBase, type State } from './base.ts'
import { has } from './bits.ts'
import { entitiesOf, ordinalOf } from './columns.ts'
import { type Delta, emptyDelta, extend } from './delta.ts'
import { bestEditions, type Candidate, candidateAt } from './editions.ts'
import { createEntityFinder } from './entity-finder.ts'
import { type FacetQuery, type Facets, facetsInSteps, facetsOf } from './facets.ts'
import type { Generation } from './generation.ts'
import type { Kernel } from './kernel/kernel.ts'
import { typescriptKernel } from './kernel/typescript.ts'
import { count, list } from './list.ts'
import { nameOf } from './mask.ts'
import { isVisibleRow } from './match.ts'
import { everything, type Found, type Viewer, type WorkFilter, type WorkQuery } from './query.ts'
import { type RankedKeys, type RankQuery, rankEntities } from './ranks.ts'
import type { WorkRow } from './row.ts'
import { type SimilarEntities, type SimilarEntity, similarEntities } from './similar-entities.ts'
import { type SimilarWork, type SimilarWorks, similarWorks } from './similar-works.ts'
import { soldOver } from './sold-over.ts'

export interface Catalogue {
  readonly list: (query: WorkQuery, viewer: Viewer) => Found
  readonly count: (filter: WorkFilter, viewer: Viewer) => number
  readonly facets: (query: FacetQuery, viewer: Viewer) => Facets
  /** The same step by step, one question at a time. */
  readonly facetsInSteps: (query: FacetQuery, viewer: Viewer) => Generator<void, Facets>
  readonly rankEntities: (query: RankQuery, viewer: Viewer) => RankedKeys
  readonly similarWorks: (query: SimilarWorks, viewer: Viewer) => SimilarWork[]
  readonly similarEntities: (query: SimilarEntities, viewer: Viewer) => SimilarEntity[]
  /** How many visible works each entity has, by its key; past the array's end none. Editions count once. */
  readonly countEntities: (kind: EntityKind, viewer: Viewer) => Uint32Array
  /** Keys of the entities with a name that holds a folded text. */
  readonly findEntities: (kind: EntityKind, spelling: string) => ReadonlySet<number>
  /** Keys of a work's entities in the order its sources give them; undefined for a work that is not here. */
  readonly entitiesOf: (kind: EntityKind, key: number) => readonly number[] | undefined
  readonly isVisible: (key: number, viewer: Viewer) => boolean
  /** 1 all, 2 r15, 3 r18 and unknown; undefined for a work that is not here. */
  readonly ageOf: (key: number) => number | undefined
  /** Of these keys, those the viewer may see, in the order given. */
  readonly visible: (keys: readonly number[], viewer: Viewer) => number[]
  /** Of these keys, of editions of one work only the best one, in the order given. */
  readonly bestEditions: (keys: readonly number[], viewer: Viewer) => number[]
  /** The same base with more changes over it; this catalogue stays as it is. */
  readonly withChanges: (rows: readonly WorkRow[], removed: readonly number[]) => Catalogue
  /** The same with other folded names of some entities. */
  readonly withNames: (kind: EntityKind, names: ReadonlyMap<number, readonly string[]>) => Catalogue
  /** Copies that a work sold over the period, whoever may see it; undefined where that is not known. */
  readonly soldOver: (key: number, period: Period) => number | undefined
  /** Of the base, whoever may see them. */
  readonly workCount: number
  /** How many works and names were written since the base was built. */
  readonly deltaSize: number
}

export interface CatalogueSources {
  readonly generation: Generation
  /** Where the generation lies. */
  readonly arena: Arena
  readonly kernel?: Kernel | undefined
}

/** Of viewers and kinds, each four bytes an entity: anybody may choose what is hidden from them, and so be another viewer. */
const keptCounts = 64

export function createCatalogue({
  generation,
  arena,
  kernel = typescriptKernel,
}: CatalogueSources): Catalogue {
  return over(createBase(generation, kernel, arena), emptyDelta)
}

function over(base: Base, delta: Delta): Catalogue {
  const counted = new Map<string, Uint32Array>()
  const state = { base, delta, findEntities: createEntityFinder(base, delta) }
  const isVisible: Catalogue['isVisible'] = (key, viewer) => isVisibleIn(state, key, viewer)
  return {
    list: (query, viewer) => list(state, query, viewer),
    count: (filter, viewer) => count(state, filter, viewer),
    facets: (query, viewer) => facetsOf(state, query, viewer),
    facetsInSteps: (query, viewer) => facetsInSteps(state, query, viewer),
    rankEntities: (query, viewer) => rankEntities(state, query, viewer),
    similarWorks: (query, viewer) => similarWorks(state, query, viewer),
    similarEntities: (query, viewer) => similarEntities(state, query, viewer),
    countEntities: (kind, viewer) => {
      const name = `${kind}|${nameOf(viewer)}`
      const found =
        counted.get(name) ?? facetsOf(state, { filter: everything, kinds: [kind] }, viewer).entities[kind]
      if (!found) throw new Error('a facet that was asked for is missing')
      counted.delete(name)
      counted.set(name, found)
      const [oldest] = counted.keys()
      if (counted.size > keptCounts && oldest !== undefined) counted.delete(oldest)
      return found
    },
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
    withChanges: (rows, removed) => over(base, extend(base.generation, delta, { rows, removed })),
    withNames: (kind, names) =>
      over(base, {
        ...delta,
        names: { ...delta.names, [kind]: new Map([...delta.names[kind], ...names]) },
      }),
    soldOver: (key, period) => soldOver(state, key, period),
    workCount: base.columns.count,
    deltaSize: delta.changed.size + Object.values(delta.names).reduce((size, names) => size + names.size, 0),
  }
}

/** Undefined for a work that is not here. */
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
  return ordinal >= 0 && has(base.masks(viewer).visible.bits, ordinal)
}

/** Finds entities of one kind whose works share rare features with the works of a given entity. */
import { type EntityKind, entityKinds } from '@koedana/contract/values.ts'
import { countEntitiesOf } from '../aggregate/counts.ts'
import { createIdOrder, type TextOf } from '../aggregate/entity-order.ts'
import { findNthSmallest } from '../aggregate/nth-smallest.rules.ts'
import { eachOrdinal } from '../memory/arena.ts'
import { bitsOf, entitiesOf, listOf } from '../model/generation.ts'
import type { Viewer, WorkFilter } from '../model/query.ts'
import type { State } from '../query/base.ts'
import { executeFilterToBits, type FilterResult, type MatchedBits } from '../query/execute.ts'
import { weightOf } from './weights.rules.ts'

export interface SimilarEntitiesQuery {
  readonly kind: EntityKind
  readonly key: number
  readonly filter: WorkFilter
  readonly limit: number
  readonly textOf: TextOf
}

export interface SimilarEntity {
  readonly key: number
  readonly workCount: number
  /** The features that their works share, the highest weight first, ties by kind and ID. */
  readonly shared: readonly { readonly kind: EntityKind; readonly key: number; readonly weight: number }[]
}

/** Maximum number of features compared; they must fit into a 32-bit mask. */
const maxFeatures = 24
/** Features that more works have are skipped: common features say little. */
const maxWorks = 20_000

/** Returns the entities with the highest scores first, ties by ID. */
export function similarEntities(state: State, query: SimilarEntitiesQuery, viewer: Viewer): SimilarEntity[] {
  const { kind, key, filter, limit } = query
  // Compares only shown works, without hidden editions.
  const { matched: shown, rows } = executeFilterToBits(state, filter, viewer)
  const matched = { matched: shown, rows }
  const counts = countEntitiesOf(state, kind, matched)
  const features = findFeatures(state, matched, query)
  const shares = new Uint32Array(counts.length)
  features.forEach((feature, at) => {
    const take = (other: number) => {
      shares[other]! |= 1 << at
    }
    eachEntity(state, matched, { feature, of: kind, take })
  })
  shares[key] = 0
  const others = [...shares.keys()].filter((other) => shares[other] !== 0)
  const negatedScores = Float64Array.from(
    others,
    (other) => -scoreOf(features, shares[other]!, counts[other]!),
  )
  const wanted = Math.min(limit, others.length)
  if (wanted === 0) return []
  const bound = findNthSmallest(negatedScores, negatedScores.length, wanted)
  const compareIds = createIdOrder(state, kind, query.textOf)
  return others
    .map((other, at) => ({ other, negated: negatedScores[at]! }))
    .filter(({ negated }) => negated <= bound)
    .sort((a, b) => a.negated - b.negated || compareIds(a.other, b.other))
    .slice(0, wanted)
    .map(({ other }) => ({
      key: other,
      workCount: counts[other]!,
      shared: sharedOf(features, shares[other]!),
    }))
}

interface Feature {
  readonly kind: EntityKind
  readonly key: number
  readonly weight: number
}

/** Divides by the size of the entity, because one with very many works shares something with every other. */
const scoreOf = (features: readonly Feature[], shares: number, count: number) =>
  sharedOf(features, shares).reduce((sum, { weight }) => sum + weight, 0) / Math.sqrt(8 + count)

/** Features are sorted by weight, highest first. */
const sharedOf = (features: readonly Feature[], shares: number) =>
  features.filter((_, at) => ((shares >>> at) & 1) !== 0)

/** Finds the typical features of an entity: how many of its works have a feature, weighted by its rarity among all works. */
function findFeatures(
  state: State,
  matched: FilterResult<MatchedBits>,
  { kind, key, textOf }: Pick<SimilarEntitiesQuery, 'kind' | 'key' | 'textOf'>,
): Feature[] {
  const total = matched.matched.total + matched.rows.length
  const own = worksOf(state, matched, { kind, key })
  const size = own.matched.total + own.rows.length
  let kept: Feature[] = []
  for (const other of entityKinds) {
    const shares = countEntitiesOf(state, other, own)
    if (other === kind) shares[key] = 0
    const compareIds = createIdOrder(state, other, textOf)
    for (let entity = 0; entity < shares.length; entity++) {
      const share = shares[entity]!
      if (share === 0) continue
      const weigh = (count: number) => weightOf(other, { count, total }) * Math.sqrt(share / size)
      // A feature has at least as many works among all as among these, so this is the highest possible weight.
      if (weigh(Math.max(2, share)) < (kept[maxFeatures - 1]?.weight ?? 0)) continue
      const count = countOf(state, matched, { kind: other, key: entity })
      if (count > maxWorks || weigh(count) <= 0) continue
      kept = insertFeature(kept, { kind: other, key: entity, weight: weigh(count) }, compareIds)
    }
  }
  return kept
}

/** Kinds are inserted in order, so equal weights keep the order of kinds. */
function insertFeature(
  features: readonly Feature[],
  feature: Feature,
  compareIds: (a: number, b: number) => number,
): Feature[] {
  const { kind, key, weight } = feature
  const isBefore = (other: Feature) =>
    other.weight === weight ? other.kind !== kind || compareIds(other.key, key) < 0 : other.weight > weight
  return features.toSpliced(features.findLastIndex(isBefore) + 1, 0, feature).slice(0, maxFeatures)
}

/** Returns the matching works of one entity; valid until the next use of `near`. */
function worksOf(
  { base: { kernel, generation, columns, near } }: State,
  { matched: { bits }, rows }: FilterResult<MatchedBits>,
  { kind, key }: { kind: EntityKind; key: number },
): FilterResult<MatchedBits> {
  const dense = bitsOf(generation.postings[kind], key, columns.count)
  if (dense) near.set(dense)
  else {
    near.fill(0)
    kernel.setAll(near, listOf(generation.postings[kind], key))
  }
  kernel.and(near, bits)
  return {
    matched: { bits: near, total: kernel.count(near) },
    rows: rows.filter((row) => row.entities[kind].includes(key)),
  }
}

function countOf(
  { base: { kernel, generation, columns } }: State,
  { matched: { bits }, rows }: FilterResult<MatchedBits>,
  { kind, key }: { kind: EntityKind; key: number },
): number {
  const dense = bitsOf(generation.postings[kind], key, columns.count)
  const count = dense
    ? kernel.countBoth(bits, dense)
    : kernel.countList(bits, listOf(generation.postings[kind], key))
  return count + rows.filter((row) => row.entities[kind].includes(key)).length
}

/** Calls `take` for the entities of a kind of all matching works with a feature, each at least once. */
function eachEntity(
  state: State,
  matched: FilterResult<MatchedBits>,
  { feature, of, take }: { feature: Feature; of: EntityKind; take: (entity: number) => void },
): void {
  const { columns, tallies } = state.base
  const own = worksOf(state, matched, feature)
  if (own.matched.total * 4 > tallies[of].counts.length) {
    countEntitiesOf(state, of, own).forEach((count, entity) => {
      if (count > 0) take(entity)
    })
    return
  }
  eachOrdinal(own.matched.bits, (ordinal) => entitiesOf(columns, of, ordinal).forEach(take))
  for (const { entities } of own.rows) entities[of].forEach(take)
}

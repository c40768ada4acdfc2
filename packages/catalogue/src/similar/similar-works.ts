/**
 * Finds works that share rare features with one work. Features are its entities and the pairs of code units of its title; the fewer works
 * of this viewer have one, the higher its weight. Works that the viewer may not see do not count.
 */
import { type EntityKind, entityKinds } from '@koedana/contract/values.ts'
import { isVisibleRow } from '../delta/match.ts'
import { clearBit } from '../memory/arena.ts'
import { editionsOf } from '../model/editions.ts'
import { bitsOf, listOf, ordinalOf } from '../model/generation.ts'
import type { Viewer, WorkFilter } from '../model/query.ts'
import { rowAt, type WorkRow } from '../model/row.ts'
import type { State } from '../query/base.ts'
import { executeFilterToBits } from '../query/execute.ts'
import { packedOf, pairsOf } from '../text/text-index.ts'
import { sharedSubstring } from './shared-substring.rules.ts'
import { topK } from './top-k.ts'
import { maxWorksWithPair, pairsOfTexts, weightOf } from './weights.rules.ts'

export interface SimilarWorksQuery {
  readonly key: number
  readonly filter: WorkFilter
  readonly limit: number
}

export interface SimilarWork {
  readonly key: number
  readonly score: number
  /** The entities that both have, the highest weight first. */
  readonly shared: readonly { readonly kind: EntityKind; readonly key: number; readonly weight: number }[]
  /** A folded substring of both titles, if its weight is higher than that of any shared entity. */
  readonly substring?: string
}

/** Returns works with the highest scores first, ties by key; empty if the viewer may not see the work. */
export function similarWorks(
  state: State,
  { key, filter, limit }: SimilarWorksQuery,
  viewer: Viewer,
): SimilarWork[] {
  const { base } = state
  const seed = rowOf(state, key)
  if (!seed || !isVisibleRow(seed, viewer)) return []
  const { features, scored } = findFeatures(state, seed, viewer)
  const { matched, rows } = executeFilterToBits(state, filter, viewer)
  const within = matched.bits === base.scratch ? matched.bits : copyInto(base.scratch, matched.bits)
  for (const ordinal of editionGroupOf(state, seed)) clearBit(within, ordinal)
  const original = originalOf(seed)
  const changed = rows
    .filter((row) => originalOf(row) !== original)
    .map((row) => ({ row, score: scored.get(row.key) ?? 0 }))
    .filter(({ score }) => score > 0)
  const unchanged = topK(base, features, { within, limit }).map(({ ordinal, score }) => ({
    row: rowAt(base.generation, ordinal),
    score,
  }))
  return [...changed, ...unchanged]
    .sort((a, b) => b.score - a.score || a.row.key - b.row.key)
    .slice(0, limit)
    .map(({ row, score }) => ({ key: row.key, score, ...reasonsOf(seed, { row, score }, features) }))
}

function rowOf({ base, delta }: State, key: number): WorkRow | undefined {
  if (delta.changed.has(key)) return delta.changed.get(key)
  const ordinal = ordinalOf(base.columns, key)
  return ordinal < 0 ? undefined : rowAt(base.generation, ordinal)
}

const originalOf = ({ key, editionOf }: WorkRow) => (editionOf < 0 ? key : editionOf)

/** Returns the ordinals of the work itself and its editions. */
function editionGroupOf({ base: { columns, generation } }: State, seed: WorkRow): number[] {
  const original = originalOf(seed)
  return [
    ...editionsOf(generation.editionsByOriginal, original),
    ordinalOf(columns, original),
    ordinalOf(columns, seed.key),
  ].filter((ordinal) => ordinal >= 0)
}

function reasonsOf(
  seed: WorkRow,
  { row: { entities, texts }, score }: { row: WorkRow; score: number },
  features: readonly Feature[],
): Pick<SimilarWork, 'shared' | 'substring'> {
  const shared = features
    .flatMap(({ entity, weight }) =>
      entity && entities[entity.kind].includes(entity.key) ? [{ ...entity, weight }] : [],
    )
    .sort((a, b) => b.weight - a.weight)
  const strongest = shared[0]?.weight ?? 0
  // The score that entities do not explain comes from pairs. It is mostly too low to search for a shared substring.
  if (score - shared.reduce((sum, { weight }) => sum + weight, 0) <= strongest) return { shared }
  const weights = new Map(
    features.flatMap(({ pair, weight }) => (pair === undefined ? [] : [[pair, weight]])),
  )
  const substring = sharedSubstring(seed.texts, texts, weights)
  return substring && substring.weight > strongest ? { shared, substring: substring.text } : { shared }
}

function copyInto(target: Uint32Array, bits: Uint32Array): Uint32Array {
  target.set(bits)
  return target
}

export interface Feature {
  readonly entity?: { readonly kind: EntityKind; readonly key: number }
  /** A pair of adjacent code units of a title, as one number. */
  readonly pair?: number
  readonly weight: number
  /** The works of the base that have the feature: one of the three, unless no work has it. */
  readonly dense?: Uint32Array
  readonly list?: Uint32Array
  readonly packed?: Uint8Array
}

export interface WeightedFeatures {
  /** The features with a weight above zero. */
  readonly features: readonly Feature[]
  /** The score of each visible work in the delta, by key. */
  readonly scored: ReadonlyMap<number, number>
}

/** Returns the features of a work, weighted by the works that this viewer may see, changes included. */
export function findFeatures(state: State, seed: WorkRow, viewer: Viewer): WeightedFeatures {
  const possible = [...entitiesIn(state, seed), ...titlePairsIn(state, seed)]
  const rows = state.delta.rows.filter((row) => isVisibleRow(row, viewer))
  const share = createFeatureMatcher(possible)
  const shares = rows.map((row) => ({ row, shared: share(row) }))
  const inDelta = new Uint32Array(possible.length)
  for (const { shared } of shares) for (const at of shared) inDelta[at]!++
  const count = createWeigher(state, viewer, rows.length)
  const weights = possible.map((feature, at) => count(feature, inDelta[at]!))
  const scored = new Map<number, number>()
  for (const { row, shared } of shares)
    scored.set(
      row.key,
      [...shared].reduce((score, at) => score + weights[at]!, 0),
    )
  const features = possible.flatMap((feature, at) =>
    weights[at]! > 0 ? [{ ...feature, weight: weights[at]! }] : [],
  )
  return { features, scored }
}

type UnweightedFeature = Omit<Feature, 'weight'>

const entitiesIn = ({ base: { generation, columns } }: State, seed: WorkRow): UnweightedFeature[] =>
  entityKinds.flatMap((kind) =>
    seed.entities[kind].map((key) => {
      const dense = bitsOf(generation.postings[kind], key, columns.count)
      const entity = { kind, key }
      return dense ? { entity, dense } : { entity, list: listOf(generation.postings[kind], key) }
    }),
  )

const titlePairsIn = ({ base: { generation } }: State, seed: WorkRow): UnweightedFeature[] =>
  pairsOfTexts(seed.texts).map((pair) => {
    const { start, end } = pairsOf(generation.works, pair >>> 16, pair & 0xffff)
    return start === end ? { pair } : { pair, packed: packedOf(generation.works, start) }
  })

/** Returns a function that finds the indexes of the features that a row has, each once. */
function createFeatureMatcher(features: readonly UnweightedFeature[]): (row: WorkRow) => ReadonlySet<number> {
  const pairs = new Map<number, number>()
  features.forEach(({ pair }, at) => {
    if (pair !== undefined) pairs.set(pair, at)
  })
  return ({ entities, texts }) => {
    const shared = new Set<number>()
    features.forEach(({ entity }, at) => {
      if (entity && entities[entity.kind].includes(entity.key)) shared.add(at)
    })
    for (const text of texts) {
      for (let at = 0; at + 1 < text.length; at++) {
        const found = pairs.get(text.charCodeAt(at) * 65_536 + text.charCodeAt(at + 1))
        if (found !== undefined) shared.add(found)
      }
    }
    return shared
  }
}

/** Returns a function for the weight of a feature that `inDelta` works of the delta have. */
function createWeigher({ base, delta }: State, viewer: Viewer, rows: number) {
  const { kernel, columns, near } = base
  const { visible } = base.masks(viewer)
  let { bits, total } = visible
  if (delta.hidden.size > 0) {
    near.set(bits)
    kernel.clearAll(near, Uint32Array.from(delta.hidden))
    bits = near
    total = kernel.count(bits)
  }
  const unseen = columns.count - total
  return ({ entity, dense, list, packed }: UnweightedFeature, inDelta: number): number => {
    const all = total + rows
    if (entity) {
      const count = dense ? kernel.countBoth(bits, dense) : list ? kernel.countList(bits, list) : 0
      return weightOf(entity.kind, { count: count + inDelta, total: all })
    }
    const most = maxWorksWithPair(all)
    const size = packed ? kernel.sizePacked(packed) : 0
    // Too many visible works have the pair, even if every invisible work has it.
    if (size - unseen > most) return 0
    const count = !packed || unseen === 0 ? size : kernel.countPacked(bits, packed, most)
    return weightOf('text', { count: count + inDelta, total: all })
  }
}

/**
 * Works that share what is rare with one work: entities and pairs of the title, each of which weighs the more the fewer
 * works of this viewer have it. What a viewer may not see weighs nothing.
 */
import type { EntityKind } from '@koedana/contract/values.ts'
import { isVisibleRow } from '../delta/match.ts'
import { clear } from '../memory/arena.ts'
import { editionsOf } from '../model/editions.ts'
import { ordinalOf } from '../model/generation.ts'
import type { Viewer, WorkFilter } from '../model/query.ts'
import { rowAt, type WorkRow } from '../model/row.ts'
import type { State } from '../query/base.ts'
import { executeFilterToBits } from '../query/execute.ts'
import { type Feature, featuresOf } from './features.ts'
import { sharedSubstring } from './shared-substring.rules.ts'
import { topK } from './top-k.ts'

export interface SimilarWorks {
  readonly key: number
  readonly filter: WorkFilter
  readonly limit: number
}

export interface SimilarWork {
  readonly key: number
  readonly score: number
  /** What they share, the weightiest first. */
  readonly shared: readonly { readonly kind: EntityKind; readonly key: number; readonly weight: number }[]
  /** A folded substring of both titles, if it weighs more than any entity that they share. */
  readonly substring?: string
}

/** The highest score comes first, ties by key; empty for a work that this viewer may not see. */
export function similarWorks(
  state: State,
  { key, filter, limit }: SimilarWorks,
  viewer: Viewer,
): SimilarWork[] {
  const { base } = state
  const seed = rowOf(state, key)
  if (!seed || !isVisibleRow(seed, viewer)) return []
  const { features, scored } = featuresOf(state, seed, viewer)
  const { matched, rows } = executeFilterToBits(state, filter, viewer)
  const within = matched.bits === base.scratch ? matched.bits : copyInto(base.scratch, matched.bits)
  for (const ordinal of familyOf(state, seed)) clear(within, ordinal)
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

/** The work itself and its editions. */
function familyOf({ base: { columns, generation } }: State, seed: WorkRow): number[] {
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
  // All pairs together are what entities do not account for: mostly too little to search for a shared substring.
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

/** Entities of one kind whose works share what is rare with the works of one of them. */
import { type EntityKind, entityKinds } from '@koedana/contract/values.ts'
import type { State } from './base.ts'
import { has } from './bits.ts'
import { entitiesOf } from './columns.ts'
import { countEntitiesOf } from './counts.ts'
import { passUnchanged } from './pass.ts'
import { listOf } from './postings.ts'
import type { Viewer, WorkFilter } from './query.ts'
import { weightOf } from './weights.rules.ts'

export interface SimilarEntities {
  readonly kind: EntityKind
  readonly key: number
  readonly filter: WorkFilter
  readonly limit: number
}

export interface SimilarEntity {
  readonly key: number
  readonly workCount: number
  readonly shared: readonly { readonly kind: EntityKind; readonly key: number; readonly weight: number }[]
}

/** Features that are compared, and works that are looked at for one of them: what is common says little anyway. */
const mostFeatures = 24
const mostWorks = 20_000

export function similarEntities(state: State, query: SimilarEntities, viewer: Viewer): SimilarEntity[] {
  const { kind, key, filter, limit } = query
  const passed = passUnchanged(state, filter, viewer)
  const { bits, total } = passed.passed
  const { columns, generation } = state.base
  const counts = countEntitiesOf(state, kind, passed)
  const own = Array.from(listOf(generation.postings[kind], key)).filter((ordinal) => has(bits, ordinal))
  const features = featuresOf(state, { own, key, kind, bits, total })
  const scores = new Map<number, { score: number; shared: SimilarEntity['shared'][number][] }>()
  for (const feature of features) {
    const reached = new Set<number>()
    for (const ordinal of feature.works)
      for (const other of entitiesOf(columns, kind, ordinal)) if (other !== key) reached.add(other)
    for (const other of reached) {
      const found = scores.get(other) ?? { score: 0, shared: [] }
      found.score += feature.weight
      found.shared.push({ kind: feature.kind, key: feature.key, weight: feature.weight })
      scores.set(other, found)
    }
  }
  // Who has a great many works shares something with everybody.
  const worth = (other: number, score: number) => score / Math.sqrt(8 + (counts[other] ?? 0))
  return [...scores]
    .sort(([a, one], [b, two]) => worth(b, two.score) - worth(a, one.score) || a - b)
    .slice(0, limit)
    .map(([other, { shared }]) => ({
      key: other,
      workCount: counts[other] ?? 0,
      shared: shared.sort((a, b) => b.weight - a.weight),
    }))
}

interface Own {
  readonly own: readonly number[]
  readonly kind: EntityKind
  readonly key: number
  readonly bits: Uint32Array
  readonly total: number
}

interface Feature {
  readonly kind: EntityKind
  readonly key: number
  readonly weight: number
  readonly works: readonly number[]
}

/** What is typical of its works: how many of them have it, weighed by how rare it is among all. */
function featuresOf(
  { base: { columns, generation } }: State,
  { own, kind, key, bits, total }: Own,
): Feature[] {
  const features: Feature[] = []
  for (const other of entityKinds) {
    const shares = new Map<number, number>()
    for (const ordinal of own)
      for (const entity of entitiesOf(columns, other, ordinal))
        shares.set(entity, (shares.get(entity) ?? 0) + 1)
    if (other === kind) shares.delete(key)
    for (const [entity, share] of shares) {
      const works = Array.from(listOf(generation.postings[other], entity)).filter((ordinal) =>
        has(bits, ordinal),
      )
      const weight = weightOf(other, { count: works.length, total }) * Math.sqrt(share / own.length)
      if (weight > 0 && works.length <= mostWorks) features.push({ kind: other, key: entity, weight, works })
    }
  }
  return features.sort((a, b) => b.weight - a.weight || a.key - b.key).slice(0, mostFeatures)
}

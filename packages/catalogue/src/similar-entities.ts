/** Entities of one kind whose works share what is rare with the works of one of them. */
import { type EntityKind, entityKinds } from '@koedana/contract/values.ts'
import type { State } from './base.ts'
import { has } from './bits.ts'
import { entitiesOf } from './columns.ts'
import { countEntitiesOf } from './counts.ts'
import { eachOrdinal } from './kernel/words.ts'
import { boundOf } from './leading.rules.ts'
import type { PassedBits } from './page.ts'
import { type AllPassed, passBits } from './pass.ts'
import { bitsOf, listOf } from './postings.ts'
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
  /** What their works share, the weightiest first. */
  readonly shared: readonly { readonly kind: EntityKind; readonly key: number; readonly weight: number }[]
}

/** Features that are compared: at most as many as a number has bits. */
const mostFeatures = 24
/** Works that are looked at for one of them: what is common says little anyway. */
const mostWorks = 20_000

/** The most alike first, ties by key. */
export function similarEntities(state: State, query: SimilarEntities, viewer: Viewer): SimilarEntity[] {
  const { kind, key, filter, limit } = query
  const passed = passBits(state, filter, viewer)
  const counts = countEntitiesOf(state, kind, passed)
  const features = featuresOf(state, passed, { kind, key })
  const shares = new Uint32Array(counts.length)
  features.forEach((feature, at) => {
    const take = (other: number) => {
      shares[other]! |= 1 << at
    }
    eachWork(state, passed, { ...feature, of: kind, take })
  })
  shares[key] = 0
  const others = [...shares.keys()].filter((other) => shares[other] !== 0)
  const worths = Float64Array.from(others, (other) => -worthOf(features, shares[other]!, counts[other]!))
  const wanted = Math.min(limit, others.length)
  if (wanted === 0) return []
  const bound = boundOf(worths, worths.length, wanted)
  return others
    .map((other, at) => ({ other, worth: worths[at]! }))
    .filter(({ worth }) => worth <= bound)
    .sort((a, b) => a.worth - b.worth || a.other - b.other)
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

/** Who has a great many works shares something with everybody. */
const worthOf = (features: readonly Feature[], shares: number, count: number) =>
  sharedOf(features, shares).reduce((sum, { weight }) => sum + weight, 0) / Math.sqrt(8 + count)

/** Features come the weightiest first. */
const sharedOf = (features: readonly Feature[], shares: number) =>
  features.filter((_, at) => ((shares >>> at) & 1) !== 0)

/** What is typical of its works: how many of them have it, weighed by how rare it is among all. */
function featuresOf(
  state: State,
  passed: AllPassed<PassedBits>,
  { kind, key }: { kind: EntityKind; key: number },
): Feature[] {
  const total = passed.passed.total + passed.rows.length
  const own = countOf(state, passed, { kind, key })
  const features: Feature[] = []
  for (const other of entityKinds) {
    const shares = new Map<number, number>()
    const take = (entity: number) => void shares.set(entity, (shares.get(entity) ?? 0) + 1)
    eachWork(state, passed, { kind, key, of: other, take })
    if (other === kind) shares.delete(key)
    for (const [entity, share] of shares) {
      const count = countOf(state, passed, { kind: other, key: entity })
      const weight = weightOf(other, { count, total }) * Math.sqrt(share / own)
      if (weight > 0 && count <= mostWorks) features.push({ kind: other, key: entity, weight })
    }
  }
  return features
    .sort(
      (a, b) =>
        b.weight - a.weight || entityKinds.indexOf(a.kind) - entityKinds.indexOf(b.kind) || a.key - b.key,
    )
    .slice(0, mostFeatures)
}

/** How many of what passed have an entity: no list of them is made. */
function countOf(
  { base: { kernel, generation, columns } }: State,
  { passed: { bits }, rows }: AllPassed<PassedBits>,
  { kind, key }: { kind: EntityKind; key: number },
): number {
  const dense = bitsOf(generation.postings[kind], key, columns.count)
  const count = dense
    ? kernel.countBoth(bits, dense)
    : kernel.countList(bits, listOf(generation.postings[kind], key))
  return count + rows.filter((row) => row.entities[kind].includes(key)).length
}

interface EachWork {
  readonly kind: EntityKind
  readonly key: number
  /** Entities of this kind are handed over, work by work. */
  readonly of: EntityKind
  readonly take: (entity: number) => void
}

/** Of the works that passed and have the entity `kind`, `key`. */
function eachWork(
  { base: { kernel, generation, columns, near } }: State,
  { passed: { bits }, rows }: AllPassed<PassedBits>,
  { kind, key, of, take }: EachWork,
): void {
  const each = (ordinal: number) => {
    for (const entity of entitiesOf(columns, of, ordinal)) take(entity)
  }
  const dense = bitsOf(generation.postings[kind], key, columns.count)
  if (dense) {
    near.set(bits)
    kernel.and(near, dense)
    eachOrdinal(near, each)
  } else {
    for (const ordinal of listOf(generation.postings[kind], key)) if (has(bits, ordinal)) each(ordinal)
  }
  for (const { entities } of rows) if (entities[kind].includes(key)) entities[of].forEach(take)
}

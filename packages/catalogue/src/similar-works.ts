/**
 * Works that share what is rare with one work: entities and pieces of the title, each worth the more the fewer works of
 * this viewer have it. What a viewer may not see weighs nothing.
 */
import { type EntityKind, entityKinds } from '@koedana/contract/values.ts'
import type { State } from './base.ts'
import { clear } from './bits.ts'
import { ordinalOf } from './columns.ts'
import { isVisibleRow } from './match.ts'
import { passUnchanged } from './pass.ts'
import { bitsOf, listOf } from './postings.ts'
import type { Viewer, WorkFilter } from './query.ts'
import { rowAt, type WorkRow } from './row.ts'
import { packedOf, pairsOf } from './text/text-index.ts'
import { pairsOfTexts, weightOf } from './weights.rules.ts'

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
}

/** Empty for a work that this viewer may not see. Works that only the delta has are not found, only asked from. */
export function similarWorks(
  state: State,
  { key, filter, limit }: SimilarWorks,
  viewer: Viewer,
): SimilarWork[] {
  const seed = rowOf(state, key)
  if (!seed || !isVisibleRow(seed, viewer)) return []
  const { kernel, scores, columns } = state.base
  const features = featuresOf(state, seed, viewer)
  scores.fill(0)
  for (const { postings, weight } of features) postings.addTo(scores, weight)
  const { passed } = passUnchanged(state, filter, viewer)
  const within = passed.bits === state.base.scratch ? passed.bits : copyInto(state.base.scratch, passed.bits)
  for (const ordinal of familyOf(state, seed)) clear(within, ordinal)
  return Array.from(kernel.best(scores, within, limit), (ordinal) => ({
    key: columns.key[ordinal]!,
    score: scores[ordinal]!,
    shared: sharedWith(rowAt(state.base.generation, ordinal), features),
  }))
}

function rowOf({ base, delta }: State, key: number): WorkRow | undefined {
  if (delta.changed.has(key)) return delta.changed.get(key)
  const ordinal = ordinalOf(base.columns, key)
  return ordinal < 0 ? undefined : rowAt(base.generation, ordinal)
}

interface Feature {
  readonly entity?: { readonly kind: EntityKind; readonly key: number }
  readonly weight: number
  readonly postings: { readonly addTo: (scores: Int32Array, weight: number) => void }
}

function featuresOf(state: State, seed: WorkRow, viewer: Viewer): Feature[] {
  const { kernel, generation, columns, masks } = state.base
  const { bits, total } = masks(viewer).visible
  const entities = entityKinds.flatMap((kind) =>
    seed.entities[kind].map((key): Feature => {
      const dense = bitsOf(generation.postings[kind], key, columns.count)
      const list = listOf(generation.postings[kind], key)
      const count = dense ? kernel.countBoth(bits, dense) : kernel.countList(bits, list)
      return {
        entity: { kind, key },
        weight: weightOf(kind, { count, total }),
        postings: {
          addTo: (scores, weight) =>
            dense ? kernel.addBits(scores, dense, weight) : kernel.addList(scores, list, weight),
        },
      }
    }),
  )
  const pieces = pairsOfTexts(seed.texts).flatMap(([first, second]): Feature[] => {
    const { start, end } = pairsOf(generation.works, first, second)
    if (start === end) return []
    const packed = packedOf(generation.works, start)
    const weight = weightOf('text', { count: kernel.countPacked(bits, packed), total })
    return [{ weight, postings: { addTo: (scores, each) => kernel.addPacked(scores, packed, each) } }]
  })
  return [...entities, ...pieces].filter(({ weight }) => weight > 0)
}

/** The work itself and its editions. */
function familyOf({ base: { columns, editions } }: State, { key, editionOf }: WorkRow): number[] {
  const original = editionOf < 0 ? key : editionOf
  return [...(editions.get(original) ?? []), ordinalOf(columns, original), ordinalOf(columns, key)].filter(
    (ordinal) => ordinal >= 0,
  )
}

function sharedWith({ entities }: WorkRow, features: readonly Feature[]): SimilarWork['shared'] {
  return features
    .flatMap(({ entity, weight }) =>
      entity && entities[entity.kind].includes(entity.key) ? [{ ...entity, weight }] : [],
    )
    .sort((a, b) => b.weight - a.weight)
}

function copyInto(target: Uint32Array, bits: Uint32Array): Uint32Array {
  target.set(bits)
  return target
}

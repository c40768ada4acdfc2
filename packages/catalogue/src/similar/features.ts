/**
 * The features that connect a work with others: its entities and the pairs of code units of its title, each with a
 * weight.
 */
import { type EntityKind, entityKinds } from '@koedana/contract/values.ts'
import { isVisibleRow } from '../delta/match.ts'
import { bitsOf, listOf } from '../model/generation.ts'
import type { Viewer } from '../model/query.ts'
import type { WorkRow } from '../model/row.ts'
import type { State } from '../query/base.ts'
import { packedOf, pairsOf } from '../text/text-index.ts'
import { mostWithPair, pairsOfTexts, weightOf } from './weights.rules.ts'

export interface Feature {
  readonly entity?: { readonly kind: EntityKind; readonly key: number }
  /** A pair of neighbouring code units of a title, in one number. */
  readonly pair?: number
  readonly weight: number
  /** The works of the base that have it: one of the three, if any work has it. */
  readonly dense?: Uint32Array
  readonly list?: Uint32Array
  readonly packed?: Uint8Array
}

export interface Featured {
  /** The features with a weight above zero. */
  readonly features: readonly Feature[]
  /** The visible works of the delta, each with its score. */
  readonly scored: ReadonlyMap<number, number>
}

/** Weights go by the works that this viewer may see, changes included. */
export function featuresOf(state: State, seed: WorkRow, viewer: Viewer): Featured {
  const possible = [...entitiesIn(state, seed), ...titlePairsIn(state, seed)]
  const rows = state.delta.rows.filter((row) => isVisibleRow(row, viewer))
  const share = sharing(possible)
  const shares = rows.map((row) => ({ row, shared: share(row) }))
  const inDelta = new Uint32Array(possible.length)
  for (const { shared } of shares) for (const at of shared) inDelta[at]!++
  const count = counting(state, viewer, rows.length)
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

type Unweighed = Omit<Feature, 'weight'>

const entitiesIn = ({ base: { generation, columns } }: State, seed: WorkRow): Unweighed[] =>
  entityKinds.flatMap((kind) =>
    seed.entities[kind].map((key) => {
      const dense = bitsOf(generation.postings[kind], key, columns.count)
      const entity = { kind, key }
      return dense ? { entity, dense } : { entity, list: listOf(generation.postings[kind], key) }
    }),
  )

const titlePairsIn = ({ base: { generation } }: State, seed: WorkRow): Unweighed[] =>
  pairsOfTexts(seed.texts).map((pair) => {
    const { start, end } = pairsOf(generation.works, pair >>> 16, pair & 0xffff)
    return start === end ? { pair } : { pair, packed: packedOf(generation.works, start) }
  })

/** The positions of the features that a row has, each once. */
function sharing(features: readonly Unweighed[]): (row: WorkRow) => ReadonlySet<number> {
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

/** Returns a function for the weight of a feature that this many works of the delta have. */
function counting({ base, delta }: State, viewer: Viewer, rows: number) {
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
  return ({ entity, dense, list, packed }: Unweighed, inDelta: number): number => {
    const all = total + rows
    if (entity) {
      const count = dense ? kernel.countBoth(bits, dense) : list ? kernel.countList(bits, list) : 0
      return weightOf(entity.kind, { count: count + inDelta, total: all })
    }
    const most = mostWithPair(all)
    const size = packed ? kernel.sizePacked(packed) : 0
    // The pair is so common that enough are visible, whichever they are.
    if (size - unseen > most) return 0
    const count = !packed || unseen === 0 ? size : kernel.countPacked(bits, packed, most)
    return weightOf('text', { count: count + inDelta, total: all })
  }
}

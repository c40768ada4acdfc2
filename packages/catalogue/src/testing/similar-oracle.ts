/** Similarity computed naively: compares every work with every other. Only the weights are shared with the implementation. */
import { type EntityKind, entityKinds } from '@koedana/contract/values.ts'
import { openFilter, type Viewer, type WorkFilter } from '../model/query.ts'
import type { WorkRow } from '../model/row.ts'
import type { SimilarEntitiesQuery } from '../similar/similar-entities.ts'
import { pairsOfTexts, weightOf } from '../similar/weights.rules.ts'
import { inOrder, listedNaively } from './aggregates-oracle.ts'

interface Conditions {
  readonly filter: WorkFilter
  readonly viewer: Viewer
}

/** Returns key and score of all similar works, the highest score first. */
export function similarNaively(rows: readonly WorkRow[], key: number, { filter, viewer }: Conditions) {
  const visible = listedNaively(rows, { ...openFilter, editions: 'all' }, viewer)
  const seed = visible.find((row) => row.key === key)
  if (!seed) return []
  const featureOf = (kind: EntityKind | 'text', holds: (row: WorkRow) => boolean) => ({
    holds,
    weight: weightOf(kind, { count: visible.filter(holds).length, total: visible.length }),
  })
  const features = [
    ...entityKinds.flatMap((kind) =>
      seed.entities[kind].map((entity) => featureOf(kind, (row) => row.entities[kind].includes(entity))),
    ),
    ...pairsOfTexts(seed.texts).map((pair) => {
      const substring = String.fromCharCode(pair >>> 16, pair & 0xffff)
      return featureOf('text', ({ texts }) => texts.some((text) => text.includes(substring)))
    }),
  ]
  return listedNaively(rows, filter, viewer)
    .filter((row) => originalOf(row) !== originalOf(seed))
    .map((row) => {
      const shared = features.filter(({ holds }) => holds(row))
      return { key: row.key, score: shared.reduce((sum, { weight }) => sum + weight, 0) }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.key - b.key)
}

/** Returns the entities of the kind that share a feature, the highest score first, ties by ID. */
export function similarEntitiesNaively(
  rows: readonly WorkRow[],
  { kind, key, textOf }: Pick<SimilarEntitiesQuery, 'kind' | 'key' | 'textOf'>,
  { filter, viewer }: Conditions,
) {
  const matched = listedNaively(rows, filter, viewer)
  const having = (of: EntityKind, one: number) => matched.filter((row) => row.entities[of].includes(one))
  const own = having(kind, key)
  const idOrder = (of: EntityKind, a: number, b: number) => inOrder(textOf(of, a, 'id'), textOf(of, b, 'id'))
  const features = entityKinds
    .flatMap((of) =>
      entitiesIn(own, of).map((one) => {
        const share = own.filter((row) => row.entities[of].includes(one)).length / own.length
        const rarity = weightOf(of, { count: having(of, one).length, total: matched.length })
        return { kind: of, key: one, weight: rarity * Math.sqrt(share) }
      }),
    )
    .filter((feature) => feature.weight > 0 && !(feature.kind === kind && feature.key === key))
    .sort(
      (a, b) =>
        b.weight - a.weight ||
        entityKinds.indexOf(a.kind) - entityKinds.indexOf(b.kind) ||
        idOrder(a.kind, a.key, b.key),
    )
    .slice(0, 24)
  return entitiesIn(matched, kind)
    .filter((other) => other !== key)
    .map((other) => {
      const works = having(kind, other)
      const shared = features.filter((one) => works.some((row) => row.entities[one.kind].includes(one.key)))
      const score = shared.reduce((sum, { weight }) => sum + weight, 0) / Math.sqrt(8 + works.length)
      return { key: other, workCount: works.length, shared, score }
    })
    .filter(({ shared }) => shared.length > 0)
    .sort((a, b) => b.score - a.score || idOrder(kind, a.key, b.key))
    .map(({ score: _, ...found }) => found)
}

const entitiesIn = (rows: readonly WorkRow[], kind: EntityKind) => [
  ...new Set(rows.flatMap(({ entities }) => entities[kind])),
]

const originalOf = ({ key, editionOf }: WorkRow) => (editionOf === -1 ? key : editionOf)

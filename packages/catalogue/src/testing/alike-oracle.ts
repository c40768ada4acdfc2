/** Likeness said plainly: every work is compared with every other. Only the weights are taken as they are. */
import { type EntityKind, entityKinds } from '@koedana/contract/values.ts'
import type { Viewer, WorkFilter } from '../query.ts'
import { everything } from '../query.ts'
import type { WorkRow } from '../row.ts'
import { pairsOfTexts, weightOf } from '../weights.rules.ts'
import { passedPlainly } from './aggregates-oracle.ts'

interface Asked {
  readonly filter: WorkFilter
  readonly viewer: Viewer
}

/** Key and score of all that are alike, the most alike first. */
export function similarPlainly(rows: readonly WorkRow[], key: number, { filter, viewer }: Asked) {
  const visible = passedPlainly(rows, { ...everything, editions: 'all' }, viewer)
  const seed = visible.find((row) => row.key === key)
  if (!seed) return []
  const worth = (kind: EntityKind | 'text', holds: (row: WorkRow) => boolean) => ({
    holds,
    weight: weightOf(kind, { count: visible.filter(holds).length, total: visible.length }),
  })
  const features = [
    ...entityKinds.flatMap((kind) =>
      seed.entities[kind].map((entity) => worth(kind, (row) => row.entities[kind].includes(entity))),
    ),
    ...pairsOfTexts(seed.texts).map((pair) => {
      const piece = String.fromCharCode(pair >>> 16, pair & 0xffff)
      return worth('text', ({ texts }) => texts.some((text) => text.includes(piece)))
    }),
  ]
  return passedPlainly(rows, filter, viewer)
    .filter((row) => originalOf(row) !== originalOf(seed))
    .map((row) => {
      const shared = features.filter(({ holds }) => holds(row))
      return { key: row.key, score: shared.reduce((sum, { weight }) => sum + weight, 0) }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.key - b.key)
}

const originalOf = ({ key, editionOf }: WorkRow) => (editionOf === -1 ? key : editionOf)

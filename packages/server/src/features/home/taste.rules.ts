/** Ranks similar works by the user's taste: the artists, series and genres to which the user listens most. */
import type { EntityKind } from '@koedana/contract/values.ts'

export interface PlayedWork {
  readonly seconds: number
  readonly entities: readonly TasteEntity[]
}

export interface TasteEntity {
  readonly kind: EntityKind
  readonly key: number
}

/** Returns the share of listening time spent on works of an entity, from 0 to 1. */
export type Taste = (entity: TasteEntity) => number

export function tasteOf(heard: readonly PlayedWork[]): Taste {
  const total = heard.reduce((sum, { seconds }) => sum + seconds, 0)
  const spent = new Map<string, number>()
  for (const { seconds, entities } of heard) {
    for (const entity of entities) spent.set(nameOf(entity), (spent.get(nameOf(entity)) ?? 0) + seconds)
  }
  return (entity) => (total > 0 ? (spent.get(nameOf(entity)) ?? 0) / total : 0)
}

const nameOf = ({ kind, key }: TasteEntity) => `${kind} ${key}`

export interface SimilarCandidate {
  readonly key: number
  readonly score: number
  readonly entities: readonly TasteEntity[]
}

/** Sorts works by score, multiplied by 1 plus the shares of their entities. Best first; ties are sorted by key. */
export function byTaste<W extends SimilarCandidate>(works: readonly W[], taste: Taste): W[] {
  const weighed = works.map((work) => ({
    work,
    weight: work.score * work.entities.reduce((sum, entity) => sum + taste(entity), 1),
  }))
  return weighed
    .sort((one, other) => other.weight - one.weight || one.work.key - other.work.key)
    .map(({ work }) => work)
}

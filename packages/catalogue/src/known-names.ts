/**
 * Names as one viewer knows them. Where works do not all name an entity alike, the index finds it by every name, and only
 * those names count that works tell which the viewer may see.
 */
import type { EntityKind } from '@koedana/contract/values.ts'
import type { Viewer } from './query.ts'
import type { FindEntities } from './search.ts'

export interface KnownNames {
  /** Whether works name it differently. */
  readonly isDisputed: (kind: EntityKind, key: number) => boolean
  /** Whether a name of a disputed entity, as the viewer knows it, holds a folded text. */
  readonly holds: (kind: EntityKind, key: number, spelling: string) => boolean
  /** Keys of those that the viewer knows by another reading than the index orders them by. */
  readonly readOtherwise: (kind: EntityKind) => ReadonlySet<number>
}

/** Finds entities by the names that a viewer knows. */
export function findKnown(find: FindEntities, { names }: Pick<Viewer, 'names'>): FindEntities {
  if (!names) return find
  return (kind, spelling) =>
    [...find(kind, spelling)].filter(
      (key) => !names.isDisputed(kind, key) || names.holds(kind, key, spelling),
    )
}

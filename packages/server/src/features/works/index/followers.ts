/** Whoever keeps something made of works or entities hears what is stale. */
import type { EntityKind } from '@koedana/contract/values.ts'
import type { ChangedKeys } from './changed-keys.rules.ts'

export interface Followers {
  readonly worksChanged: (keys: readonly number[]) => void
  readonly entitiesChanged: (kind: EntityKind, keys: readonly number[]) => Promise<void>
  /** Nobody knows what changed any more. */
  readonly allChanged: () => Promise<void>
}

export async function tell(followers: Followers, { works, entities }: ChangedKeys): Promise<void> {
  followers.worksChanged(works)
  for (const { kind, keys } of entities) await followers.entitiesChanged(kind, keys)
}

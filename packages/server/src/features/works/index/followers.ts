/** Whoever keeps something made of works, entities or accounts hears what is stale. */
import type { EntityKind } from '@koedana/contract/values.ts'
import type { ChangedKeys } from './changed-keys.rules.ts'

export interface Followers {
  readonly worksChanged: (keys: readonly number[]) => void
  /** Once answers contain what changed. */
  readonly catalogueChanged?: () => void
  readonly entitiesChanged: (kind: EntityKind, keys: readonly number[]) => Promise<void>
  readonly usersChanged: (keys: readonly number[]) => void
  readonly siteChanged: () => Promise<void>
  /** Nobody knows what changed any more. */
  readonly allChanged: () => Promise<void>
}

export async function tell(followers: Followers, changed: ChangedKeys): Promise<void> {
  followers.worksChanged(changed.works)
  for (const { kind, keys } of changed.entities) await followers.entitiesChanged(kind, keys)
  if (changed.hasSite) await followers.siteChanged()
  if (changed.users.length > 0) followers.usersChanged(changed.users)
}

/** Listeners that keep something made of works, entities or accounts learn what is stale. */
import type { EntityKind } from '@koedana/contract/values.ts'
import type { ChangedKeys } from './changed-keys.rules.ts'

export interface InvalidationListeners {
  /** Once answers contain what changed; `all` where nobody knows what did. */
  readonly worksChanged: (keys: readonly number[] | 'all') => void
  /** The same, whatever changed. */
  readonly catalogueChanged?: () => void
  readonly entitiesChanged: (kind: EntityKind, keys: readonly number[]) => Promise<void>
  readonly usersChanged: (keys: readonly number[]) => void
  readonly siteChanged: () => Promise<void>
  /** Nobody knows what changed any more. */
  readonly allChanged: () => Promise<void>
}

/** All but of works: those are told of when lists have them. */
export async function notify(listeners: InvalidationListeners, changed: ChangedKeys): Promise<void> {
  for (const { kind, keys } of changed.entities) await listeners.entitiesChanged(kind, keys)
  if (changed.hasSite) await listeners.siteChanged()
  if (changed.users.length > 0) listeners.usersChanged(changed.users)
}

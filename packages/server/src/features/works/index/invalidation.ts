/** Notifies listeners that cache data derived from works, entities or accounts. */
import type { EntityKind } from '@koedana/contract/values.ts'
import { type CatalogueState, isBulk, type PendingChanges } from './advance.ts'

export interface InvalidationListeners {
  /** Called when responses contain the changes; `all` if the changed works are unknown. */
  readonly worksChanged: (keys: readonly number[] | 'all') => void
  readonly catalogueChanged?: () => void
  readonly entitiesChanged: (kind: EntityKind, keys: readonly number[]) => Promise<void>
  readonly aliasesChanged?: () => Promise<void>
  readonly usersChanged: (keys: readonly number[]) => void
  readonly siteChanged: () => Promise<void>
  readonly bulkRead?: () => void
  /** Called if it is no longer known what changed. */
  readonly allChanged: () => Promise<void>
}

/** Reports all changes except works, which are reported when lists contain them. */
export async function notify(
  listeners: InvalidationListeners,
  { changes, changed }: PendingChanges,
): Promise<void> {
  if (changes.some(isBulk)) listeners.bulkRead?.()
  for (const { kind, keys } of changed.entities) await listeners.entitiesChanged(kind, keys)
  if (changed.hasAliases) await listeners.aliasesChanged?.()
  if (changed.hasSite) await listeners.siteChanged()
  if (changed.users.length > 0) listeners.usersChanged(changed.users)
}

/** Changed works that responses do not contain yet. Their cached data is removed when lists contain the change. */
export interface PendingWorks {
  /** `seq` is the last change that named them. */
  readonly add: (keys: readonly number[], seq: number) => void
  /** Marks all works as possibly changed up to `seq`. */
  readonly addAll: (seq: number) => void
  /** Returns and removes the works that a state contains. */
  readonly take: (moment: Pick<CatalogueState, 'seq' | 'laid'>) => readonly number[] | 'all'
  /** Returns the number of pending works; `all` if any work may be pending. */
  readonly count: () => number | 'all'
}

/** Above this number (some megabytes), all works count as changed. An import below it leaves the cards of other works cached. */
const maxPending = 200_000

export function pendingWorks(): PendingWorks {
  const pending = new Map<number, number>()
  let everythingUntil: number | undefined
  const addAll: PendingWorks['addAll'] = (seq) => {
    everythingUntil = seq
    pending.clear()
  }
  return {
    addAll,
    add: (keys, seq) => {
      for (const key of keys) pending.set(key, seq)
      if (pending.size > maxPending) addAll(seq)
    },
    take: ({ seq, laid }) => {
      if (everythingUntil !== undefined && everythingUntil <= seq) {
        everythingUntil = undefined
        deleteUntil(pending, seq)
        return 'all'
      }
      const shown = new Set(laid)
      for (const [key, until] of pending) if (until <= seq) shown.add(key)
      for (const key of shown) pending.delete(key)
      return [...shown]
    },
    count: () => (everythingUntil === undefined ? pending.size : 'all'),
  }
}

function deleteUntil(pending: Map<number, number>, seq: number): void {
  for (const [key, until] of pending) if (until <= seq) pending.delete(key)
}

/** Listeners that keep something made of works, entities or accounts learn what is stale. */
import type { EntityKind } from '@koedana/contract/values.ts'
import { type Ahead, isBulk, type Moment } from './advance.ts'

export interface InvalidationListeners {
  /** Called once responses contain what changed; `all` if nobody knows what did. */
  readonly worksChanged: (keys: readonly number[] | 'all') => void
  /** The same, whatever changed. */
  readonly catalogueChanged?: () => void
  readonly entitiesChanged: (kind: EntityKind, keys: readonly number[]) => Promise<void>
  readonly aliasesChanged?: () => Promise<void>
  readonly usersChanged: (keys: readonly number[]) => void
  readonly siteChanged: () => Promise<void>
  /** Called when changes that came in bulk were read. */
  readonly bulkRead?: () => void
  /** Called when nobody knows what changed any more. */
  readonly allChanged: () => Promise<void>
}

/** Reports all but works: those are reported when lists have them. */
export async function notify(listeners: InvalidationListeners, { changes, changed }: Ahead): Promise<void> {
  if (changes.some(isBulk)) listeners.bulkRead?.()
  for (const { kind, keys } of changed.entities) await listeners.entitiesChanged(kind, keys)
  if (changed.hasAliases) await listeners.aliasesChanged?.()
  if (changed.hasSite) await listeners.siteChanged()
  if (changed.users.length > 0) listeners.usersChanged(changed.users)
}

/**
 * Works that changed and are not in responses yet: what is kept of them is forgotten when lists have the change.
 */
export interface PendingWorks {
  /** `seq` is the last change of those that named them. */
  readonly add: (keys: readonly number[], seq: number) => void
  /** Any work may have changed up to `seq`. */
  readonly addAll: (seq: number) => void
  /** Returns those that a moment shows, and forgets them here. */
  readonly take: (moment: Pick<Moment, 'seq' | 'laid'>) => readonly number[] | 'all'
  /** Returns how many works are pending; `all` if any may be. */
  readonly count: () => number | 'all'
}

/** More are not remembered one by one: some megabytes. An import of that many leaves the cards of other works as they are. */
const mostPending = 200_000

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
      if (pending.size > mostPending) addAll(seq)
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

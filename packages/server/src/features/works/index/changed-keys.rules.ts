/** Collects the keys that a range of the change feed names. */
import { type EntityKind, entityKinds } from '@koedana/contract/values.ts'
import type { Change } from '../../../db/changes.ts'

/** Every key is in its list once. */
export interface ChangedKeys {
  readonly works: readonly number[]
  /** Whether works changed that are not named: it may be any of them. */
  readonly hasManyWorks: boolean
  readonly entities: readonly { readonly kind: EntityKind; readonly keys: readonly number[] }[]
  /** The keys of accounts. */
  readonly users: readonly number[]
  /** Whether settings of this server changed. */
  readonly hasSite: boolean
  /** Whether old IDs of works lead elsewhere. */
  readonly hasAliases: boolean
  /** How many works and entities are named. */
  readonly size: number
}

/** The order of `changes` does not matter. */
export function changedKeysOf(changes: readonly Named[]): ChangedKeys {
  const works = keysOf(changes, 'work')
  const named = entityKinds.map((kind) => ({ kind, keys: keysOf(changes, kind) }))
  const entities = named.filter(({ keys }) => keys.length > 0)
  return {
    works,
    hasManyWorks: changes.some(({ subject }) => subject === 'works'),
    entities,
    users: keysOf(changes, 'user'),
    hasSite: changes.some(({ subject }) => subject === 'site'),
    hasAliases: changes.some(({ subject }) => subject === 'alias'),
    size: entities.reduce((sum, { keys }) => sum + keys.length, works.length),
  }
}

type Named = Pick<Change, 'subject' | 'key'>

function keysOf(changes: readonly Named[], subject: Change['subject']): number[] {
  return [...new Set(changes.filter((change) => change.subject === subject).map(({ key }) => key))]
}

/** Collects the keys in a range of the change feed. */
import { type EntityKind, entityKinds } from '@koedana/contract/values.ts'
import type { Change } from '../../../db/changes.ts'

/** Keys are unique within each list. */
export interface ChangedKeys {
  readonly works: readonly number[]
  /** Whether unnamed works changed, so that any work may be affected. */
  readonly hasManyWorks: boolean
  readonly entities: readonly { readonly kind: EntityKind; readonly keys: readonly number[] }[]
  readonly users: readonly number[]
  readonly hasSite: boolean
  readonly hasAliases: boolean
  readonly size: number
}

/** The order of `changes` does not matter. */
export function changedKeysOf(changes: readonly ChangedKey[]): ChangedKeys {
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

type ChangedKey = Pick<Change, 'subject' | 'key'>

function keysOf(changes: readonly ChangedKey[], subject: Change['subject']): number[] {
  return [...new Set(changes.filter((change) => change.subject === subject).map(({ key }) => key))]
}

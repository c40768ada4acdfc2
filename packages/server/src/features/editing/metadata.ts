/** A work as those who edit it see it: as it is stored, who told what, locks, history. */
import type { FieldOrigin, WorkMetadata } from '@koedana/contract/editing.ts'
import type { EntityKind, Locale } from '@koedana/contract/values.ts'
import { workIdOf } from '@koedana/contract/work-id.rules.ts'
import type { Db } from '../../db/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import { readStoredWork, type StoredSources } from '../works/work.ts'
import { type CurrentId, undone } from './edit.rules.ts'
import { findEditableWork } from './editable-work.store.ts'
import { findUsernames, listEdits, type StoredEdit } from './edits.store.ts'
import { fieldStatesOf, sortedNames } from './field-states.rules.ts'
import { findByIds } from './named.store.ts'
import { entityFields, type FieldState, type FieldStates, idsIn, isEntityField } from './values.rules.ts'

export interface ReadMetadataInput {
  readonly key: number
  readonly locale: Locale
}

/** Throws `notFound`. */
export async function readMetadata(sources: StoredSources, input: ReadMetadataInput): Promise<WorkMetadata> {
  const { db } = sources
  const editable = await findEditableWork(db, input.key)
  const work = editable && (await readStoredWork(sources, { ...input, visible: (keys) => keys }))
  if (!work) throw new AppError('notFound')
  const states = fieldStatesOf(editable)
  const edits = await listEdits(db, input.key)
  const currentId = await readCurrentIds(db, edits)
  const { edition_of_key: original } = editable.columns
  return {
    work,
    names: sortedNames([...editable.attached.names]),
    editionOf: original === null ? null : workIdOf(original),
    fields: await originsOf(db, states),
    edits: edits.map((edit) => ({
      id: edit.id,
      by: edit.by,
      at: edit.at,
      changes: edit.changes.map(({ field, before, after }) => ({
        field,
        before: before.text,
        after: after.text,
      })),
      undoneAt: edit.undoneAt,
      canUndo: edit.undoneAt === null && undone(edit.changes, states, currentId) !== undefined,
    })),
  }
}

async function originsOf(db: Db, states: FieldStates): Promise<WorkMetadata['fields']> {
  const users = [...states.values()].flatMap(({ lock }) => lock?.userKey ?? [])
  const names = await findUsernames(db, [...new Set(users)])
  const originOf = ({ source, at, lock }: FieldState): FieldOrigin => {
    const by = lock?.userKey == null ? null : (names.get(lock.userKey) ?? null)
    return { source, at, lock: lock && { by, at: lock.at } }
  }
  return Object.fromEntries([...states].map(([field, state]) => [field, originOf(state)]))
}

/** Where entities that edits name have gone since. */
export async function readCurrentIds(db: Db, edits: readonly StoredEdit[]): Promise<CurrentId> {
  const named = new Map<EntityKind, Set<string>>()
  for (const { field, before, after } of edits.flatMap(({ changes }) => changes)) {
    if (!isEntityField(field)) continue
    const ids = named.get(entityFields[field]) ?? new Set()
    named.set(entityFields[field], ids)
    for (const id of [...idsIn(before.value), ...idsIn(after.value)]) ids.add(id)
  }
  const current = new Map<string, string>()
  for (const [kind, ids] of named) {
    for (const [id, entity] of await findByIds(db, kind, [...ids])) current.set(`${kind} ${id}`, entity.id)
  }
  return (field, id) => (isEntityField(field) ? current.get(`${entityFields[field]} ${id}`) : id)
}

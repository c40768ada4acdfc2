/** Writes an edit: values, today's numbers, sources, locks, history and the change row. */
import { type EntityKind, entityKinds } from '@koedana/contract/values.ts'
import { appendChanges } from '../../db/changes.ts'
import type { Database } from '../../db/open.ts'
import type { Db } from '../../db/schema.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { dayOf } from '../../lib/dates.rules.ts'
import { newId } from '../../lib/ids.ts'
import { updateNameSources } from '../entities/name-sources.store.ts'
import { repointEditions } from '../metadata/ingest/edition-roots.store.ts'
import type { EntityKeys } from '../metadata/ingest/merge.rules.ts'
import { bitOf } from '../metadata/ingest/provenance.rules.ts'
import { saveClaims } from '../metadata/ingest/provenance.store.ts'
import { saveMerged } from '../metadata/ingest/works.store.ts'
import { needsRow } from '../stats/stats.rules.ts'
import { saveStats } from '../stats/stats.store.ts'
import type { WorkSources } from '../works/viewers.ts'
import { changesOf, type FieldChange, mergeEdit } from './edit.rules.ts'
import { findByIds, findEditableWork } from './editable-work.store.ts'
import { insertEdit, requestRecordRefresh, saveCoverOf, saveLocks } from './edits.store.ts'
import {
  type EditableWork,
  entityFields,
  type FieldValues,
  fieldStatesOf,
  givenFields,
  idsIn,
  isEntityField,
  isSameValue,
  textOf,
  valuesOf,
} from './field-states.rules.ts'

export interface FieldChanges {
  readonly editable: EditableWork
  readonly changes: readonly FieldChange[]
  readonly userKey: number | null
  /** Fixed-width UTC timestamp. */
  readonly now: string
}

/** Runs inside `writeInTurn`. Returns the ID of the edit; undefined, and writes nothing, if nothing changes. */
export async function changeFields(
  database: Database,
  tx: Db,
  changing: FieldChanges,
): Promise<string | undefined> {
  const { editable, changes, userKey, now } = changing
  if (changes.length === 0) return undefined
  const { key } = editable.columns
  const repointed = await saveValues(database, tx, changing)
  await saveClaims(
    tx,
    changes.map(({ field, after: { source, at } }) => ({ key, bits: bitOf(field), origin: { source, at } })),
  )
  await saveLocks(
    tx,
    key,
    changes.map(({ field, after }) => [field, after.lock]),
  )
  const released = changes.filter(({ before, after }) => before.lock && !after.lock)
  if (released.length > 0)
    await requestRecordRefresh(tx, key, { cover: released.some(({ field }) => field === 'cover') })
  const id = newId()
  await insertEdit(tx, { id, workKey: key, userKey, at: now, changes })
  await appendChanges(tx, 'work', [key, ...repointed])
  return id
}

/** Returns the keys of other works that changed as well. */
async function saveValues(
  database: Database,
  tx: Db,
  { editable, changes, now }: FieldChanges,
): Promise<readonly number[]> {
  const { columns } = editable
  const differing = changes.filter(({ before, after }) => !isSameValue(before.value, after.value))
  const values = valuesOf(differing.map(({ field, after }) => [field, after]))
  const merged = mergeEdit(editable, { values, keys: await findEntityKeys(tx, values), now })
  await saveMerged(database, tx, [merged])
  await updateNameSources(tx, { works: [columns.key], isBulk: false })
  if (needsRow(merged.columns, columns))
    await saveStats(database, tx, { day: dayOf(now), works: [merged.columns] })
  if (values.cover !== undefined) await saveCoverOf(tx, columns.key, values.cover, now)
  return values.editionOf === undefined ? [] : repointEditions(tx, [merged.columns], now)
}

/** Returns the key of every entity in the values, by ID. */
export async function findEntityKeys(tx: Db, values: FieldValues): Promise<EntityKeys> {
  const ids = new Map<EntityKind, string[]>(entityKinds.map((kind) => [kind, []]))
  for (const [field, value] of givenFields(values)) {
    if (isEntityField(field)) ids.get(entityFields[field])?.push(...idsIn(value))
  }
  const find = async (kind: EntityKind) =>
    new Map([...(await findByIds(tx, kind, ids.get(kind) ?? []))].map(([id, { key }]) => [id, key]))
  return {
    makers: await find('makers'),
    series: await find('series'),
    artists: await find('artists'),
    illustrators: await find('illustrators'),
    genres: await find('genres'),
  }
}

/** Dependencies of editing. */
export interface EditingSources extends Pick<WorkSources, 'db' | 'catalogue' | 'dictionary' | 'signCover'> {
  readonly database: Database
  /** Connection for long work. */
  readonly background: Database
  readonly coversFolder: string
  readonly now: () => Date
}

/** Returns the key of the work in the path, whether it is stored or not. */
export function keyIn({ dictionary }: EditingSources, params: { readonly id: string }): number {
  const key = dictionary.findKey('works', params.id)
  if (key === undefined) throw new AppError('notFound')
  return key
}

/** Returns the editor's account key. The route guard rejects callers without an account. */
export function editorOf({ person }: Context): number {
  if (!person) throw new AppError('unauthenticated')
  return person.userKey
}

export interface WorkRenaming {
  readonly key: number
  readonly name: string
  readonly userKey: number
  /** Fixed-width UTC timestamp. */
  readonly now: string
}

/** Call inside `writeInTurn`. Returns false if the work does not exist. */
export async function renameWork(
  database: Database,
  tx: Db,
  { key, name, userKey, now }: WorkRenaming,
): Promise<boolean> {
  const editable = await findEditableWork(tx, key)
  if (!editable) return false
  const changes = changesOf(fieldStatesOf(editable), {
    values: { name },
    release: [],
    textOf: (field, value) => textOf(field, value, String),
    userKey,
    now,
  })
  await changeFields(database, tx, { editable, changes, userKey, now })
  return true
}

/** PATCH /works and POST /works/undo: one edit of many works, each of them with its own history. */
import {
  type ManyWorksValues,
  maxEntitiesPerField,
  type undoWorkEdits,
  type updateWorks,
  type WorkField,
} from '@koedana/contract/editing.ts'
import { workIdOf } from '@koedana/contract/values.ts'
import { readerBeforeWrites, writeInTurn } from '../../db/changes.ts'
import type { Db } from '../../db/schema.ts'
import type { Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { changeFields, type EditingSources, editorOf } from './change-fields.ts'
import { changesOf } from './edit.rules.ts'
import { findByIds, findEditableWork } from './editable-work.store.ts'
import { undoEdit } from './editing.api.ts'
import {
  type EditableWork,
  entityFields,
  type FieldStates,
  type FieldValue,
  type FieldValues,
  fieldStatesOf,
  givenFields,
  idsIn,
  isEntityField,
  isSameValue,
  textOf,
  valuesOf,
} from './field-states.rules.ts'
import { type EditedFields, readEditedFields } from './metadata.ts'

/** All works change together, or none if the request names an unknown entity. */
export function updateWorksHandler(sources: EditingSources): Handler<typeof updateWorks> {
  const { database, catalogue } = sources
  return async ({ body: { ids, values } }, context) => {
    const keys = keysOf(sources, ids)
    const userKey = editorOf(context)
    const now = sources.now().toISOString()
    const edits = await writeInTurn(database.write, async (tx) => {
      const works = await editableWorks(readerBeforeWrites(database, tx), keys)
      const shared = await readShared(tx, values, now)
      const saved: { readonly id: string; readonly editId: string }[] = []
      for (const editable of works) {
        const states = fieldStatesOf(editable)
        const changes = changesOf(states, {
          values: valuesFor(states, shared),
          release: [],
          textOf: namesIn(editable, shared),
          userKey,
          now,
        })
        const editId = await changeFields(database, tx, { editable, changes, userKey, now })
        if (editId !== undefined) saved.push({ id: workIdOf(editable.columns.key), editId })
      }
      return saved
    })
    await catalogue.followed()
    return { edits }
  }
}

export function undoWorkEditsHandler(sources: EditingSources): Handler<typeof undoWorkEdits> {
  const { database, catalogue, dictionary } = sources
  return async ({ body: { edits } }, context) => {
    const editIds = new Map<number, string>()
    for (const { id, editId } of edits) {
      const key = dictionary.findKey('works', id)
      if (key !== undefined) editIds.set(key, editId)
    }
    const userKey = editorOf(context)
    const now = sources.now().toISOString()
    const undone = await writeInTurn(database.write, async (tx) => {
      const works = await editableWorks(readerBeforeWrites(database, tx), [...editIds.keys()])
      const restored: string[] = []
      for (const editable of works) {
        const { key } = editable.columns
        const undoing = { editable, editId: editIds.get(key) ?? '', userKey, now }
        if ((await undoEdit(sources, tx, undoing)) === 'undone') restored.push(workIdOf(key))
      }
      return restored
    })
    await catalogue.followed()
    return { undone }
  }
}

const keysOf = ({ dictionary }: EditingSources, ids: readonly string[]): readonly number[] => [
  ...new Set(ids.flatMap((id) => dictionary.findKey('works', id) ?? [])),
]

/** Works that were removed meanwhile are skipped. */
async function editableWorks(db: Db, keys: readonly number[]): Promise<EditableWork[]> {
  const works: EditableWork[] = []
  for (const key of keys) {
    const editable = await findEditableWork(db, key)
    if (editable) works.push(editable)
  }
  return works
}

const listFields = ['artists', 'illustrators', 'genres'] as const
type ListField = (typeof listFields)[number]

/** An edit of many works, with the entities that it names found or created once. */
interface SharedEdit {
  readonly given: EditedFields
  readonly removed: ReadonlyMap<ListField, ReadonlySet<string>>
}

/** Throws `refused` if `values` set or add an unknown entity. Unknown entities cannot be removed: they are skipped. */
async function readShared(tx: Db, values: ManyWorksValues, now: string): Promise<SharedEdit> {
  const { artists, illustrators, genres, ...replaced } = values
  const added = { artists: artists?.add, illustrators: illustrators?.add, genres: genres?.add }
  const given = await readEditedFields(tx, {
    workId: '',
    values: { ...replaced, ...added },
    path: 'body.values',
    now,
  })
  const removed = new Map<ListField, ReadonlySet<string>>()
  for (const field of listFields) {
    const ids = values[field]?.remove?.map(({ id }) => id) ?? []
    const found = await findByIds(tx, entityFields[field], ids)
    removed.set(field, new Set([...found.values()].map(({ id }) => id)))
  }
  return { given, removed }
}

/** Returns what differs in one work. What stays as it is gets no lock. */
function valuesFor(states: FieldStates, { given, removed }: SharedEdit): FieldValues {
  const before = (field: WorkField) => states.get(field)?.value ?? null
  const lists = listFields.map((field): readonly [ListField, FieldValue] => {
    const all = [...new Set([...idsIn(before(field)), ...(given.values[field] ?? [])])]
    const left = all.filter((id) => !removed.get(field)?.has(id))
    if (left.length > maxEntitiesPerField)
      throw new AppError('refused', { fields: { [`body.values.${field}`]: 'listTooLong' } })
    return [field, left]
  })
  const wanted = givenFields({ ...given.values, ...Object.fromEntries(lists) })
  const differing = [...wanted].filter(([field, value]) => !isSameValue(before(field), value))
  return valuesOf(differing.map(([field, value]) => [field, { value }]))
}

/** Names the entities of the work, and those that the edit names. */
const namesIn =
  ({ entities }: EditableWork, { given }: SharedEdit): EditedFields['textOf'] =>
  (field, value) =>
    textOf(field, value, (id) => {
      const known = isEntityField(field) ? [...entities[entityFields[field]].values()] : []
      return known.find((one) => one.id === id)?.name ?? given.textOf(field, [id])
    })

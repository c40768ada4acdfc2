/** GET /works/{id}/edits, PATCH /works/{id} and undoing: decided inside the transaction that writes, one editor after the other. */
import type { getWorkEdits, undoWorkEdit, updateWork } from '@koedana/contract/editing.ts'
import { readerBeforeWrites, writeTogether } from '../../db/changes.ts'
import type { Db } from '../../db/schema.ts'
import type { Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { findOrigin } from '../library/covers/make-cover.ts'
import { changeFields } from './change-fields.ts'
import { changesOf, type FieldChange, undone } from './edit.rules.ts'
import { findEditableWork } from './editable-work.store.ts'
import { findEdit, markUndone, type StoredEdit } from './edits.store.ts'
import { type EditableWork, fieldStatesOf } from './field-states.rules.ts'
import { readGiven } from './given-values.ts'
import { readCurrentIds, readMetadata } from './metadata.ts'
import { type EditingSources, editorOf, keyIn } from './sources.ts'
import { valuesOf } from './values.rules.ts'

export function getWorkEditsHandler(sources: EditingSources): Handler<typeof getWorkEdits> {
  return ({ params }, { locale }) => readMetadata(sources, { key: keyIn(params), locale })
}

export function updateWorkHandler(sources: EditingSources): Handler<typeof updateWork> {
  const { database, catalogue } = sources
  return async ({ params, body: { values = {}, release = [] } }, context) => {
    const key = keyIn(params)
    const userKey = editorOf(context)
    const now = sources.now().toISOString()
    await writeTogether(database.write, async (tx) => {
      const editable = await editableWorkOf(readerBeforeWrites(database, tx), key)
      const { id: workId } = editable.columns
      const given = await readGiven(tx, { workId, values, path: 'body.values', now })
      const changes = changesOf(fieldStatesOf(editable), { ...given, release, userKey, now })
      await changeFields(database, tx, { editable, changes, userKey, now })
    })
    await catalogue.followed()
    return readMetadata(sources, { key, locale: context.locale })
  }
}

export function undoWorkEditHandler(sources: EditingSources): Handler<typeof undoWorkEdit> {
  const { database, catalogue, coversFolder } = sources
  return async ({ params }, context) => {
    const key = keyIn(params)
    const userKey = editorOf(context)
    const now = sources.now().toISOString()
    await writeTogether(database.write, async (tx) => {
      const editable = await editableWorkOf(readerBeforeWrites(database, tx), key)
      const edit = await findEdit(tx, key, params.editId)
      if (!edit) throw new AppError('notFound')
      const changes = await undoing(tx, editable, edit)
      if (!changes || !(await hasCovers(coversFolder, editable, changes))) throw new AppError('conflict')
      await changeFields(database, tx, { editable, changes, userKey, now })
      await markUndone(tx, edit.key, now)
    })
    await catalogue.followed()
    return readMetadata(sources, { key, locale: context.locale })
  }
}

export async function editableWorkOf(tx: Db, key: number): Promise<EditableWork> {
  const editable = await findEditableWork(tx, key)
  if (!editable) throw new AppError('notFound')
  return editable
}

async function undoing(tx: Db, editable: EditableWork, edit: StoredEdit): Promise<FieldChange[] | undefined> {
  if (edit.undoneAt !== null) return undefined
  return undone(edit.changes, fieldStatesOf(editable), await readCurrentIds(tx, [edit]))
}

/** A picture that was put away since cannot come back. */
async function hasCovers(
  coversFolder: string,
  { columns }: EditableWork,
  changes: readonly FieldChange[],
): Promise<boolean> {
  const { cover } = valuesOf(changes.map(({ field, after }) => [field, after]))
  return !cover || (await findOrigin(coversFolder, columns.id, cover.version)) !== undefined
}

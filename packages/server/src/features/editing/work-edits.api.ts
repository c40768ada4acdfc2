/** GET /works/{id}/edits, PATCH /works/{id} and undoing: decided inside the transaction that writes, one editor after the other. */
import type { getWorkEdits, undoWorkEdit, updateWork } from '@koedana/contract/editing.ts'
import type { Db } from '../../db/schema.ts'
import { readerBeforeWrites, writeTogether } from '../../db/write.ts'
import type { Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { findOrigin } from '../library/covers/make-cover.ts'
import { changeFields } from './change-fields.ts'
import { changesOf, type FieldChange, undone } from './edit.rules.ts'
import { findEdit, markUndone, type StoredEdit } from './edits.store.ts'
import { readGiven } from './given-values.ts'
import { readCurrentIds, readMetadata } from './metadata.ts'
import { type EditingSources, editorOf, keyIn } from './sources.ts'
import { type Standing, statesOf } from './standing.rules.ts'
import { findStanding } from './standing.store.ts'
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
      const standing = await standingOf(readerBeforeWrites(database, tx), key)
      const { id: workId } = standing.columns
      const given = await readGiven(tx, { workId, values, path: 'body.values', now })
      const changes = changesOf(statesOf(standing), { ...given, release, userKey, now })
      await changeFields(database, tx, { standing, changes, userKey, now })
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
      const standing = await standingOf(readerBeforeWrites(database, tx), key)
      const edit = await findEdit(tx, key, params.editId)
      if (!edit) throw new AppError('notFound')
      const changes = await undoing(tx, standing, edit)
      if (!changes || !(await hasCovers(coversFolder, standing, changes))) throw new AppError('conflict')
      await changeFields(database, tx, { standing, changes, userKey, now })
      await markUndone(tx, edit.key, now)
    })
    await catalogue.followed()
    return readMetadata(sources, { key, locale: context.locale })
  }
}

export async function standingOf(tx: Db, key: number): Promise<Standing> {
  const standing = await findStanding(tx, key)
  if (!standing) throw new AppError('notFound')
  return standing
}

async function undoing(tx: Db, standing: Standing, edit: StoredEdit): Promise<FieldChange[] | undefined> {
  if (edit.undoneAt !== null) return undefined
  return undone(edit.changes, statesOf(standing), await readCurrentIds(tx, [edit]))
}

/** A picture that was put away since cannot come back. */
async function hasCovers(
  coversFolder: string,
  { columns }: Standing,
  changes: readonly FieldChange[],
): Promise<boolean> {
  const { cover } = valuesOf(changes.map(({ field, after }) => [field, after]))
  return !cover || (await findOrigin(coversFolder, columns.id, cover.version)) !== undefined
}

/**
 * Endpoints of editing: fields, undo, custom works, covers and entities. Each decides inside its write transaction, so editors are
 * serialized.
 */
import type {
  createWork,
  getWorkEdits,
  mergeEntity,
  saveWorkCover,
  undoWorkEdit,
  updateEntity,
  updateWork,
} from '@koedana/contract/editing.ts'
import { type EntityKind, entityKinds, type Locale, workIdOf } from '@koedana/contract/values.ts'
import { appendChangeOfManyWorks, appendChanges, readerBeforeWrites, writeInTurn } from '../../db/changes.ts'
import { outsideRequest } from '../../db/request-limit.ts'
import type { Db } from '../../db/schema.ts'
import type { Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { dayOf } from '../../lib/dates.rules.ts'
import { findOrigin, isDiskFault, type MadeCover, makeCover } from '../library/covers/make-cover.ts'
import { blankWork } from '../metadata/ingest/blank-work.rules.ts'
import { saveMerged } from '../metadata/ingest/works.store.ts'
import { needsRow } from '../stats/stats.rules.ts'
import { saveStats } from '../stats/stats.store.ts'
import { readStoredWork } from '../works/works.use-cases.ts'
import { changeFields, type EditingSources, editorOf, findEntityKeys, keyIn } from './change-fields.ts'
import { changesOf, changesToUndo, type FieldChange, mergeEdit } from './edit.rules.ts'
import { findByIds, findEditableWork } from './editable-work.store.ts'
import { allocateOwnKey, findEdit, markUndone, type StoredEdit, saveLocks } from './edits.store.ts'
import {
  type EditableWork,
  fieldStatesOf,
  givenFields,
  type NamedEntity,
  textOf,
  valuesOf,
} from './field-states.rules.ts'
import { mergeInto, renameEntity } from './merge.store.ts'
import { readCurrentIds, readEditedFields, readMetadata } from './metadata.ts'

export function getWorkEditsHandler(sources: EditingSources): Handler<typeof getWorkEdits> {
  return ({ params }, { locale }) => readMetadata(sources, { key: keyIn(sources, params), locale })
}

export function updateWorkHandler(sources: EditingSources): Handler<typeof updateWork> {
  const { database, catalogue } = sources
  return async ({ params, body: { values = {}, release = [] } }, context) => {
    const key = keyIn(sources, params)
    const userKey = editorOf(context)
    const now = sources.now().toISOString()
    await writeInTurn(database.write, async (tx) => {
      const editable = await editableWorkOf(readerBeforeWrites(database, tx), key)
      const { id: workId } = editable.columns
      const given = await readEditedFields(tx, { workId, values, path: 'body.values', now })
      const changes = changesOf(fieldStatesOf(editable), { ...given, release, userKey, now })
      await changeFields(database, tx, { editable, changes, userKey, now })
    })
    await catalogue.followed()
    return readMetadata(sources, { key, locale: context.locale })
  }
}

export function undoWorkEditHandler(sources: EditingSources): Handler<typeof undoWorkEdit> {
  const { database, catalogue } = sources
  return async ({ params }, context) => {
    const key = keyIn(sources, params)
    const userKey = editorOf(context)
    const now = sources.now().toISOString()
    await writeInTurn(database.write, async (tx) => {
      const editable = await editableWorkOf(readerBeforeWrites(database, tx), key)
      const outcome = await undoEdit(sources, tx, { editable, editId: params.editId, userKey, now })
      if (outcome === 'unknown') throw new AppError('notFound')
      if (outcome === 'changedSince') throw new AppError('conflict')
    })
    await catalogue.followed()
    return readMetadata(sources, { key, locale: context.locale })
  }
}

async function editableWorkOf(tx: Db, key: number): Promise<EditableWork> {
  const editable = await findEditableWork(tx, key)
  if (!editable) throw new AppError('notFound')
  return editable
}

interface Undoing {
  readonly editable: EditableWork
  readonly editId: string
  readonly userKey: number
  readonly now: string
}

/** Runs inside `writeInTurn`. Writes nothing unless it can undo the whole edit. */
export async function undoEdit(
  { database, coversFolder }: Pick<EditingSources, 'database' | 'coversFolder'>,
  tx: Db,
  { editable, editId, userKey, now }: Undoing,
): Promise<'undone' | 'unknown' | 'changedSince'> {
  const edit = await findEdit(tx, editable.columns.key, editId)
  if (!edit) return 'unknown'
  const changes = await undoing(tx, editable, edit)
  if (!changes || !(await hasCovers(coversFolder, editable, changes))) return 'changedSince'
  await changeFields(database, tx, { editable, changes, userKey, now })
  await markUndone(tx, edit.key, now)
  return 'undone'
}

async function undoing(tx: Db, editable: EditableWork, edit: StoredEdit): Promise<FieldChange[] | undefined> {
  if (edit.undoneAt !== null) return undefined
  return changesToUndo(edit.changes, fieldStatesOf(editable), await readCurrentIds(tx, [edit]))
}

/** Returns false if a cover that the undo needs was deleted. */
async function hasCovers(
  coversFolder: string,
  { columns }: EditableWork,
  changes: readonly FieldChange[],
): Promise<boolean> {
  const { cover } = valuesOf(changes.map(({ field, after }) => [field, after]))
  return !cover || (await findOrigin(coversFolder, columns.id, cover.version)) !== undefined
}

/** POST /works: creates a custom work. */
export function createWorkHandler(sources: EditingSources): Handler<typeof createWork> {
  const { database, catalogue } = sources
  return async ({ body }, context) => {
    const userKey = editorOf(context)
    const now = sources.now().toISOString()
    const key = await writeInTurn(database.write, async (tx) => {
      const taken = await allocateOwnKey(tx)
      const workId = workIdOf(taken)
      const { values } = await readEditedFields(tx, { workId, values: body, path: 'body', now })
      const keys = await findEntityKeys(tx, values)
      const blank = blankWork({ id: workId, source: 'edit', now })
      const merged = mergeEdit(blank, { values, keys, now })
      await saveMerged(database, tx, [{ ...merged, outcome: 'added' }])
      if (needsRow(merged.columns, undefined))
        await saveStats(database, tx, { day: dayOf(now), works: [merged.columns] })
      const locks = [...givenFields(values).keys()].map((field) => [field, { userKey, at: now }] as const)
      await saveLocks(tx, taken, locks)
      await appendChanges(tx, 'work', [taken])
      return taken
    })
    await catalogue.followed()
    const work = await readStoredWork(sources, { key, locale: context.locale, visible: (keys) => keys })
    if (!work) throw new AppError('conflict')
    return work
  }
}

export function saveWorkCoverHandler(sources: EditingSources): Handler<typeof saveWorkCover> {
  const { database, catalogue } = sources
  return async ({ params, body: { picture } }, context) => {
    const key = keyIn(sources, params)
    const userKey = editorOf(context)
    const now = sources.now().toISOString()
    const { columns } = await editableWorkOf(database.read, key)
    const cover = picture === null ? undefined : await make(sources, { workId: columns.id, picture, now })
    await writeInTurn(database.write, async (tx) => {
      const editable = await editableWorkOf(readerBeforeWrites(database, tx), key)
      const changes = changesOf(fieldStatesOf(editable), {
        values: cover ? { cover } : {},
        release: cover ? [] : ['cover'],
        textOf: (field, value) => textOf(field, value, String),
        userKey,
        now,
      })
      await changeFields(database, tx, { editable, changes, userKey, now })
    })
    await catalogue.followed()
    return readMetadata(sources, { key, locale: context.locale })
  }
}

interface Upload {
  readonly workId: string
  /** In base64. */
  readonly picture: string
  readonly now: string
}

async function make({ coversFolder }: EditingSources, { workId, picture, now }: Upload): Promise<MadeCover> {
  const bytes = Buffer.from(picture, 'base64')
  const origin = { path: 'edit:', sizeBytes: bytes.length, modifiedAt: now }
  try {
    return await makeCover({ coversFolder, workId, picture: bytes, origin })
  } catch (cause) {
    if (isDiskFault(cause)) throw cause
    throw new AppError('refused', { fields: { 'body.picture': 'pictureExpected' }, cause })
  }
}

/** PATCH /{kind}/{id} and POST /{kind}/{id}/merge. */
export function updateEntityHandler(sources: EditingSources): Handler<typeof updateEntity> {
  const { database, catalogue, now } = sources
  return async ({ params: { kind, id }, body }, { locale }) => {
    const key = await writeInTurn(database.write, async (tx) => {
      const entity = await entityOf(tx, kind, id)
      await renameEntity(tx, { ...body, kind, key: entity.key, locale, now: now().toISOString() })
      await appendChanges(tx, kind, [entity.key])
      return entity.key
    })
    await catalogue.followed()
    return shown(sources, { kind, key, locale })
  }
}

export function mergeEntityHandler(sources: EditingSources): Handler<typeof mergeEntity> {
  const { database, background, catalogue } = sources
  return async ({ params: { kind, id }, body }, { locale }) => {
    // Fails early if the database is unavailable: the merge itself has no time limit, because it may touch very many works.
    await entityOf(database.read, kind, id)
    const merge = async (tx: Db) => {
      const from = await entityOf(tx, kind, id)
      const into = await targetOf(tx, kind, body.into)
      if (from.key === into.key) throw new AppError('mergeRefused')
      const { works, users } = await mergeInto(tx, { kind, from, into })
      if (works === 'many') await appendChangeOfManyWorks(tx)
      else await appendChanges(tx, 'work', works)
      await appendChanges(tx, kind, [from.key, into.key])
      await appendChanges(tx, 'user', users)
      return into.key
    }
    const key = await outsideRequest(() => writeInTurn(background.write, merge))
    await catalogue.followed()
    return shown(sources, { kind, key, locale })
  }
}

async function entityOf(tx: Db, kind: EntityKind, id: string): Promise<NamedEntity> {
  const entity = (await findByIds(tx, kind, [id])).get(id)
  if (!entity) throw new AppError('notFound')
  return entity
}

/** An ID of another kind exists, but cannot be merged into. */
async function targetOf(tx: Db, kind: EntityKind, id: string): Promise<NamedEntity> {
  const entity = (await findByIds(tx, kind, [id])).get(id)
  if (entity) return entity
  for (const other of entityKinds) {
    if ((await findByIds(tx, other, [id])).size > 0) throw new AppError('mergeRefused')
  }
  throw new AppError('notFound')
}

interface Shown {
  readonly kind: EntityKind
  readonly key: number
  readonly locale: Locale
}

function shown({ dictionary }: EditingSources, { kind, key, locale }: Shown) {
  const entity = dictionary.findEntity(kind, key, { locale })
  if (!entity) throw new AppError('conflict')
  return entity
}

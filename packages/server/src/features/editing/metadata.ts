/** A work for editors: stored values, sources, locks and history. */
import type {
  EditedEntity,
  FieldOrigin,
  WorkField,
  WorkMetadata,
  WorkValues,
} from '@koedana/contract/editing.ts'
import {
  type EntityKind,
  type Locale,
  normalizeWorkId,
  workIdOf,
  workKeyOf,
} from '@koedana/contract/values.ts'
import type { Db } from '../../db/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import { resolveRoot } from '../metadata/ingest/edition-roots.rules.ts'
import { findEditionLinks } from '../metadata/ingest/edition-roots.store.ts'
import { readStoredWork, type StoredWorkSources } from '../works/works.use-cases.ts'
import { type CurrentId, changesToUndo } from './edit.rules.ts'
import { findByIds, findEditableWork, findOrCreateEntities } from './editable-work.store.ts'
import { findUsernames, listEdits, type StoredEdit } from './edits.store.ts'
import {
  type EntityField,
  entityFields,
  type FieldState,
  type FieldStates,
  type FieldValue,
  type FieldValues,
  fieldStatesOf,
  idsIn,
  isEntityField,
  sortedNames,
  textOf,
} from './field-states.rules.ts'

export interface ReadMetadataInput {
  readonly key: number
  readonly locale: Locale
}

/** Throws `notFound`. */
export async function readMetadata(
  sources: StoredWorkSources,
  input: ReadMetadataInput,
): Promise<WorkMetadata> {
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
      canUndo: edit.undoneAt === null && changesToUndo(edit.changes, states, currentId) !== undefined,
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

/** Finds what the entities in these edits have been merged into. */
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

/** The stored form of a request's values: entity IDs, and sorted lists and names. */
export interface EditedFields {
  readonly values: FieldValues
  readonly textOf: (field: WorkField, value: FieldValue) => string
}

export interface EditedFieldsInput {
  readonly workId: string
  readonly values: WorkValues
  /** Path of the values in the request: `body` or `body.values`. */
  readonly path: string
  readonly now: string
}

/** Call inside `writeInTurn`. Throws `refused` with the fields that name unknown entities. */
export async function readEditedFields(
  tx: Db,
  { workId, values, path, now }: EditedFieldsInput,
): Promise<EditedFields> {
  const { maker, series, artists, illustrators, genres, ...plain } = values
  const names = new Map<string, string>()
  const faults: Record<string, string> = {}
  const idsOf = async (field: EntityField, named: readonly EditedEntity[] | undefined) => {
    if (!named) return undefined
    const found = await findOrCreateEntities(tx, { kind: entityFields[field], named, now })
    if (found.includes(undefined)) faults[`${path}.${field}`] = 'valueUnknown'
    const known = found.filter((one) => one !== undefined)
    for (const { id, name } of known) names.set(`${entityFields[field]} ${id}`, name)
    return [...new Set(known.map(({ id }) => id))]
  }
  const oneOf = async (field: EntityField, named: EditedEntity | null | undefined) =>
    named ? (await idsOf(field, [named]))?.[0] : named
  const given: FieldValues = {
    ...plainValues(plain),
    ...(await rootIn(tx, workId, plain.editionOf)),
    maker: await oneOf('maker', maker),
    series: await oneOf('series', series),
    artists: await idsOf('artists', artists),
    illustrators: await idsOf('illustrators', illustrators),
    genres: await idsOf('genres', genres),
  }
  if (Object.keys(faults).length > 0) throw new AppError('refused', { fields: faults })
  const nameOf = (field: WorkField) => (id: string) => names.get(`${kindOf(field)} ${id}`) ?? id
  return { values: given, textOf: (field, value) => textOf(field, value, nameOf(field)) }
}

const kindOf = (field: string) => Object.entries(entityFields).find(([name]) => name === field)?.[1]

type Plain = Omit<WorkValues, EntityField>

/** Converts values to stored units and orders, so that equal values compare equal. */
function plainValues({ rating, names, languages, editionOf: _, ...others }: Plain): FieldValues {
  return {
    ...others,
    rating: rating == null ? rating : Math.round(rating * 100) / 100,
    names: names && sortedNames(Object.entries(names)),
    languages: languages && [...new Set(languages)].sort(),
    kana: others.kana === '' ? null : others.kana,
  }
}

/** Returns the root of the named edition group. A work that names itself or one of its editions becomes an original. */
async function rootIn(tx: Db, workId: string, named: Plain['editionOf']): Promise<FieldValues> {
  if (named == null) return named === null ? { editionOf: null } : {}
  const original = workKeyOf(normalizeWorkId(named) ?? named)
  const root = resolveRoot(workKeyOf(workId), original, await findEditionLinks(tx, [original]))
  return { editionOf: root === null ? null : workIdOf(root) }
}

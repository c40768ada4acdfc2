/** Decides what an edit changes, and what undoing it would change. */
import { WorkField } from '@koedana/contract/editing.ts'
import { editableNumbers } from '@koedana/contract/field-lists.ts'
import { type Source, workKeyOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { columnOf, numberColumnsOf, storedNumber } from '../../db/number-columns.rules.ts'
import type { FeedColumns, StoredWork, WorkLists } from '../metadata/ingest/ingest.ts'
import type { EntityKeys, MergeResult } from '../metadata/ingest/merge.rules.ts'
import {
  FieldState,
  type FieldStates,
  type FieldValue,
  type FieldValues,
  givenFields,
  idsIn,
  isEntityField,
  isSameValue,
} from './field-states.rules.ts'

export const FieldChange = v.object({ field: WorkField, before: FieldState, after: FieldState })
export type FieldChange = v.InferOutput<typeof FieldChange>

export interface Edit {
  readonly values: FieldValues
  readonly release: readonly WorkField[]
  /** Null for edits that were imported from another server. */
  readonly userKey: number | null
  /** A person's edit if absent. */
  readonly source?: Source
  /** Fixed-width UTC timestamp. */
  readonly now: string
  readonly textOf: (field: WorkField, value: FieldValue) => string
}

/** Locked fields with the same value stay unchanged. A field that is set and released gets the value without a lock. */
export function changesOf(states: FieldStates, edit: Edit): FieldChange[] {
  const given = givenFields(edit.values)
  return [...states].flatMap(([field, before]) => {
    const value = given.get(field)
    const isReleased = edit.release.includes(field)
    const after = { ...before }
    if (value !== undefined && !(before.lock && isSameValue(before.value, value))) {
      after.value = value
      after.text = edit.textOf(field, value)
      after.source = edit.source ?? 'edit'
      after.at = edit.now
      after.lock = { userKey: edit.userKey, at: edit.now }
    }
    if (isReleased) after.lock = null
    return isSameState(before, after) ? [] : [{ field, before, after }]
  })
}

/** Returns the current ID of an entity that may have been merged; undefined if it was removed. */
export type CurrentId = (field: WorkField, id: string) => string | undefined

/** Returns undefined if a field has changed since the edit, or an entity it named no longer exists. */
export function changesToUndo(
  changes: readonly FieldChange[],
  states: FieldStates,
  currentId: CurrentId,
): FieldChange[] | undefined {
  const undoing: FieldChange[] = []
  for (const { field, before, after } of changes) {
    const now = states.get(field)
    const left = current(field, after, currentId)
    const restored = current(field, before, currentId)
    if (!now || !left || !restored || !isSameState(now, left)) return undefined
    undoing.push({ field, before: now, after: restored })
  }
  return undoing
}

/** The account behind a lock may have been deleted; the time identifies the lock. */
const isSameState = (a: FieldState, b: FieldState): boolean =>
  isSameValue(a.value, b.value) &&
  a.source === b.source &&
  a.at === b.at &&
  (a.lock?.at ?? null) === (b.lock?.at ?? null)

function current(field: WorkField, state: FieldState, currentId: CurrentId): FieldState | undefined {
  if (!isEntityField(field) || state.value === null) return state
  const ids = idsIn(state.value).map((id) => currentId(field, id))
  const known = [...new Set(ids.filter((id) => id !== undefined))]
  if (ids.includes(undefined)) return undefined
  return { ...state, value: typeof state.value === 'string' ? (known[0] ?? null) : known }
}

export interface EditedValues {
  readonly values: FieldValues
  /** Key of every entity in the values, by ID. */
  readonly keys: EntityKeys
  /** Fixed-width UTC timestamp. */
  readonly now: string
}

/** Applies a person's values to a work. Unlike values of sources, null clears a field. */
export function mergeEdit(
  { columns: before, attached }: StoredWork,
  { values, keys, now }: EditedValues,
): MergeResult {
  const content = contentOf(values, keys, before)
  const next = attachedOf(values, keys, attached)
  const isContentNew = Object.keys(next).length > 0 || differs(content, before)
  const columns = {
    ...before,
    ...content,
    ...numbersOf(values, before),
    // An identical catalog line must be imported again.
    feed_hash: null,
    updated_at: isContentNew ? now : before.updated_at,
  }
  return { outcome: 'updated', columns, attached: next }
}

const or = <T>(given: T | undefined, before: T): T => (given === undefined ? before : given)

const numbersOf = (values: FieldValues, before: FeedColumns) =>
  numberColumnsOf(editableNumbers, (field) => {
    const value = values[field]
    return value == null ? or(value, before[columnOf(field)]) : storedNumber(field, value)
  })

function contentOf(values: FieldValues, keys: EntityKeys, before: FeedColumns) {
  const { maker, series, editionOf } = values
  return {
    name: or(values.name, before.name),
    kana: or(values.kana, before.kana),
    age_category: or(values.ageCategory, before.age_category),
    released_on: or(values.releaseDate, before.released_on),
    availability: or(values.availability, before.availability),
    maker_key: maker == null ? or(maker, before.maker_key) : keyOf(keys.makers, maker),
    series_key: series == null ? or(series, before.series_key) : keyOf(keys.series, series),
    edition_of_key: editionOf == null ? or(editionOf, before.edition_of_key) : workKeyOf(editionOf),
  }
}

const differs = (content: Partial<FeedColumns>, before: FeedColumns) =>
  Object.entries(content).some(([column, value]) => value !== Reflect.get(before, column))

/** Returns only differences. */
function attachedOf(values: FieldValues, keys: EntityKeys, before: WorkLists): Partial<WorkLists> {
  const { names, languages, artists, illustrators, genres, writers, musicians } = values
  const next: Partial<WorkLists> = {
    ...(names && { names: new Map(Object.entries(names)) }),
    ...(languages && { languages: [...new Set(languages)].sort() }),
    ...(artists && { artists: keysOf(keys.artists, artists) }),
    ...(illustrators && { illustrators: keysOf(keys.illustrators, illustrators) }),
    ...(genres && { genres: keysOf(keys.genres, genres) }),
    ...(writers && { writers }),
    ...(musicians && { musicians }),
  }
  return Object.fromEntries(
    Object.entries(next).filter(([field, value]) => textOf(value) !== textOf(Reflect.get(before, field))),
  )
}

const textOf = (value: unknown) =>
  JSON.stringify(value instanceof Map ? [...value].sort(([a], [b]) => (a < b ? -1 : 1)) : value)

function keyOf(keys: ReadonlyMap<string, number>, id: string): number {
  const key = keys.get(id)
  if (key === undefined) throw new TypeError(`not an entity that was looked up: ${id}`)
  return key
}

/** Duplicates count once. */
const keysOf = (keys: ReadonlyMap<string, number>, ids: readonly string[]) => [
  ...new Set(ids.map((id) => keyOf(keys, id))),
]

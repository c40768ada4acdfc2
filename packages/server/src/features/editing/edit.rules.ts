/** Decides what an edit changes, and what undoing it would. */
import { WorkField } from '@koedana/contract/editing.ts'
import { movingNumbers } from '@koedana/contract/field-lists.ts'
import { type Source, workKeyOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { columnOf, numberColumnsOf, storedNumber } from '../../db/number-columns.rules.ts'
import type { Attached, FeedColumns, Stored } from '../metadata/ingest/ingest.ts'
import type { EntityKeys, Merged } from '../metadata/ingest/merge.rules.ts'
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
  /** Null for nobody: what was edited elsewhere, and came along. */
  readonly userKey: number | null
  /** An edit of a person without it. */
  readonly source?: Source
  /** Fixed-width UTC text. */
  readonly now: string
  readonly textOf: (field: WorkField, value: FieldValue) => string
}

/** A value that is locked as it is stays as it is; a field that is given and released is set, and left to its sources. */
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

/** Finds an entity that may have been merged away since; undefined if it was removed. */
export type CurrentId = (field: WorkField, id: string) => string | undefined

/** Returns undefined if a field is no longer as the edit left it, or whom it named is gone. */
export function undone(
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

/** The person who locked it may be gone meanwhile; the time distinguishes one lock from another. */
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
  /** The key of every entity that the values name, by its id. */
  readonly keys: EntityKeys
  /** Fixed-width UTC text. */
  readonly now: string
}

/** Applies people's values to a work: unlike a source's, null empties. */
export function mergeEdit(
  { columns: before, attached }: Stored,
  { values, keys, now }: EditedValues,
): Merged {
  const content = contentOf(values, keys, before)
  const next = attachedOf(values, keys, attached)
  const isContentNew = Object.keys(next).length > 0 || differs(content, before)
  const columns = {
    ...before,
    ...content,
    ...numbersOf(values, before),
    // A line that came before may come again now.
    feed_hash: null,
    updated_at: isContentNew ? now : before.updated_at,
  }
  return { outcome: 'updated', columns, attached: next }
}

const or = <T>(given: T | undefined, before: T): T => (given === undefined ? before : given)

const numbersOf = (values: FieldValues, before: FeedColumns) =>
  numberColumnsOf(movingNumbers, (field) => {
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

/** Returns only what differs. */
function attachedOf(values: FieldValues, keys: EntityKeys, before: Attached): Partial<Attached> {
  const { names, languages, artists, illustrators, genres, writers, musicians } = values
  const next: Partial<Attached> = {
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

/** An entity that is named twice counts once. */
const keysOf = (keys: ReadonlyMap<string, number>, ids: readonly string[]) => [
  ...new Set(ids.map((id) => keyOf(keys, id))),
]

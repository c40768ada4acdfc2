/** What an edit changes, and what undoing it would. */
import { WorkField } from '@koedana/contract/editing.ts'
import * as v from 'valibot'
import {
  FieldState,
  type FieldStates,
  type FieldValue,
  type FieldValues,
  givenFields,
  idsIn,
  isEntityField,
  isSameValue,
} from './values.rules.ts'

export const FieldChange = v.object({ field: WorkField, before: FieldState, after: FieldState })
export type FieldChange = v.InferOutput<typeof FieldChange>

export interface Edit {
  readonly values: FieldValues
  readonly release: readonly WorkField[]
  readonly userKey: number
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
      after.source = 'edit'
      after.at = edit.now
      after.lock = { userKey: edit.userKey, at: edit.now }
    }
    if (isReleased) after.lock = null
    return isSameState(before, after) ? [] : [{ field, before, after }]
  })
}

/** Finds an entity that may have been merged away since; undefined where it was removed. */
export type CurrentId = (field: WorkField, id: string) => string | undefined

/** Undefined where a field is no longer as the edit left it, or whom it named is gone. */
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

/** Who locked it may be gone meanwhile; when they did tells one lock from another. */
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

/** Decides whether imported marks are later than the stored ones. With equal times, the stored mark is kept. */
import type { OwnMark } from '@koedana/contract/own-data.ts'
import type { MarkRow } from '../marks/marks.store.ts'

export interface ImportTimes {
  readonly nowMs: number
  /** When the document was written. */
  readonly documentMs: number
}

/** Merges a mark. Times in the future are limited to now; values without a time get the time of the document. */
export function mergeMark(row: MarkRow, mark: OwnMark, { nowMs, documentMs }: ImportTimes): MarkRow {
  const timeOf = (at: string | undefined) => Math.min(nowMs, at === undefined ? documentMs : Date.parse(at))
  const [stateMs, ratingMs, noteMs] = [mark.progressAt, mark.ratingAt, mark.noteAt].map(timeOf)
  const { progress, rating } = mark
  // PostgreSQL can store neither NUL nor unpaired surrogates.
  const note = mark.note?.toWellFormed().replaceAll('\0', '').trim()
  return {
    ...row,
    ...(isLater(stateMs, row.state_ms, row.state === null) &&
      progress !== undefined &&
      progress !== row.state && { state: progress, state_ms: stateMs ?? 0 }),
    ...(isLater(ratingMs, row.rating_ms, row.rating === null) &&
      rating !== undefined &&
      rating !== row.rating && { rating, rating_ms: ratingMs ?? 0 }),
    ...(isLater(noteMs, row.note_ms, row.note === '') &&
      note !== undefined &&
      note !== row.note && { note, note_ms: noteMs ?? 0 }),
  }
}

/** If no value was ever stored, any imported value is later. */
const isLater = (ms = 0, knownMs: number | string = 0, isEmpty: boolean): boolean =>
  ms > Number(knownMs) || (isEmpty && Number(knownMs) === 0)

export const isSameMark = (one: MarkRow, other: MarkRow): boolean =>
  one.state === other.state && one.rating === other.rating && one.note === other.note

/** Whether what is brought along is later than what is here; of equal times what is here stays. */
import type { OwnMark } from '@koedana/contract/own-data.ts'
import type { MarkRow } from '../marks/marks.store.ts'

export interface Times {
  readonly nowMs: number
  /** When the document was written. */
  readonly documentMs: number
}

/** Nothing is from later than now. What is said without a time is from whenever the document was made; without that too it is older than anything here. */
export function mergedMark(row: MarkRow, mark: OwnMark, { nowMs, documentMs }: Times): MarkRow {
  const timeOf = (at: string | undefined) => Math.min(nowMs, at === undefined ? documentMs : Date.parse(at))
  const [stateMs, ratingMs, noteMs] = [mark.progressAt, mark.ratingAt, mark.noteAt].map(timeOf)
  const { progress, rating } = mark
  // PostgreSQL holds neither NUL nor half a surrogate pair.
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

/** Where nothing ever stood, anything is later. */
const isLater = (ms = 0, knownMs: number | string = 0, isEmpty: boolean): boolean =>
  ms > Number(knownMs) || (isEmpty && Number(knownMs) === 0)

export const isSameMark = (one: MarkRow, other: MarkRow): boolean =>
  one.state === other.state && one.rating === other.rating && one.note === other.note

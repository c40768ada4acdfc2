/** Bounds said once, with the message keys that name them in every language. */
import * as v from 'valibot'
import { isWorkId } from './work-id.rules.ts'

/** The largest integer every store and index column holds. */
export const maxInteger = 2_147_483_647

export const integer = (min: number, max: number) =>
  v.pipe(
    v.number('integerExpected'),
    v.integer('integerExpected'),
    v.minValue(min, 'numberTooSmall'),
    v.maxValue(max, 'numberTooLarge'),
  )

export const Count = integer(0, maxInteger)

/** A schema as far as its bounds go: `optional` and `nullable` wrap another one. */
interface Bounded {
  readonly type: string
  readonly wrapped?: Bounded
  readonly pipe?: readonly { readonly type: string; readonly requirement?: unknown }[]
}

export interface Bounds {
  readonly min?: number
  readonly max?: number
}

/** The least and the most that a schema of a number takes; what it does not bound is absent. */
export function boundsOf({ wrapped, pipe = [] }: Bounded): Bounds {
  if (wrapped) return boundsOf(wrapped)
  const requirementOf = (type: string) => pipe.find((step) => step.type === type)?.requirement
  const [min, max] = [requirementOf('min_value'), requirementOf('max_value')]
  return { ...(typeof min === 'number' && { min }), ...(typeof max === 'number' && { max }) }
}

/** 0 to 5, two decimals on the wire. */
export const Rating = v.pipe(
  v.number('numberExpected'),
  v.minValue(0, 'numberTooSmall'),
  v.maxValue(5, 'numberTooLarge'),
)

/** `YYYY-MM-DD`, a day that exists, from the year 1000. */
export const CalendarDate = v.pipe(v.string('dateExpected'), v.check(isCalendarDate, 'dateExpected'))

/** Fixed-width UTC text, `2026-08-22T00:00:00.000Z`. */
export const Instant = v.pipe(
  v.string('instantExpected'),
  v.check((text) => isCalendarDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)), 'instantExpected'),
)

/** Any spelling of a work id; the parsed value is canonical. */
export const WorkId = v.pipe(v.string('workIdExpected'), v.check(isWorkId, 'workIdExpected'))

/** Public id of a maker, series, artist, illustrator or genre: the source's own text. */
export const EntityId = v.pipe(
  v.string('textExpected'),
  v.minLength(1, 'required'),
  v.maxLength(64, 'textTooLong'),
  v.regex(/^[^\p{Cc}]+$/u, 'textExpected'),
)

export const page = integer(1, 1_000_000)
export const pageSize = integer(1, 100)
export const defaultPageSize = 24

export function isCalendarDate(text: string): boolean {
  const match = /^([1-9]\d{3})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

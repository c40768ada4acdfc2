/**
 * The source of each field of a work. Every field is its first source's until another value comes: only then is it
 * written down, as one bit in the row of that source and time. A field stands in one row of a work at most.
 */
import type { WorkField } from '@koedana/contract/editing.ts'
import { workFieldNames } from '@koedana/contract/field-lists.ts'
import type { Source } from '@koedana/contract/values.ts'
import { workFields } from '@koedana/contract/work-fields.ts'
import type { Attached, FeedColumns, Stored } from './ingest.ts'
import type { Merged } from './merge.rules.ts'

export interface Origin {
  readonly source: Source
  /** Fixed-width UTC text. */
  readonly at: string
}

/** `fields` holds the bits of the fields, at the numbers that `workFields` gives them. */
export interface SourceRow extends Origin {
  readonly fields: number
}

export const bitOf = (field: WorkField): number => 1 << workFields[field].bit

export const bitsOf = (fields: Iterable<WorkField>): number =>
  [...fields].reduce((bits, field) => bits | bitOf(field), 0)

/** Returns the fields that have another value than before; none for a new work. */
export function changedBits({ columns, attached, outcome }: Merged, before: Stored | undefined): number {
  if (!before || outcome === 'added') return 0
  return bitsOf(
    workFieldNames.filter((field) => {
      if (isAttached(field)) return attached[field] !== undefined
      const column = columnOf(field)
      return column !== undefined && columns[column] !== before.columns[column]
    }),
  )
}

/** Returns the rows of a work once `origin` has given these fields: those that lost all they had hold 0. */
export function claim(rows: readonly SourceRow[], origin: Origin, bits: number): SourceRow[] {
  const others = rows
    .filter((row) => !isSame(row, origin))
    .map((row) => ({ ...row, fields: row.fields & ~bits }))
  const own = rows.find((row) => isSame(row, origin))?.fields ?? 0
  return [...others, { ...origin, fields: own | bits }]
}

/** Returns the source of every field; `first` is the source that had the work first. */
export function originsOf(first: Origin, rows: readonly SourceRow[]): ReadonlyMap<WorkField, Origin> {
  return new Map(
    workFieldNames.map((field) => {
      const { source, at } = rows.find((row) => (row.fields & bitOf(field)) !== 0) ?? first
      return [field, { source, at }]
    }),
  )
}

export const isSame = (a: Origin, b: Origin): boolean => a.source === b.source && a.at === b.at

/** Returns whether it is a list in a table of its own. */
export const isAttached = (field: WorkField): field is WorkField & keyof Attached =>
  columnOf(field) === undefined && field !== 'cover'

/** Returns the column that holds a field of the work's own row; covers have none that a source writes. */
function columnOf(field: WorkField): keyof FeedColumns | undefined {
  const entry = workFields[field]
  return 'column' in entry ? entry.column : undefined
}

/**
 * Tracks the source of each field of a work. A field belongs to the first source of the work until its value changes. Only then is it
 * recorded, as one bit in the row of that source and time. Each field is in at most one row per work.
 */
import type { WorkField } from '@koedana/contract/editing.ts'
import { workFieldNames } from '@koedana/contract/field-lists.ts'
import type { Source } from '@koedana/contract/values.ts'
import { workFields } from '@koedana/contract/work-fields.ts'
import type { FeedColumns, StoredWork, WorkLists } from './ingest.ts'
import type { MergeResult } from './merge.rules.ts'

export interface Origin {
  readonly source: Source
  /** Fixed-width UTC text. */
  readonly at: string
}

/** `fields` is a bit set. `workFields` defines the bit numbers. */
export interface SourceRow extends Origin {
  readonly fields: number
}

export const bitOf = (field: WorkField): number => 1 << workFields[field].bit

export const bitsOf = (fields: Iterable<WorkField>): number =>
  [...fields].reduce((bits, field) => bits | bitOf(field), 0)

/** Returns the bits of the fields whose value changed. Returns 0 for a new work. */
export function changedBits(
  { columns, attached, outcome }: MergeResult,
  before: StoredWork | undefined,
): number {
  if (!before || outcome === 'added') return 0
  return bitsOf(
    workFieldNames.filter((field) => {
      if (isListField(field)) return attached[field] !== undefined
      const column = columnOf(field)
      return column !== undefined && columns[column] !== before.columns[column]
    }),
  )
}

/** Returns the rows of a work after `origin` has set these fields. Rows without any field left hold 0. */
export function applyClaim(rows: readonly SourceRow[], origin: Origin, bits: number): SourceRow[] {
  const others = rows
    .filter((row) => !isSameOrigin(row, origin))
    .map((row) => ({ ...row, fields: row.fields & ~bits }))
  const own = rows.find((row) => isSameOrigin(row, origin))?.fields ?? 0
  return [...others, { ...origin, fields: own | bits }]
}

/** Returns the source of every field. `first` is the first source of the work. */
export function findFieldOrigins(first: Origin, rows: readonly SourceRow[]): ReadonlyMap<WorkField, Origin> {
  return new Map(
    workFieldNames.map((field) => {
      const { source, at } = rows.find((row) => (row.fields & bitOf(field)) !== 0) ?? first
      return [field, { source, at }]
    }),
  )
}

export const isSameOrigin = (a: Origin, b: Origin): boolean => a.source === b.source && a.at === b.at

/** Returns whether the field is a list in a table of its own. */
export const isListField = (field: WorkField): field is WorkField & keyof WorkLists =>
  columnOf(field) === undefined && field !== 'cover'

/** Returns the column of a field in the `work` table. Sources do not write the cover column, so `cover` has none. */
function columnOf(field: WorkField): keyof FeedColumns | undefined {
  const entry = workFields[field]
  return 'column' in entry ? entry.column : undefined
}

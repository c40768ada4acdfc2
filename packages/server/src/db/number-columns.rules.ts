/** Maps the numbers of a work to columns and units. */

import type { NumberField } from '@koedana/contract/field-lists.ts'
import { recordFrom, recordOf } from '@koedana/contract/kit/record-of.ts'
import { workFields } from '@koedana/contract/work-fields.ts'

export type ColumnOf<F extends NumberField> = (typeof workFields)[F]['column']

export type NumberColumns<F extends NumberField = NumberField> = { [C in ColumnOf<F>]: number | null }

export const columnOf = <F extends NumberField>(field: F): ColumnOf<F> => workFields[field].column

/** Converts a number of the contract to its stored unit. Ratings are stored in hundredths. */
export const storedNumber = (field: NumberField, value: number): number =>
  workFields[field].kind === 'rating' ? Math.round(value * 100) : value

export const shownNumber = (field: NumberField, stored: number): number =>
  workFields[field].kind === 'rating' ? stored / 100 : stored

export function readNumber<F extends NumberField>(field: F, row: Readonly<NumberColumns<F>>): number | null {
  const stored = row[columnOf(field)]
  return stored === null ? null : shownNumber(field, stored)
}

export const readNumbers = <F extends NumberField>(fields: readonly F[], row: Readonly<NumberColumns<F>>) =>
  recordOf(fields, (field) => readNumber(field, row))

/** Returns columns for fields; `valueFor` returns stored values. */
export const numberColumnsOf = <F extends NumberField>(
  fields: readonly F[],
  valueFor: (field: F) => number | null,
): NumberColumns<F> => recordFrom(fields.map((field) => [columnOf(field), valueFor(field)]))

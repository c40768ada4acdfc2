/**
 * Which numbers of a work cards, histories, filters and orders have, as plain lists: the build of the client writes them
 * out, so that its first page does without the table.
 */
import { type FieldsLike, type NumberField, numberFields, workFields } from './work-fields.ts'

export type CardNumber = FieldsLike<{ readonly isOnCard: true }>
const isOnCard = (name: NumberField): name is CardNumber => 'isOnCard' in workFields[name]
export const cardNumbers = numberFields.filter(isOnCard)
/** Those that only the full work has. */
export const detailNumbers = numberFields.filter((name) => !isOnCard(name))

export type HistoryNumber = FieldsLike<{ readonly hasHistory: true }>
export const historyNumbers = numberFields.filter(
  (name): name is HistoryNumber => 'hasHistory' in workFields[name],
)

export type RangedField = FieldsLike<{ readonly min: string }>
export const rangedFields = numberFields.filter((name): name is RangedField => 'min' in workFields[name])

export const risingFields = rangedFields.filter(
  (name): name is FieldsLike<{ readonly asc: string }> => 'asc' in workFields[name],
)

const ranged = rangedFields.map((name) => workFields[name])

const boundsOf = (entry: (typeof ranged)[number]) =>
  'max' in entry ? ([entry.min, entry.max] as const) : ([entry.min] as const)

/** The bounds of a filter that are whole numbers. */
export const wholeBounds = ranged.flatMap((entry) => (entry.kind === 'rating' ? [] : boundsOf(entry)))
export const ratingBounds = ranged.flatMap((entry) => (entry.kind === 'rating' ? boundsOf(entry) : []))

export const numberSorts = ranged.flatMap((entry) =>
  'asc' in entry ? ([entry.asc, entry.desc] as const) : ([entry.desc] as const),
)

export const aggregatedFields = rangedFields.filter(
  (name): name is FieldsLike<{ readonly average: string }> => 'average' in workFields[name],
)
export const averageSorts = aggregatedFields.map((name) => workFields[name].average)
export const totalSorts = aggregatedFields.map((name) => workFields[name].total)

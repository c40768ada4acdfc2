/**
 * The parts of the table of fields that the client's first bundle needs. Its build replaces them by plain lists, so that the bundle does
 * not contain the table. All other code imports `field-lists.ts`.
 */
import { aggregatedFields, rangedFields } from './field-lists.ts'
import { workFields } from './work-fields.ts'

export { cardNumbers, detailNumbers, historyNumbers } from './field-lists.ts'

const ranged = rangedFields.map((name) => workFields[name])

const limitsOf = (entry: (typeof ranged)[number]) =>
  'max' in entry ? ([entry.min, entry.max] as const) : ([entry.min] as const)

/** The filter's numeric limits that are integers. */
export const integerLimits = ranged.flatMap((entry) => (entry.kind === 'rating' ? [] : limitsOf(entry)))
export const ratingLimits = ranged.flatMap((entry) => (entry.kind === 'rating' ? limitsOf(entry) : []))

export const numberSorts = ranged.flatMap((entry) =>
  'asc' in entry ? ([entry.asc, entry.desc] as const) : ([entry.desc] as const),
)
export const averageSorts = aggregatedFields.map((name) => workFields[name].average)
export const totalSorts = aggregatedFields.map((name) => workFields[name].total)

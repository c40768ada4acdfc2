/** Derives field lists for contract, server, index and client from the table of fields. */
import { Count, Rating } from './values.ts'
import { type NumberKind, type WorkFieldName, type WorkFields, workFields } from './work-fields.ts'

/** In the order in which fields are read, edited and shown. */
export const workFieldNames = Object.keys(workFields).filter(
  (name): name is WorkFieldName => name in workFields,
)

/** The fields whose entries extend `Entry`. */
type FieldsWith<Entry> = {
  [F in WorkFieldName]: WorkFields[F] extends Entry ? F : never
}[WorkFieldName]

export type NumberField = FieldsWith<{ readonly kind: NumberKind }>

const numberKinds: readonly string[] = ['yen', 'count', 'rating', 'seconds'] satisfies NumberKind[]
export const numberFields = workFieldNames.filter((name): name is NumberField =>
  numberKinds.includes(workFields[name].kind),
)

/** Returns the contract's schema of a number. */
export const numberSchema = (name: NumberField) => (workFields[name].kind === 'rating' ? Rating : Count)

export type MeasuredNumber = FieldsWith<{ readonly isMeasured: true }>
export const measuredNumbers = numberFields.filter(
  (name): name is MeasuredNumber => 'isMeasured' in workFields[name],
)
/** A number that sources report and administrators can edit, unlike measured ones. */
export type EditableNumber = Exclude<NumberField, MeasuredNumber>
export const editableNumbers = numberFields.filter(
  (name): name is EditableNumber => !('isMeasured' in workFields[name]),
)

export type CardNumber = FieldsWith<{ readonly isOnCard: true }>
const isOnCard = (name: NumberField): name is CardNumber => 'isOnCard' in workFields[name]
export const cardNumbers = numberFields.filter(isOnCard)
/** Numbers that only the full work has. */
export const detailNumbers = numberFields.filter((name) => !isOnCard(name))

export type HistoryNumber = FieldsWith<{ readonly hasHistory: true }>
export const historyNumbers = numberFields.filter(
  (name): name is HistoryNumber => 'hasHistory' in workFields[name],
)

/** A number with a range filter: the index has a column, orders and a histogram for it. */
export type RangedField = FieldsWith<{ readonly min: string }>
export const rangedFields = numberFields.filter((name): name is RangedField => 'min' in workFields[name])

/** Numbers with an ascending order too. */
export const ascendingFields = rangedFields.filter(
  (name): name is FieldsWith<{ readonly asc: string }> => 'asc' in workFields[name],
)

/** Numbers that entities can be sorted by. */
export const aggregatedFields = rangedFields.filter(
  (name): name is FieldsWith<{ readonly average: string }> => 'average' in workFields[name],
)

/** Orders of entities by rating; ratings have decimals. */
export const ratingSorts: readonly string[] = aggregatedFields.flatMap((name) => {
  const { kind, average, total } = workFields[name]
  return kind === 'rating' ? [average, total] : []
})

/** The names of the filter's numeric limits. */
export type FilterLimit =
  | WorkFields[RangedField]['min']
  | Extract<WorkFields[RangedField], { readonly max: string }>['max']

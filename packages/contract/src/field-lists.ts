/** Derives field lists for contract, server, index and client from the table of fields. */
import { Count, Rating } from './values.ts'
import { type NumberKind, type WorkFieldName, type WorkFields, workFields } from './work-fields.ts'

/** In the order in which fields are read, edited and shown. */
export const workFieldNames = Object.keys(workFields).filter(
  (name): name is WorkFieldName => name in workFields,
)

/** The fields whose entries extend `Entry`. */
type FieldsLike<Entry> = {
  [F in WorkFieldName]: WorkFields[F] extends Entry ? F : never
}[WorkFieldName]

export type NumberField = FieldsLike<{ readonly kind: NumberKind }>

const numberKinds: readonly string[] = ['yen', 'count', 'rating', 'seconds'] satisfies NumberKind[]
export const numberFields = workFieldNames.filter((name): name is NumberField =>
  numberKinds.includes(workFields[name].kind),
)

/** Returns the contract's schema of a number. */
export const numberSchema = (name: NumberField) => (workFields[name].kind === 'rating' ? Rating : Count)

export type MeasuredNumber = FieldsLike<{ readonly isMeasured: true }>
export const measuredNumbers = numberFields.filter(
  (name): name is MeasuredNumber => 'isMeasured' in workFields[name],
)
/** A number that sources report and administrators can edit, unlike measured ones. */
export type MovingNumber = Exclude<NumberField, MeasuredNumber>
export const movingNumbers = numberFields.filter(
  (name): name is MovingNumber => !('isMeasured' in workFields[name]),
)

export type CardNumber = FieldsLike<{ readonly isOnCard: true }>
const isOnCard = (name: NumberField): name is CardNumber => 'isOnCard' in workFields[name]
export const cardNumbers = numberFields.filter(isOnCard)
/** Numbers that only the full work has. */
export const detailNumbers = numberFields.filter((name) => !isOnCard(name))

export type HistoryNumber = FieldsLike<{ readonly hasHistory: true }>
export const historyNumbers = numberFields.filter(
  (name): name is HistoryNumber => 'hasHistory' in workFields[name],
)

/** A number with a range filter: the index has a column, orders and a histogram for it. */
export type RangedField = FieldsLike<{ readonly min: string }>
export const rangedFields = numberFields.filter((name): name is RangedField => 'min' in workFields[name])

/** Numbers with an ascending order too. */
export const risingFields = rangedFields.filter(
  (name): name is FieldsLike<{ readonly asc: string }> => 'asc' in workFields[name],
)

/** Numbers that entities can be sorted by. */
export const aggregatedFields = rangedFields.filter(
  (name): name is FieldsLike<{ readonly average: string }> => 'average' in workFields[name],
)

/** Orders of entities by rating; ratings have decimals. */
export const ratingSorts: readonly string[] = aggregatedFields.flatMap((name) => {
  const { kind, average, total } = workFields[name]
  return kind === 'rating' ? [average, total] : []
})

/** The names of the filter's numeric limits. */
export type Bound =
  | WorkFields[RangedField]['min']
  | Extract<WorkFields[RangedField], { readonly max: string }>['max']

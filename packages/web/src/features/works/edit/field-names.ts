/** What the fields of a work are called. */
import { type WorkField, WorkValues } from '@koedana/contract/editing.ts'
import { numberFields } from '@koedana/contract/field-lists.ts'
import { recordOf } from '@koedana/contract/kit/record-of.ts'
import type { MessageKey, Translate } from '../../../lib/i18n.ts'
import { boundWords } from '../../../lib/number-words.ts'

const keys: Readonly<Record<WorkField, MessageKey>> = {
  name: 'editing.name',
  names: 'editing.names',
  kana: 'editing.kana',
  ageCategory: 'filter.age',
  ...recordOf(numberFields, (field) => `work.${field}` as const),
  releaseDate: 'editing.releaseDate',
  languages: 'filter.languages',
  maker: 'kind.makers',
  series: 'kind.series',
  artists: 'filter.artists',
  illustrators: 'filter.illustrators',
  genres: 'filter.genres',
  writers: 'work.writers',
  musicians: 'work.musicians',
  availability: 'editing.availability',
  editionOf: 'editing.editionOf',
  cover: 'editing.cover',
}

export const fieldName = (t: Translate, field: WorkField): string => t(keys[field])

const own = [
  'dateExpected',
  'localeUnknown',
  'numberExpected',
  'pictureExpected',
  'textExpected',
  'valueUnknown',
  'workIdExpected',
] as const
const common = ['required', 'integerExpected', 'textTooLong'] as const

/** What is wrong with a field, in words; a number out of its bounds names the one it has to keep. */
export function faultWords(t: Translate, fault: string | undefined, field?: WorkField): string | undefined {
  if (fault === undefined) return undefined
  const bound = boundWords(t, fault, field && schemaOf(field))
  if (bound !== undefined) return bound
  const ownFault = own.find((one) => one === fault)
  if (ownFault) return t(`editing.fault.${ownFault}`)
  const commonFault = common.find((one) => one === fault)
  return t(commonFault ? `validation.${commonFault}` : 'validation.wrong')
}

const { entries } = WorkValues
const isEdited = (field: WorkField): field is keyof WorkValues => Object.hasOwn(entries, field)
const schemaOf = (field: WorkField) => (isEdited(field) ? entries[field] : undefined)

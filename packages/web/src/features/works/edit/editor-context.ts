import { type WorkField, type WorkMetadata, WorkValues } from '@koedana/contract/editing.ts'
import { numberFields } from '@koedana/contract/field-lists.ts'
import { recordOf } from '@koedana/contract/kit/record-of.ts'
import { createContext, use } from 'react'
import type { MessageKey, Translate } from '../../../lib/i18n.ts'
import { limitErrorText } from '../../../lib/limit-error-text.ts'
import type { Draft, Faults } from './draft.rules.ts'

export interface Editor {
  readonly metadata: WorkMetadata
  /** The stored values with the unsaved input. */
  readonly draft: Draft
  readonly faults: Faults
  readonly isBusy: boolean
  readonly change: <F extends keyof Draft>(field: F, value: Draft[F]) => void
  /** Unlocks a field, so that its sources set it again. */
  readonly release: (field: WorkField) => void
  /** Applies the server's response to an action; resolves with whether it succeeded. */
  readonly act: (request: Promise<WorkMetadata>, said: string) => Promise<boolean>
}

export const EditorContext = createContext<Editor | undefined>(undefined)

export function useEditor(): Editor {
  const editor = use(EditorContext)
  if (!editor) throw new Error('a field outside the editor')
  return editor
}

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

const editorFaults = [
  'dateExpected',
  'localeUnknown',
  'numberExpected',
  'pictureExpected',
  'textExpected',
  'valueUnknown',
  'workIdExpected',
] as const
const commonFaults = ['required', 'integerExpected', 'textTooLong'] as const

/** Returns the error message of a field; for a number out of range it names the limit. */
export function faultWords(t: Translate, fault: string | undefined, field?: WorkField): string | undefined {
  if (fault === undefined) return undefined
  const bound = limitErrorText(t, fault, field && schemaOf(field))
  if (bound !== undefined) return bound
  const ownFault = editorFaults.find((one) => one === fault)
  if (ownFault) return t(`editing.fault.${ownFault}`)
  const commonFault = commonFaults.find((one) => one === fault)
  return t(commonFault ? `validation.${commonFault}` : 'validation.wrong')
}

const { entries } = WorkValues
const isEdited = (field: WorkField): field is keyof WorkValues => Object.hasOwn(entries, field)
const schemaOf = (field: WorkField) => (isEdited(field) ? entries[field] : undefined)

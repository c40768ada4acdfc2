/** Converts between a work and the editor's draft. Only changed fields are sent. */
import { type WorkMetadata, WorkValues } from '@koedana/contract/editing.ts'
import { type EditableNumber, editableNumbers } from '@koedana/contract/field-lists.ts'
import { recordOf } from '@koedana/contract/kit/record-of.ts'
import { type AgeCategory, type Availability, locales } from '@koedana/contract/values.ts'
import * as v from 'valibot'

export type EditedField = keyof WorkValues

/** A new one has no id yet. */
export interface NamedEntity {
  readonly id?: string
  readonly name: string
}

export interface LocaleName {
  readonly locale: string
  /** `''` if there is none. */
  readonly name: string
}

/** Numbers, dates and IDs as typed text; people one per line. */
export interface Draft extends Readonly<Record<EditableNumber, string>> {
  readonly name: string
  readonly names: readonly LocaleName[]
  readonly kana: string
  readonly ageCategory: AgeCategory
  readonly releaseDate: string
  readonly languages: readonly string[]
  /** At most one, like the series. */
  readonly maker: readonly NamedEntity[]
  readonly series: readonly NamedEntity[]
  readonly artists: readonly NamedEntity[]
  readonly illustrators: readonly NamedEntity[]
  readonly genres: readonly NamedEntity[]
  readonly writers: string
  readonly musicians: string
  readonly availability: Availability
  readonly editionOf: string
}

export function draftOf({ work, names, editionOf }: Omit<WorkMetadata, 'fields' | 'edits'>): Draft {
  const others = Object.keys(names).filter((locale) => !locales.some((one) => one === locale))
  return {
    ...work,
    names: [...locales, ...others].map((locale) => ({ locale, name: names[locale] ?? '' })),
    kana: work.kana ?? '',
    ...recordOf(editableNumbers, (field) => textOf(work[field])),
    releaseDate: work.releaseDate ?? '',
    maker: work.maker ? [work.maker] : [],
    series: work.series ? [work.series] : [],
    writers: work.writers.join('\n'),
    musicians: work.musicians.join('\n'),
    editionOf: editionOf ?? '',
  }
}

export type Faults = Readonly<Partial<Record<string, string>>>

export interface Changes {
  readonly values: WorkValues
  /** Message keys by field; if there are any, nothing is sent. */
  readonly faults: Faults
}

export function changesOf(stored: Draft, draft: Draft): Changes {
  const changed = changedFields(stored, draft).map((field) => [field, contractValueOf[field](draft)] as const)
  const read = v.safeParse(WorkValues, Object.fromEntries(changed))
  return read.success ? { values: read.output, faults: {} } : { values: {}, faults: faultsIn(read.issues) }
}

export function changedFields(stored: Draft, draft: Draft): EditedField[] {
  return editedFields.filter(
    (field) =>
      JSON.stringify(contractValueOf[field](draft)) !== JSON.stringify(contractValueOf[field](stored)),
  )
}

/** Returns the server's validation errors by field, from paths such as `body.values.genres`. */
export function faultsOf(fields: Readonly<Record<string, string>> = {}): Faults {
  const paths = Object.entries(fields).map(([path, fault]) => [path.split('.'), fault] as const)
  return Object.fromEntries(paths.map(([[, , field], fault]) => [field ?? '', fault]))
}

/** Converts each field for the contract; invalid numbers are passed on, so that the contract rejects them. */
const contractValueOf: { readonly [F in EditedField]-?: (draft: Draft) => unknown } = {
  name: ({ name }) => name.trim(),
  names: ({ names }) =>
    Object.fromEntries(
      names.filter(({ name }) => name.trim() !== '').map(({ locale, name }) => [locale, name.trim()]),
    ),
  kana: ({ kana }) => orNull(kana),
  ageCategory: ({ ageCategory }) => ageCategory,
  ...recordOf(editableNumbers, (field) => (draft: Draft) => numberOf(draft[field])),
  releaseDate: ({ releaseDate }) => orNull(releaseDate),
  languages: ({ languages }) => [...languages].sort(),
  maker: ({ maker }) => entitiesOf(maker)[0] ?? null,
  series: ({ series }) => entitiesOf(series)[0] ?? null,
  artists: ({ artists }) => entitiesOf(artists),
  illustrators: ({ illustrators }) => entitiesOf(illustrators),
  genres: ({ genres }) => entitiesOf(genres),
  writers: ({ writers }) => linesOf(writers),
  musicians: ({ musicians }) => linesOf(musicians),
  availability: ({ availability }) => availability,
  editionOf: ({ editionOf }) => orNull(editionOf),
}

const isField = (name: string): name is keyof WorkValues => Object.hasOwn(WorkValues.entries, name)
const editedFields = Object.keys(contractValueOf).filter(isField)

const textOf = (value: number | null) => (value === null ? '' : String(value))
const orNull = (text: string) => (text.trim() === '' ? null : text.trim())
/** Accepts thousands separators. */
const numberOf = (text: string) =>
  text.trim() === '' ? null : text.search(/\d/) < 0 ? text : Number(text.replaceAll(/[,，\s¥]/g, ''))
const entitiesOf = (all: readonly NamedEntity[]) =>
  all.map(({ id, name }) => (id === undefined ? { name } : { id }))
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

function faultsIn(issues: readonly v.BaseIssue<unknown>[]): Faults {
  return Object.fromEntries(issues.map(({ path, message }) => [String(path?.[0]?.key), message]))
}

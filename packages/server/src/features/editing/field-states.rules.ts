/** The state of each field of a work: value, source and lock. */
import type { WorkField } from '@koedana/contract/editing.ts'
import { numberFields, workFieldNames } from '@koedana/contract/field-lists.ts'
import { AgeCategory, Availability, type EntityKind, Source, workIdOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { readNumbers } from '../../db/number-columns.rules.ts'
import type { StoredWork } from '../metadata/ingest/ingest.ts'
import { findFieldOrigins, type SourceRow } from '../metadata/ingest/provenance.rules.ts'

export interface NamedEntity {
  readonly key: number
  readonly id: string
  readonly name: string
}

export interface EditableWork extends StoredWork {
  readonly cover: { readonly version: string; readonly thumbhash: string } | null
  readonly sources: readonly SourceRow[]
  readonly locks: ReadonlyMap<WorkField, NonNullable<FieldState['lock']>>
  /** Every entity that the work names, by key. */
  readonly entities: Readonly<Record<EntityKind, ReadonlyMap<number, NamedEntity>>>
}

export function fieldStatesOf(editable: EditableWork): FieldStates {
  const { columns, sources, locks } = editable
  const values = givenFields(valuesIn(editable))
  const origins = findFieldOrigins({ source: columns.origin, at: columns.created_at }, sources)
  return new Map(
    workFieldNames.map((field) => {
      const value = values.get(field) ?? null
      const { source, at } = origins.get(field) ?? { source: columns.origin, at: columns.created_at }
      const lock = locks.get(field) ?? null
      return [field, { value, text: textIn(editable, field, value), source, at, lock }]
    }),
  )
}

function textIn({ entities }: EditableWork, field: WorkField, value: FieldValue): string {
  if (!isEntityField(field)) return textOf(field, value, String)
  const names = new Map([...entities[entityFields[field]].values()].map(({ id, name }) => [id, name]))
  return textOf(field, value, (id) => names.get(id) ?? id)
}

function valuesIn({ columns, attached, cover, entities }: EditableWork): Required<FieldValues> {
  const idOf = (kind: EntityKind, key: number | null) =>
    key === null ? null : (entities[kind].get(key)?.id ?? null)
  const idsOf = (kind: EntityKind, keys: readonly number[]) => keys.flatMap((key) => idOf(kind, key) ?? [])
  return {
    name: columns.name,
    names: sortedNames([...attached.names]),
    kana: columns.kana,
    ageCategory: columns.age_category,
    ...readNumbers(numberFields, columns),
    releaseDate: columns.released_on,
    languages: [...attached.languages].sort(),
    maker: idOf('makers', columns.maker_key),
    series: idOf('series', columns.series_key),
    artists: idsOf('artists', attached.artists),
    illustrators: idsOf('illustrators', attached.illustrators),
    genres: idsOf('genres', attached.genres),
    writers: [...attached.writers],
    musicians: [...attached.musicians],
    availability: columns.availability,
    editionOf: columns.edition_of_key === null ? null : workIdOf(columns.edition_of_key),
    cover: cover && { ...cover },
  }
}

/** Sorts by locale, so that equal names have equal JSON. */
export const sortedNames = (names: readonly (readonly [string, string])[]): Record<string, string> =>
  Object.fromEntries(names.toSorted(([a], [b]) => (a < b ? -1 : 1)))

const Text = v.nullable(v.string())
const Texts = v.array(v.string())

/** Absent fields stay unchanged. */
export const FieldValues = v.object({
  name: v.optional(v.string()),
  names: v.optional(v.record(v.string(), v.string())),
  kana: v.optional(Text),
  ageCategory: v.optional(v.nullable(AgeCategory)),
  ...v.entriesFromList(numberFields, v.optional(v.nullable(v.number()))),
  releaseDate: v.optional(Text),
  languages: v.optional(Texts),
  maker: v.optional(Text),
  series: v.optional(Text),
  artists: v.optional(Texts),
  illustrators: v.optional(Texts),
  genres: v.optional(Texts),
  writers: v.optional(Texts),
  musicians: v.optional(Texts),
  availability: v.optional(Availability),
  editionOf: v.optional(Text),
  cover: v.optional(v.nullable(v.object({ version: v.string(), thumbhash: v.string() }))),
})
export type FieldValues = v.InferOutput<typeof FieldValues>

/** The value of any field. */
export const FieldValue = v.union([
  v.null(),
  v.string(),
  v.number(),
  v.array(v.string()),
  v.record(v.string(), v.string()),
])
export type FieldValue = v.InferOutput<typeof FieldValue>

export const FieldState = v.object({
  value: FieldValue,
  /** The value as shown to people. */
  text: v.string(),
  source: Source,
  at: v.string(),
  lock: v.nullable(v.object({ userKey: v.nullable(v.number()), at: v.string() })),
})
export type FieldState = v.InferOutput<typeof FieldState>

export type FieldStates = ReadonlyMap<WorkField, FieldState>

/** Fields that name entities, with their kind. */
export const entityFields = {
  maker: 'makers',
  series: 'series',
  artists: 'artists',
  illustrators: 'illustrators',
  genres: 'genres',
} as const satisfies Partial<Record<WorkField, EntityKind>>

export type EntityField = keyof typeof entityFields

export const isEntityField = (field: WorkField): field is EntityField => Object.hasOwn(entityFields, field)

/** Joins values of single fields. Throws if a value has the wrong type for its field. */
export const valuesOf = (
  states: Iterable<readonly [WorkField, { readonly value: FieldValue }]>,
): FieldValues =>
  v.parse(FieldValues, Object.fromEntries([...states].map(([field, { value }]) => [field, value])))

/** Returns the fields that are present. */
export function givenFields(values: FieldValues): Map<WorkField, FieldValue> {
  const given = new Map<WorkField, FieldValue>()
  for (const field of workFieldNames) {
    const value = values[field]
    if (value !== undefined) given.set(field, value)
  }
  return given
}

/** Returns the entity IDs in a value. */
export const idsIn = (value: FieldValue): readonly string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value : []

export const isSameValue = (a: FieldValue, b: FieldValue): boolean => JSON.stringify(a) === JSON.stringify(b)

/** `nameOf` returns the name of an entity ID. */
export function textOf(field: WorkField, value: FieldValue, nameOf: (id: string) => string): string {
  if (isEntityField(field)) return idsIn(value).map(nameOf).join(', ')
  if (value === null) return ''
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return value.join(', ')
  if (field === 'cover') return value.version ?? ''
  return Object.entries(value)
    .map(([locale, name]) => `${locale}: ${name}`)
    .join('; ')
}

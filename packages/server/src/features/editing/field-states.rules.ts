/** The state of each field of a work: its value, source and lock. */
import type { WorkField } from '@koedana/contract/editing.ts'
import { numberFields, workFieldNames } from '@koedana/contract/field-lists.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import { workIdOf } from '@koedana/contract/work-id.rules.ts'
import { numbersIn } from '../../db/number-columns.rules.ts'
import { originsOf, type SourceRow } from '../metadata/ingest/provenance.rules.ts'
import type { Stored } from '../metadata/ingest/stored-work.ts'
import {
  entityFields,
  type FieldState,
  type FieldStates,
  type FieldValue,
  type FieldValues,
  givenFields,
  isEntityField,
  textOf,
} from './values.rules.ts'

export interface NamedEntity {
  readonly key: number
  readonly id: string
  readonly name: string
}

export interface EditableWork extends Stored {
  readonly cover: { readonly version: string; readonly thumbhash: string } | null
  readonly sources: readonly SourceRow[]
  readonly locks: ReadonlyMap<WorkField, NonNullable<FieldState['lock']>>
  /** Every entity it names, by key. */
  readonly entities: Readonly<Record<EntityKind, ReadonlyMap<number, NamedEntity>>>
}

export function fieldStatesOf(editable: EditableWork): FieldStates {
  const { columns, sources, locks } = editable
  const values = givenFields(valuesIn(editable))
  const origins = originsOf({ source: columns.origin, at: columns.created_at }, sources)
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
    ...numbersIn(numberFields, columns),
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

/** Sorts by locale, so that equal names are equal texts. */
export const sortedNames = (names: readonly (readonly [string, string])[]): Record<string, string> =>
  Object.fromEntries(names.toSorted(([a], [b]) => (a < b ? -1 : 1)))

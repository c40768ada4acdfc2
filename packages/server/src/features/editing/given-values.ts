/** What a request gives, as it is written down: entities found or made, lists and names in their order. */
import type { EditedEntity, WorkField, WorkValues } from '@koedana/contract/editing.ts'
import { normaliseWorkId } from '@koedana/contract/work-id.rules.ts'
import type { Db } from '../../db/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import { sortedNames } from './field-states.rules.ts'
import { findOrMake } from './named.store.ts'
import { type EntityField, entityFields, type FieldValue, type FieldValues, textOf } from './values.rules.ts'

export interface Given {
  readonly values: FieldValues
  readonly textOf: (field: WorkField, value: FieldValue) => string
}

export interface Giving {
  readonly workId: string
  readonly values: WorkValues
  /** Where the values stand in the request: `body` or `body.values`. */
  readonly path: string
  readonly now: string
}

/** Inside `writeTogether`. Throws `refused` with the fields that name somebody unknown. */
export async function readGiven(tx: Db, { workId, values, path, now }: Giving): Promise<Given> {
  const { maker, series, artists, illustrators, genres, ...plain } = values
  const names = new Map<string, string>()
  const faults: Record<string, string> = {}
  const idsOf = async (field: EntityField, named: readonly EditedEntity[] | undefined) => {
    if (!named) return undefined
    const found = await findOrMake(tx, { kind: entityFields[field], named, now })
    if (found.includes(undefined)) faults[`${path}.${field}`] = 'valueUnknown'
    const known = found.filter((one) => one !== undefined)
    for (const { id, name } of known) names.set(`${entityFields[field]} ${id}`, name)
    return [...new Set(known.map(({ id }) => id))]
  }
  const oneOf = async (field: EntityField, named: EditedEntity | null | undefined) =>
    named ? (await idsOf(field, [named]))?.[0] : named
  const given: FieldValues = {
    ...plainValues(workId, plain),
    maker: await oneOf('maker', maker),
    series: await oneOf('series', series),
    artists: await idsOf('artists', artists),
    illustrators: await idsOf('illustrators', illustrators),
    genres: await idsOf('genres', genres),
  }
  if (Object.keys(faults).length > 0) throw new AppError('refused', { fields: faults })
  const nameOf = (field: WorkField) => (id: string) => names.get(`${kindOf(field)} ${id}`) ?? id
  return { values: given, textOf: (field, value) => textOf(field, value, nameOf(field)) }
}

const kindOf = (field: string) => Object.entries(entityFields).find(([name]) => name === field)?.[1]

type Plain = Omit<WorkValues, EntityField>

/** The values have the units and orders they are stored in, so that what is given twice is the same twice. */
function plainValues(workId: string, { rating, names, languages, editionOf, ...others }: Plain): FieldValues {
  const original = editionOf == null ? editionOf : (normaliseWorkId(editionOf) ?? editionOf)
  return {
    ...others,
    rating: rating == null ? rating : Math.round(rating * 100) / 100,
    names: names && sortedNames(Object.entries(names)),
    languages: languages && [...new Set(languages)].sort(),
    // A work that names itself is an original.
    editionOf: original === workId ? null : original,
    kana: others.kana === '' ? null : others.kana,
  }
}

/** What people's values make of a work: unlike a source's, null empties. */
import { movingNumbers } from '@koedana/contract/field-lists.ts'
import { workKeyOf } from '@koedana/contract/work-id.rules.ts'
import { columnOf, numberColumnsOf, storedNumber } from '../../db/number-columns.rules.ts'
import type { EntityKeys, Merged } from '../metadata/ingest/merge.rules.ts'
import type { Attached, FeedColumns, Stored } from '../metadata/ingest/stored-work.ts'
import type { FieldValues } from './values.rules.ts'

export interface Placing {
  readonly values: FieldValues
  /** The key of every entity that the values name, by its id. */
  readonly keys: EntityKeys
  /** Fixed-width UTC text. */
  readonly now: string
}

export function place({ columns: before, attached }: Stored, { values, keys, now }: Placing): Merged {
  const content = contentOf(values, keys, before)
  const next = attachedOf(values, keys, attached)
  const isContentNew = Object.keys(next).length > 0 || differs(content, before)
  const columns = {
    ...before,
    ...content,
    ...numbersOf(values, before),
    // What a line told before may be told again now.
    feed_hash: null,
    updated_at: isContentNew ? now : before.updated_at,
  }
  return { outcome: 'updated', columns, attached: next }
}

const or = <T>(given: T | undefined, before: T): T => (given === undefined ? before : given)

const numbersOf = (values: FieldValues, before: FeedColumns) =>
  numberColumnsOf(movingNumbers, (field) => {
    const value = values[field]
    return value == null ? or(value, before[columnOf(field)]) : storedNumber(field, value)
  })

function contentOf(values: FieldValues, keys: EntityKeys, before: FeedColumns) {
  const { maker, series, editionOf } = values
  return {
    name: or(values.name, before.name),
    kana: or(values.kana, before.kana),
    age_category: or(values.ageCategory, before.age_category),
    released_on: or(values.releaseDate, before.released_on),
    availability: or(values.availability, before.availability),
    maker_key: maker == null ? or(maker, before.maker_key) : keyOf(keys.makers, maker),
    series_key: series == null ? or(series, before.series_key) : keyOf(keys.series, series),
    edition_of_key: editionOf == null ? or(editionOf, before.edition_of_key) : workKeyOf(editionOf),
  }
}

const differs = (content: Partial<FeedColumns>, before: FeedColumns) =>
  Object.entries(content).some(([column, value]) => value !== Reflect.get(before, column))

/** Only what differs. */
function attachedOf(values: FieldValues, keys: EntityKeys, before: Attached): Partial<Attached> {
  const { names, languages, artists, illustrators, genres, writers, musicians } = values
  const next: Partial<Attached> = {
    ...(names && { names: new Map(Object.entries(names)) }),
    ...(languages && { languages: [...new Set(languages)].sort() }),
    ...(artists && { artists: keysOf(keys.artists, artists) }),
    ...(illustrators && { illustrators: keysOf(keys.illustrators, illustrators) }),
    ...(genres && { genres: keysOf(keys.genres, genres) }),
    ...(writers && { writers }),
    ...(musicians && { musicians }),
  }
  return Object.fromEntries(
    Object.entries(next).filter(([field, value]) => textOf(value) !== textOf(Reflect.get(before, field))),
  )
}

const textOf = (value: unknown) =>
  JSON.stringify(value instanceof Map ? [...value].sort(([a], [b]) => (a < b ? -1 : 1)) : value)

function keyOf(keys: ReadonlyMap<string, number>, id: string): number {
  const key = keys.get(id)
  if (key === undefined) throw new TypeError(`not an entity that was looked up: ${id}`)
  return key
}

/** Who is named twice counts once. */
const keysOf = (keys: ReadonlyMap<string, number>, ids: readonly string[]) => [
  ...new Set(ids.map((id) => keyOf(keys, id))),
]

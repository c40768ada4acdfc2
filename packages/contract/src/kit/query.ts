/** Query strings on both sides: typed values to repeated keys, repeated keys to typed values. */
import type * as v from 'valibot'
import type { ObjectSchema } from './endpoint.ts'

/** A query string after splitting: one text per key, or several where the key was repeated. */
export type RawQuery = Readonly<Record<string, string | readonly string[] | undefined>>

/** Arrays become repeated keys; `undefined` is left out. */
export function writeQuery(values: Readonly<Record<string, unknown>>): URLSearchParams {
  const written = new URLSearchParams()
  for (const [key, value] of Object.entries(values)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) written.append(key, String(one))
    }
  }
  return written
}

/**
 * Gives each declared key, in the order of the schema, the JavaScript type that it expects, so that plain schemas
 * (`v.number()`, `v.array(…)`)
 * describe query strings. A text that does not fit is handed on as it is: the schema then refuses it by name.
 */
export function readQuery(schema: ObjectSchema, raw: RawQuery): Record<string, unknown> {
  const fields = fieldsOf(schema)
  const read: Record<string, unknown> = {}
  const found = Object.keys(raw).flatMap((key) => fields.get(key) ?? [])
  for (const { key, schema: described } of found.sort((one, other) => one.place - other.place)) {
    const value = raw[key]
    if (value !== undefined) read[key] = readValue(described, value)
  }
  return read
}

/** A field of a schema: its place among the others, and what it holds where it is there. */
interface Field {
  readonly key: string
  readonly place: number
  readonly schema: Described
}

const known = new WeakMap<ObjectSchema, ReadonlyMap<string, Field>>()

function fieldsOf(schema: ObjectSchema): ReadonlyMap<string, Field> {
  const found = known.get(schema)
  if (found) return found
  const fields = Object.entries(schema.entries).map(([key, entry], place): [string, Field] => [
    key,
    { key, place, schema: unwrap(entry) },
  ])
  const made = new Map(fields)
  known.set(schema, made)
  return made
}

type Described = Pick<v.GenericSchema, 'type'> & {
  readonly wrapped?: Described
  readonly item?: Described
  /** The values of a closed list. */
  readonly options?: readonly unknown[]
}

function unwrap(schema: Described): Described {
  return schema.wrapped ? unwrap(schema.wrapped) : schema
}

function readValue(schema: Described, value: string | readonly string[]): unknown {
  if (schema.type === 'array') {
    const texts = typeof value === 'string' ? [value] : value
    return schema.item ? texts.map((text) => readText(unwrap(schema.item ?? schema), text)) : texts
  }
  return typeof value === 'string' ? readText(schema, value) : value
}

function readText(schema: Described, text: string): unknown {
  if (schema.type === 'number') return /^-?\d{1,15}(\.\d{1,6})?$/.test(text) ? Number(text) : text
  if (schema.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  if (schema.type === 'picklist') return schema.options?.find((option) => String(option) === text) ?? text
  return text
}

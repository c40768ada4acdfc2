/**
 * The definition of one endpoint, from which server, client, OpenAPI document and tests derive.
 * Also converts query strings: typed values to repeated keys, and back.
 */
import type * as v from 'valibot'

/** `user`: logged in, guests included. `member`: roles 1 and 3. `signed`: the URL has its own keyed hash. */
export type Access = 'public' | 'user' | 'member' | 'admin' | 'signed'

/** The rate limit that counts the call. `uncounted`: for watchdogs, which would stop the server if they were rejected. */
export type RateClass = 'read' | 'write' | 'credential' | 'media' | 'uncounted'
export type CountedClass = Exclude<RateClass, 'uncounted'>

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type Schema = v.GenericSchema
export type ObjectSchema = v.GenericSchema<Record<string, unknown>, Record<string, unknown>> & {
  readonly entries: v.ObjectEntries
}

export interface Endpoint {
  readonly method: Method
  /** The path below `/api/v3`, with `:name` for parameters, such as `/works/:id`. */
  readonly path: string
  readonly access: Access
  readonly rate: RateClass
  /** The status if it is not 200, or 204 for an endpoint without a response body. */
  readonly status?: 201 | 202
  /** What the operation does, in a few words: the title in the API reference. */
  readonly summary: string
  /** Other facts for callers: order, special statuses, side effects. */
  readonly description?: string
  readonly params?: ObjectSchema
  readonly query?: ObjectSchema
  readonly body?: Schema
  /** Maximum body size, if the default is too small. */
  readonly bodyBytes?: number
  /** The JSON response; absent for bytes (media, covers) and for 204. */
  readonly response?: Schema
}

/** The annotation lets bundlers remove endpoints that are not called. */
/*@__NO_SIDE_EFFECTS__*/
export function endpoint<const E extends Endpoint>(declared: E): E {
  return declared
}

type Input<S> = S extends Schema ? v.InferInput<S> : undefined
type Output<S> = S extends Schema ? v.InferOutput<S> : undefined
type Part<E, K extends string> = E extends { readonly [key in K]: infer S } ? S : undefined

/** The parsed request that a handler on the server receives. */
export interface ParsedRequest<E extends Endpoint> {
  readonly params: Output<Part<E, 'params'>>
  readonly query: Output<Part<E, 'query'>>
  readonly body: Output<Part<E, 'body'>>
}

/** The input that callers pass to the client. */
export type RequestInput<E extends Endpoint> = Provided<'params', Input<Part<E, 'params'>>> &
  Provided<'query', Input<Part<E, 'query'>>> &
  Provided<'body', Input<Part<E, 'body'>>>

/** The brackets prevent distribution over unions: a body of several shapes stays one body. */
type Provided<K extends string, T> = [T] extends [undefined]
  ? unknown
  : Record<never, never> extends T
    ? { readonly [key in K]?: T }
    : { readonly [key in K]: T }

export type ResponseBody<E extends Endpoint> = Output<Part<E, 'response'>>

/** A split query string: one text per key, or several if the key was repeated. */
export type RawQuery = Readonly<Record<string, string | readonly string[] | undefined>>

/** Arrays become repeated keys; `undefined` and null are left out. */
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
 * Converts each declared key, in the order of the schema, to the type that it expects, so that plain schemas (`v.number()`, `v.array(…)`)
 * describe query strings. Values that do not fit are passed on unchanged: the schema then rejects them by name.
 */
export function readQuery(schema: ObjectSchema, raw: RawQuery): Record<string, unknown> {
  const fields = fieldsOf(schema)
  const read: Record<string, unknown> = {}
  const found = Object.keys(raw).flatMap((key) => fields.get(key) ?? [])
  for (const { key, schema: described } of found.sort((one, other) => one.index - other.index)) {
    const value = raw[key]
    if (value !== undefined) read[key] = readValue(described, value)
  }
  return read
}

/** A field of a schema, with its index and the schema of its value. */
interface Field {
  readonly key: string
  readonly index: number
  readonly schema: SchemaShape
}

const fieldCache = new WeakMap<ObjectSchema, ReadonlyMap<string, Field>>()

function fieldsOf(schema: ObjectSchema): ReadonlyMap<string, Field> {
  const found = fieldCache.get(schema)
  if (found) return found
  const fields = Object.entries(schema.entries).map(([key, entry], index): [string, Field] => [
    key,
    { key, index, schema: unwrap(entry) },
  ])
  const made = new Map(fields)
  fieldCache.set(schema, made)
  return made
}

type SchemaShape = Pick<v.GenericSchema, 'type'> & {
  readonly wrapped?: SchemaShape
  readonly item?: SchemaShape
  readonly options?: readonly unknown[]
}

function unwrap(schema: SchemaShape): SchemaShape {
  return schema.wrapped ? unwrap(schema.wrapped) : schema
}

function readValue(schema: SchemaShape, value: string | readonly string[]): unknown {
  if (schema.type === 'array') {
    const texts = typeof value === 'string' ? [value] : value
    const item = schema.item && unwrap(schema.item)
    return item && item.type !== 'string' ? texts.map((text) => readText(item, text)) : texts
  }
  return typeof value === 'string' ? readText(schema, value) : value
}

function readText(schema: SchemaShape, text: string): unknown {
  if (schema.type === 'number') return /^-?\d{1,15}(\.\d{1,6})?$/.test(text) ? Number(text) : text
  if (schema.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  if (schema.type === 'picklist') return schema.options?.find((option) => String(option) === text) ?? text
  return text
}

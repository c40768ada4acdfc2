/** Rejects unknown fields of requests by name, because their sender expects them to have an effect. */
import * as v from 'valibot'
import type { Schema } from './endpoint.ts'

/**
 * Returns the dotted paths of unknown fields, such as `values.color` and `items.0.color`. For values that the schema rejects, it may not
 * find all.
 */
export function unknownFields(schema: Schema, value: unknown, path = ''): readonly string[] {
  const { wrapped, entries, item, value: held, options }: SchemaParts = schema
  if (wrapped) return unknownFields(wrapped, value, path)
  if (Array.isArray(value)) {
    return item ? value.flatMap((one, at) => unknownFields(item, one, joinPath(path, String(at)))) : []
  }
  if (typeof value !== 'object' || value === null) return []
  const fields = Object.entries(value)
  if (isSchema(held)) return fields.flatMap(([name, one]) => unknownFields(held, one, joinPath(path, name)))
  if (options) return fewestUnknown(options.filter(isSchema), value, path)
  if (!entries) return []
  return fields.flatMap(([name, one]) => {
    const entry = Object.hasOwn(entries, name) ? entries[name] : undefined
    return entry ? unknownFields(entry, one, joinPath(path, name)) : [joinPath(path, name)]
  })
}

/** Parts of schemas: wrapped schema, fields, items, record values, union members. */
interface SchemaParts {
  readonly type: string
  readonly wrapped?: Schema
  readonly entries?: Readonly<Record<string, Schema>>
  readonly item?: Schema
  readonly value?: unknown
  readonly options?: readonly unknown[]
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema'

/** Returns the unknown fields for the union member that accepts the value and leaves the fewest unknown. */
function fewestUnknown(shapes: readonly Schema[], value: object, path: string): readonly string[] {
  const found = shapes
    .filter((shape) => v.is(shape, value))
    .map((shape) => unknownFields(shape, value, path))
    .sort((one, other) => one.length - other.length)
  return found[0] ?? []
}

const joinPath = (path: string, name: string) => (path === '' ? name : `${path}.${name}`)

/** The page's address to typed values: a value that means nothing is dropped, never an error. */
import { type ObjectSchema, readQuery } from '@koedana/contract/kit/endpoint.ts'
import * as v from 'valibot'

/**
 * Reads what the address carries, field by field; of a list the items that mean something stay.
 * A dropped field is there as undefined: the router would else keep what was written.
 */
export function readUrl<S extends ObjectSchema>(
  schema: S,
  raw: Readonly<Record<string, unknown>>,
): v.InferOutput<S> {
  const read: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(raw))
    read[key] = value === undefined ? undefined : readField(schema, key, value)
  // What the schema does not know stays as undefined: the server would refuse it.
  return { ...read, ...v.parse(schema, read) }
}

function readField(schema: ObjectSchema, key: string, value: unknown): unknown {
  const text = Array.isArray(value) ? value.map(String) : String(value)
  const { [key]: typed } = readQuery(schema, { [key]: text })
  if (isField(schema, key, typed)) return typed
  if (!Array.isArray(typed)) return undefined
  const kept = typed.filter((item) => isField(schema, key, [item]))
  return kept.length > 0 ? kept : undefined
}

const isField = (schema: ObjectSchema, key: string, value: unknown) =>
  value !== undefined && key in schema.entries && v.safeParse(schema, { [key]: value }).success

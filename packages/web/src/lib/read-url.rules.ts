/** Parses the page's URL into typed values. Invalid values are dropped and never cause an error. */
import { type ObjectSchema, readQuery } from '@koedana/contract/kit/endpoint.ts'
import * as v from 'valibot'

/**
 * Parses each field of the search parameters; in lists, only valid items are kept. Dropped fields are set to undefined, because the router
 * would otherwise keep the original text.
 */
export function readUrl<S extends ObjectSchema>(
  schema: S,
  raw: Readonly<Record<string, unknown>>,
): v.InferOutput<S> {
  const read: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(raw))
    read[key] = value === undefined ? undefined : readField(schema, key, value)
  // Unknown fields stay as undefined, because the server would reject them.
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

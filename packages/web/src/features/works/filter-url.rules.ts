/** The page's address to a filter: a value that means nothing is dropped, never an error. */
import { filterEntries, Seed, WorkSort } from '@koedana/contract/filters.ts'
import { readQuery } from '@koedana/contract/kit/query.ts'
import * as v from 'valibot'

const Search = v.object({ ...filterEntries, sort: v.optional(WorkSort), seed: v.optional(Seed) })
export type WorksSearch = v.InferOutput<typeof Search>

/**
 * Reads what the address carries, field by field; of a list the items that mean something stay.
 * A dropped field is there as undefined: the router would else keep what was written.
 */
export function readFilterUrl(raw: Readonly<Record<string, unknown>>): WorksSearch {
  const read: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(raw))
    read[key] = value === undefined ? undefined : readField(key, value)
  return v.parse(Search, read)
}

function readField(key: string, value: unknown): unknown {
  const text = Array.isArray(value) ? value.map(String) : String(value)
  const { [key]: typed } = readQuery(Search, { [key]: text })
  if (isField(key, typed)) return typed
  if (!Array.isArray(typed)) return undefined
  const kept = typed.filter((item) => isField(key, [item]))
  return kept.length > 0 ? kept : undefined
}

const isField = (key: string, value: unknown) =>
  value !== undefined && key in Search.entries && v.safeParse(Search, { [key]: value }).success

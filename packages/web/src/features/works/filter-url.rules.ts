/** The page's address to a filter and back: a value that means nothing is dropped, never an error. */
import { filterEntries, Seed, WorkSort } from '@koedana/contract/filters.ts'
import { readQuery } from '@koedana/contract/kit/query.ts'
import * as v from 'valibot'

const Search = v.object({ ...filterEntries, sort: v.optional(WorkSort), seed: v.optional(Seed) })
export type WorksSearch = v.InferOutput<typeof Search>

export function readFilterUrl(raw: Readonly<Record<string, unknown>>): WorksSearch {
  // The router also hands over what a link takes off, as undefined: written out it would be somebody's id.
  const given = Object.entries(raw).filter(([, value]) => value !== undefined)
  const texts = Object.fromEntries(given.map(([key, value]) => [key, asText(value)]))
  const read = readQuery(Search, texts)
  const result = v.safeParse(Search, read)
  if (result.success) return result.output
  const bad = new Set(result.issues.map((issue) => issue.path?.[0]?.key))
  return v.parse(Search, Object.fromEntries(Object.entries(read).filter(([key]) => !bad.has(key))))
}

function asText(value: unknown): string | readonly string[] {
  return Array.isArray(value) ? value.map(String) : String(value)
}

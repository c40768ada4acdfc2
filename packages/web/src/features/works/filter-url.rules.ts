import { filterEntries, Seed, WorkSort } from '@koedana/contract/filters.ts'
import { Period } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { readUrl } from '../../lib/read-url.rules.ts'

const Search = v.object({
  ...filterEntries,
  sort: v.optional(WorkSort),
  seed: v.optional(Seed),
  period: v.optional(Period),
})
export type WorksSearch = v.InferOutput<typeof Search>

export const readFilterUrl = (raw: Readonly<Record<string, unknown>>): WorksSearch => readUrl(Search, raw)

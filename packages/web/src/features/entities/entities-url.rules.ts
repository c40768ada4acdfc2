/** The URL of an entity list: a name search, an order, and the filter of the counted works. */
import { EntitySort } from '@koedana/contract/entities.ts'
import { filterEntries, type WorkFilter } from '@koedana/contract/filters.ts'
import * as v from 'valibot'
import { readUrl } from '../../lib/read-url.rules.ts'

const Search = v.object({ ...filterEntries, sort: v.optional(EntitySort) })
export type EntitiesSearch = v.InferOutput<typeof Search>

export const readEntitiesUrl = (raw: Readonly<Record<string, unknown>>): EntitiesSearch =>
  readUrl(Search, raw)

/** Returns only the filter of works; undefined if it is empty. */
export function workFilterOf({ q: _, sort: __, ...filter }: EntitiesSearch): WorkFilter | undefined {
  return Object.values(filter).some((value) => value !== undefined) ? filter : undefined
}

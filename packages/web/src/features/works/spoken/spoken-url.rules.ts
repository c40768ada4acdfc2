import { SearchText } from '@koedana/contract/filters.ts'
import { page } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { readUrl } from '../../../lib/read-url.rules.ts'

const Search = v.object({ q: v.optional(SearchText), page: v.optional(page) })
export type SpokenSearch = v.InferOutput<typeof Search>

export const readSpokenUrl = (raw: Readonly<Record<string, unknown>>): SpokenSearch => readUrl(Search, raw)

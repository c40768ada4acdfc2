/** Converts saved views between the API and the database, and orders them. */
import type { WorkFilter } from '@koedana/catalogue/model/query.ts'
import { readQuery, writeQuery } from '@koedana/contract/kit/endpoint.ts'
import { ViewSearch } from '@koedana/contract/views.ts'
import * as v from 'valibot'

export const writeSearch = (search: ViewSearch): string => writeQuery(search).toString()

/** Parses a stored search. Fields that are no longer valid are dropped, so that an old view never breaks the page. */
export function readSearch(text: string): ViewSearch {
  const raw = rawOf(text)
  const whole = v.safeParse(ViewSearch, readQuery(ViewSearch, raw))
  if (whole.success) return whole.output
  const known = Object.entries(raw).filter(
    ([key, value]) => v.safeParse(ViewSearch, readQuery(ViewSearch, { [key]: value })).success,
  )
  const read = v.safeParse(ViewSearch, readQuery(ViewSearch, Object.fromEntries(known)))
  return read.success ? read.output : {}
}

function rawOf(text: string): Record<string, string | string[]> {
  const byKey = Map.groupBy(new URLSearchParams(text), ([key]) => key)
  return Object.fromEntries(
    [...byKey].map(([key, pairs]) => {
      const values = pairs.map(([, value]) => value)
      return [key, values.length === 1 ? (values[0] ?? '') : values]
    }),
  )
}

/** Returns the filter for new works: works added to the library if the view is restricted to it, otherwise works added to the catalog. */
export const newSince = ({ inLibrary }: ViewSearch, seenMs: number): WorkFilter['since'] => ({
  column: inLibrary ? 'addedAt' : 'createdAt',
  after: seenMs,
})

/** Moves the named IDs to the front, in the given order. The others keep their order. */
export function reordered(ids: readonly string[], wanted: readonly string[]): string[] {
  const first = [...new Set(wanted)].filter((id) => ids.includes(id))
  return [...first, ...ids.filter((id) => !first.includes(id))]
}

/** How long a deleted view can be restored. */
const restorableMs = 24 * 3_600_000

export const restorableSince = (nowMs: number): number => nowMs - restorableMs

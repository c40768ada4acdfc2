import { searchLyrics } from '@koedana/contract/lyrics.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { aboutQuery } from '../../../domain/about-query.ts'
import { call } from '../../../domain/api.ts'
import { useUser } from '../../../domain/session.ts'
import { useSettings } from '../../../lib/settings.ts'

export const linesPerPage = 30

/** Single characters occur in nearly every line. */
const minWordLength = 2

export const isSearchable = (q: string): boolean =>
  q.split(/\s+/).some((word) => word.replace(/^-.*|"/g, '').length >= minWordLength)

/** Polls while lyrics are still being indexed, because more lines may be found. */
const pollMs = 3_000

/** Pages are counted from 1. Works are localized, so the language is part of the key. */
export const spokenQuery = (q: string, page: number, pageSize = linesPerPage) =>
  queryOptions({
    queryKey: ['spoken', useSettings.getState().locale, q, page, pageSize],
    queryFn: ({ signal }) => call(searchLyrics, { query: { q, page, pageSize } }, signal),
    enabled: isSearchable(q),
    refetchInterval: ({ state }) => (state.data?.indexing ? pollMs : false),
  })

/** Returns whether the user may listen, which is also required to search lyrics; undefined while loading. */
export function useMayListen(): boolean | undefined {
  const user = useUser()
  const isMember = user !== undefined && user.role !== roleOf.guest
  const { data } = useQuery({ ...aboutQuery(), enabled: !isMember })
  return isMember || data?.visitorsMayListen
}

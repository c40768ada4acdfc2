/** The home page in one call. */
import * as v from 'valibot'
import { endpoint } from './kit/endpoint.ts'
import { choiceEntries, Period } from './values.ts'
import { Popularity, WorkCard } from './works.ts'

export const getHome = endpoint({
  method: 'GET',
  path: '/home',
  access: 'public',
  rate: 'read',
  summary: 'Sizes of the catalogue and library, the newest and the best loved works.',
  /** A month without it. */
  query: v.object({ period: v.optional(Period), ...choiceEntries }),
  response: v.object({
    workCount: v.number(),
    libraryCount: v.number(),
    /** Works that only the viewer's own choices hide; absent if they hide nothing. */
    hidden: v.optional(v.number()),
    /** Newest by release date. */
    latest: v.array(WorkCard),
    /** Most recent to arrive in the library; empty if nothing is playable. */
    added: v.array(WorkCard),
    /** What sold most over the period; nothing that is not known to have sold. */
    popular: v.array(WorkCard),
    ...Popularity,
  }),
})

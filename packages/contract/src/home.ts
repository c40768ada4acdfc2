/** The home page in one call. */
import * as v from 'valibot'
import { choiceEntries } from './choices.ts'
import { endpoint } from './kit/endpoint.ts'
import { Period } from './values.ts'
import { WorkCard } from './works.ts'

export const getHome = endpoint({
  method: 'GET',
  path: '/home',
  access: 'public',
  rate: 'read',
  summary: 'Sizes of the catalogue and library, the newest and the best loved works.',
  /** A month without it. */
  query: v.object({ period: v.optional(Period), ...choiceEntries }),
  answer: v.object({
    workCount: v.number(),
    libraryCount: v.number(),
    /** Newest by release date. */
    latest: v.array(WorkCard),
    /** Most recent to arrive in the library; empty where nothing is playable. */
    added: v.array(WorkCard),
    /** Whose sales grew most over the period; of all time, most sold. */
    popular: v.array(WorkCard),
    /** The period that `popular` is of: all time where nothing is known to have grown over the one asked for. */
    popularPeriod: Period,
  }),
})

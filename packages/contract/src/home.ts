/** The home page in one call. */
import * as v from 'valibot'
import { endpoint } from './kit/endpoint.ts'
import { WorkCard } from './works.ts'

export const getHome = endpoint({
  method: 'GET',
  path: '/home',
  access: 'public',
  rate: 'read',
  summary: 'Sizes of the catalogue and library, the newest and the best loved works.',
  answer: v.object({
    workCount: v.number(),
    libraryCount: v.number(),
    /** Newest by release date. */
    latest: v.array(WorkCard),
    /** Most recent to arrive in the library; empty where nothing is playable. */
    added: v.array(WorkCard),
    /** Most sold. */
    popular: v.array(WorkCard),
  }),
})

/** What is one person's own about works. Nothing of it is ever in a card. */
import * as v from 'valibot'
import { endpoint } from './kit/endpoint.ts'
import { page, pageSize, WorkId } from './values.ts'
import { WorkCard } from './works.ts'

const mostMarks = 200

export const Mark = v.object({ id: v.string(), favorite: v.boolean() })
export type Mark = v.InferOutput<typeof Mark>

export const listMarks = endpoint({
  method: 'GET',
  path: '/marks',
  access: 'user',
  rate: 'read',
  summary: 'The own marks on many works, in the order asked; a work that cannot be seen has none.',
  query: v.object({ ids: v.pipe(v.array(WorkId), v.maxLength(mostMarks, 'listTooLong')) }),
  response: v.object({ items: v.array(Mark) }),
})

export const listFavorites = endpoint({
  method: 'GET',
  path: '/favorites',
  access: 'user',
  rate: 'read',
  summary: 'The own favorites that can be seen, latest first.',
  query: v.object({ page: v.optional(page), pageSize: v.optional(pageSize) }),
  response: v.object({
    items: v.array(WorkCard),
    total: v.number(),
    page: v.number(),
    pageSize: v.number(),
    /** Favorites that only the own choices hide; absent if they hide none. */
    hidden: v.optional(v.number()),
  }),
})

export const addFavorite = endpoint({
  method: 'PUT',
  path: '/favorites/:id',
  access: 'user',
  rate: 'write',
  summary: 'Makes a work a favorite; one that is already stays where it is.',
  params: v.object({ id: WorkId }),
})

export const removeFavorite = endpoint({
  method: 'DELETE',
  path: '/favorites/:id',
  access: 'user',
  rate: 'write',
  summary: 'Takes a work from the favorites.',
  params: v.object({ id: WorkId }),
})

import * as v from 'valibot'
import { endpoint } from './kit/endpoint.ts'
import { ManyWorkIds } from './marks.ts'
import { page, pageSize, WorkId } from './values.ts'
import { WorkCard } from './works.ts'

export const listFavorites = endpoint({
  method: 'GET',
  path: '/favorites',
  access: 'user',
  rate: 'read',
  summary: 'List your favorites',
  description: 'Newest first.',
  query: v.object({ page: v.optional(page), pageSize: v.optional(pageSize) }),
  response: v.object({
    items: v.array(WorkCard),
    total: v.number(),
    page: v.number(),
    pageSize: v.number(),
    /** Favorites that only the viewer's own filters hide; absent if they hide none. */
    hidden: v.optional(v.number()),
  }),
})

export const addFavorite = endpoint({
  method: 'PUT',
  path: '/favorites/:id',
  access: 'user',
  rate: 'write',
  summary: 'Add a favorite',
  params: v.object({ id: WorkId }),
})

export const removeFavorite = endpoint({
  method: 'DELETE',
  path: '/favorites/:id',
  access: 'user',
  rate: 'write',
  summary: 'Remove a favorite',
  params: v.object({ id: WorkId }),
})

export const saveFavorites = endpoint({
  method: 'PUT',
  path: '/favorites',
  access: 'user',
  rate: 'write',
  bodyBytes: 32 * 1024,
  summary: 'Add or remove many favorites',
  description: 'Hidden works are not changed.',
  body: v.object({ ids: ManyWorkIds, favorite: v.boolean('booleanExpected') }),
  /** The works that actually changed; undo sends these back. */
  response: v.object({ changed: v.array(v.string()) }),
})

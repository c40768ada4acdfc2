/** Saved views: named filters of works, visible only to their owner. */
import * as v from 'valibot'
import { filterEntries, WorkSort } from './filters.ts'
import { endpoint } from './kit/endpoint.ts'
import { RecordId } from './users.ts'
import { Period } from './values.ts'

/** Each view costs a count over the catalog whenever the views are shown. */
export const maxViews = 30
export const maxViewNameLength = 60

export const ViewName = v.pipe(
  v.string('textExpected'),
  v.trim(),
  v.minLength(1, 'required'),
  v.maxLength(maxViewNameLength, 'textTooLong'),
  v.regex(/^[^\p{Cc}]*$/u, 'textExpected'),
)

/** The query of a work list, without the seed of a random order. */
export const ViewSearch = v.object({
  ...filterEntries,
  sort: v.optional(WorkSort),
  period: v.optional(Period),
})
export type ViewSearch = v.InferOutput<typeof ViewSearch>

export const SavedView = v.object({
  id: v.string(),
  name: v.string(),
  search: ViewSearch,
  /** Number of works that are new since the caller last opened the view. Views of the library count works added to the library. */
  newCount: v.number(),
})
export type SavedView = v.InferOutput<typeof SavedView>

const listed = v.object({ items: v.array(SavedView) })
const params = v.object({ id: RecordId })

export const listViews = endpoint({
  method: 'GET',
  path: '/views',
  access: 'user',
  rate: 'read',
  summary: 'List your saved views',
  description: 'Each with the number of new works.',
  response: listed,
})

export const createView = endpoint({
  method: 'POST',
  path: '/views',
  access: 'user',
  rate: 'write',
  summary: 'Create a saved view',
  body: v.object({ name: ViewName, search: ViewSearch }),
  response: SavedView,
})

export const updateView = endpoint({
  method: 'PATCH',
  path: '/views/:id',
  access: 'user',
  rate: 'write',
  summary: 'Change a saved view',
  params,
  body: v.object({ name: v.optional(ViewName), search: v.optional(ViewSearch) }),
  response: SavedView,
})

export const orderViews = endpoint({
  method: 'PUT',
  path: '/views/order',
  access: 'user',
  rate: 'write',
  summary: 'Order your saved views',
  description: 'Views that are not listed come last.',
  body: v.object({ ids: v.pipe(v.array(RecordId), v.maxLength(maxViews, 'listTooLong')) }),
  response: listed,
})

export const seeView = endpoint({
  method: 'PUT',
  path: '/views/:id/seen',
  access: 'user',
  rate: 'write',
  summary: 'Mark a saved view as seen',
  description: 'Its number of new works becomes zero.',
  params,
})

export const deleteView = endpoint({
  method: 'DELETE',
  path: '/views/:id',
  access: 'user',
  rate: 'write',
  summary: 'Delete a saved view',
  description: 'It can be restored for a day.',
  params,
})

export const restoreView = endpoint({
  method: 'POST',
  path: '/views/:id/restore',
  access: 'user',
  rate: 'write',
  summary: 'Restore a deleted saved view',
  params,
  response: SavedView,
})

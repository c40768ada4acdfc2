/** Personal tags for works, visible only to their owner. */
import * as v from 'valibot'
import { endpoint } from './kit/endpoint.ts'
import { ManyWorkIds } from './marks.ts'
import { TagName } from './tag-name.ts'
import { RecordId } from './users.ts'

export const OwnTag = v.object({
  id: v.string(),
  name: v.string(),
  /** Number of works that the caller may see. */
  workCount: v.number(),
})
export type OwnTag = v.InferOutput<typeof OwnTag>

export const listTags = endpoint({
  method: 'GET',
  path: '/tags',
  access: 'user',
  rate: 'read',
  summary: 'List your tags',
  response: v.object({ items: v.array(OwnTag) }),
})

const params = v.object({ id: RecordId })

export const renameTag = endpoint({
  method: 'PATCH',
  path: '/tags/:id',
  access: 'user',
  rate: 'write',
  summary: 'Rename a tag',
  description: 'If another tag has that name, nothing changes unless `merge` is true.',
  params,
  body: v.object({ name: TagName, merge: v.optional(v.boolean('booleanExpected')) }),
  /** `taken`: the existing tag that prevented renaming; null if the tag was renamed. */
  response: v.object({ taken: v.nullable(v.string()) }),
})

export const deleteTag = endpoint({
  method: 'DELETE',
  path: '/tags/:id',
  access: 'user',
  rate: 'write',
  summary: 'Delete a tag',
  params,
})

export const tagWorks = endpoint({
  method: 'PUT',
  path: '/tags',
  access: 'user',
  rate: 'write',
  bodyBytes: 32 * 1024,
  summary: 'Add or remove a tag for many works',
  description: 'A new name creates a tag. Hidden works are not changed.',
  body: v.object({ ids: ManyWorkIds, name: TagName, tagged: v.boolean('booleanExpected') }),
  /** The works that actually changed; undo sends these back. */
  response: v.object({ changed: v.array(v.string()) }),
})

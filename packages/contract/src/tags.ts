/** One's own tags: own words for works, which nobody else sees. */
import * as v from 'valibot'
import { endpoint } from './kit/endpoint.ts'
import { ManyWorkIds } from './marks.ts'
import { TagName } from './tag-name.ts'
import { RecordId } from './users.ts'

export const OwnTag = v.object({
  id: v.string(),
  name: v.string(),
  /** Counts those that the caller may see. */
  workCount: v.number(),
})
export type OwnTag = v.InferOutput<typeof OwnTag>

export const listTags = endpoint({
  method: 'GET',
  path: '/tags',
  access: 'user',
  rate: 'read',
  summary: 'The own tags by name, those with a work that can be seen.',
  response: v.object({ items: v.array(OwnTag) }),
})

const params = v.object({ id: RecordId })

export const renameTag = endpoint({
  method: 'PATCH',
  path: '/tags/:id',
  access: 'user',
  rate: 'write',
  summary:
    'Renames a tag. Where another is called that, nothing changes unless `merge` says that the two become one.',
  params,
  body: v.object({ name: TagName, merge: v.optional(v.boolean('booleanExpected')) }),
  /** `taken`: the other tag that kept it from being renamed; null where it was. */
  response: v.object({ taken: v.nullable(v.string()) }),
})

export const deleteTag = endpoint({
  method: 'DELETE',
  path: '/tags/:id',
  access: 'user',
  rate: 'write',
  summary: 'Removes an own tag from all works.',
  params,
})

export const tagWorks = endpoint({
  method: 'PUT',
  path: '/tags',
  access: 'user',
  rate: 'write',
  bodyBytes: 32 * 1024,
  summary:
    'Puts a tag on many works, or takes it off them; a new name makes one. What cannot be seen stays as it is.',
  body: v.object({ ids: ManyWorkIds, name: TagName, tagged: v.boolean('booleanExpected') }),
  /** The works that were otherwise before: what takes the change back. */
  response: v.object({ changed: v.array(v.string()) }),
})

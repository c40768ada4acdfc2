/** The trash: works and files that a clean-up task removed from catalog and library. Only records are removed; files are never deleted. */
import * as v from 'valibot'
import { endpoint } from './kit/endpoint.ts'
import { page, pageSize } from './values.ts'

export const trashedKinds = ['work', 'track'] as const
export const TrashedKind = v.picklist(trashedKinds, 'valueUnknown')

export const TrashEntry = v.object({
  kind: TrashedKind,
  id: v.string(),
  name: v.string(),
  workId: v.string(),
  trashedAt: v.string(),
  /** When the next clean-up task may remove it permanently. */
  removedAfter: v.string(),
})
export type TrashEntry = v.InferOutput<typeof TrashEntry>

export const listTrash = endpoint({
  method: 'GET',
  path: '/admin/trash',
  access: 'admin',
  rate: 'read',
  summary: 'List the trash',
  description: 'Newest first.',
  query: v.object({ kind: v.optional(TrashedKind), page: v.optional(page), pageSize: v.optional(pageSize) }),
  response: v.object({
    items: v.array(TrashEntry),
    total: v.number(),
    page: v.number(),
    pageSize: v.number(),
  }),
})

const Selected = v.object({
  items: v.pipe(
    v.array(v.object({ kind: TrashedKind, id: v.pipe(v.string(), v.maxLength(64, 'textTooLong')) })),
    v.minLength(1, 'required'),
    v.maxLength(500, 'listTooLong'),
  ),
})

export const restoreTrash = endpoint({
  method: 'POST',
  path: '/admin/trash/restore',
  access: 'admin',
  rate: 'write',
  summary: 'Restore from the trash',
  body: Selected,
  response: v.object({ restored: v.number() }),
})

export const emptyTrash = endpoint({
  method: 'POST',
  path: '/admin/trash/remove',
  access: 'admin',
  rate: 'write',
  summary: 'Delete permanently from the trash',
  body: Selected,
  response: v.object({ removed: v.number() }),
})

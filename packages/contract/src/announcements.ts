/** Announcements: Markdown written by administrators, readable by everyone. */
import * as v from 'valibot'
import { endpoint } from './kit/endpoint.ts'
import { isStorable } from './kit/storable.ts'
import { AdminSearch, RecordId } from './users.ts'
import { page, pageSize } from './values.ts'

export const AnnouncementHead = v.object({
  id: v.string(),
  title: v.string(),
  /** Pinned above the others. */
  top: v.boolean(),
  /** Shown to each reader once as a dialog. */
  important: v.boolean(),
  /** Visible to administrators only. */
  draft: v.boolean(),
  /** Null for visitors: their browser remembers it. */
  isRead: v.nullable(v.boolean()),
  createdAt: v.string(),
  updatedAt: v.string(),
})
export type AnnouncementHead = v.InferOutput<typeof AnnouncementHead>

export const Announcement = v.object({
  ...AnnouncementHead.entries,
  /** Markdown. */
  content: v.string(),
  /** The content as sanitized HTML, safe to insert. */
  html: v.string(),
})
export type Announcement = v.InferOutput<typeof Announcement>

const paging = { page: v.optional(page), pageSize: v.optional(pageSize) }
const listed = v.object({
  items: v.array(AnnouncementHead),
  total: v.number(),
  page: v.number(),
  pageSize: v.number(),
  /** The number that the caller has not read; null for visitors. */
  unread: v.nullable(v.number()),
})
const AnnouncementId = v.object({ id: RecordId })

export const listAnnouncements = endpoint({
  method: 'GET',
  path: '/announcements',
  access: 'public',
  rate: 'read',
  summary: 'List announcements',
  description: 'Pinned ones first, then newest first, without drafts.',
  query: v.object(paging),
  response: listed,
})

export const getAnnouncement = endpoint({
  method: 'GET',
  path: '/announcements/:id',
  access: 'public',
  rate: 'read',
  summary: 'Get an announcement',
  description: 'Drafts return 404 except for administrators.',
  params: AnnouncementId,
  response: Announcement,
})

export const readAnnouncement = endpoint({
  method: 'POST',
  path: '/announcements/:id/read',
  access: 'user',
  rate: 'write',
  summary: 'Mark an announcement as read',
  params: AnnouncementId,
})

export const announcementSorts = ['createdAtDesc', 'createdAtAsc', 'updatedAtDesc'] as const
export const AnnouncementSort = v.picklist(announcementSorts, 'sortUnknown')
export type AnnouncementSort = v.InferOutput<typeof AnnouncementSort>

export const listAllAnnouncements = endpoint({
  method: 'GET',
  path: '/admin/announcements',
  access: 'admin',
  rate: 'read',
  summary: 'List announcements with drafts',
  description: '`q` searches titles and content.',
  query: v.object({
    ...paging,
    q: v.optional(AdminSearch),
    sort: v.optional(AnnouncementSort),
  }),
  response: listed,
})

const Title = v.pipe(
  v.string('titleRequired'),
  v.trim(),
  v.minLength(1, 'titleRequired'),
  v.maxLength(200, 'textTooLong'),
  v.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'textExpected'),
)
const Content = v.pipe(
  v.string('textExpected'),
  v.maxLength(50_000, 'textTooLong'),
  v.check(isStorable, 'textExpected'),
)

export const NewAnnouncement = v.object({
  title: Title,
  content: Content,
  top: v.optional(v.boolean()),
  important: v.optional(v.boolean()),
  draft: v.optional(v.boolean()),
})
export type NewAnnouncement = v.InferOutput<typeof NewAnnouncement>

export const createAnnouncement = endpoint({
  method: 'POST',
  path: '/announcements',
  access: 'admin',
  rate: 'write',
  status: 201,
  bodyBytes: 320 * 1024,
  summary: 'Create an announcement',
  body: NewAnnouncement,
  response: Announcement,
})

export const updateAnnouncement = endpoint({
  method: 'PATCH',
  path: '/announcements/:id',
  access: 'admin',
  rate: 'write',
  bodyBytes: 320 * 1024,
  summary: 'Change an announcement',
  description: 'Absent fields stay unchanged.',
  params: AnnouncementId,
  body: v.partial(NewAnnouncement),
  response: Announcement,
})

export const deleteAnnouncement = endpoint({
  method: 'DELETE',
  path: '/announcements/:id',
  access: 'admin',
  rate: 'write',
  summary: 'Delete an announcement',
  params: AnnouncementId,
})

export const previewAnnouncement = endpoint({
  method: 'POST',
  path: '/admin/announcements/preview',
  access: 'admin',
  rate: 'write',
  bodyBytes: 320 * 1024,
  summary: 'Render Markdown as an announcement',
  body: v.object({ content: Content }),
  response: v.object({ html: v.string() }),
})

export const announcementEndpoints = {
  createAnnouncement,
  deleteAnnouncement,
  getAnnouncement,
  listAllAnnouncements,
  listAnnouncements,
  previewAnnouncement,
  readAnnouncement,
  updateAnnouncement,
}

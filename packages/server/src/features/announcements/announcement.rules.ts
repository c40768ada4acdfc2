/** Converts announcements between rows and wire format, and computes changes. */
import type { AnnouncementHead, NewAnnouncement } from '@koedana/contract/announcements.ts'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { AnnouncementTable } from '../../db/tables/announcements.ts'

export type AnnouncementRow = Selectable<AnnouncementTable>
export type HeadRow = Omit<AnnouncementRow, 'content'>

export type AnnouncementChange = {
  readonly [key in keyof NewAnnouncement]?: NewAnnouncement[key] | undefined
}

export const headOf = (row: HeadRow, isRead: boolean | null): AnnouncementHead => ({
  id: row.id,
  title: row.title,
  top: row.top === 1,
  important: row.important === 1,
  draft: row.draft === 1,
  isRead,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export function newRow(
  { title, content, top = false, important = false, draft = false }: NewAnnouncement,
  { id, at }: { readonly id: string; readonly at: string },
): Insertable<AnnouncementTable> {
  return {
    id,
    title,
    content,
    top: Number(top),
    important: Number(important),
    draft: Number(draft),
    created_at: at,
    updated_at: at,
  }
}

/**
 * Returns undefined if nothing changes. Readers stay readers: a correction shows no dialog again, so news need a new announcement. A
 * draft gets its date when it is published.
 */
export function changeOf(
  row: AnnouncementRow,
  { title, content, top, important, draft }: AnnouncementChange,
  at: string,
): Updateable<AnnouncementTable> | undefined {
  const after = {
    title: title ?? row.title,
    content: content ?? row.content,
    top: Number(top ?? row.top),
    important: Number(important ?? row.important),
    draft: Number(draft ?? row.draft),
  }
  const differs =
    after.title !== row.title ||
    after.content !== row.content ||
    after.top !== row.top ||
    after.important !== row.important ||
    after.draft !== row.draft
  if (!differs) return undefined
  const isPublished = row.draft === 1 && after.draft === 0
  return { ...after, updated_at: at, ...(isPublished ? { created_at: at } : {}) }
}

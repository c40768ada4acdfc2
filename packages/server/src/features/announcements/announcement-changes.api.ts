/** Announcements as administrators write them. */
import type {
  createAnnouncement,
  deleteAnnouncement,
  previewAnnouncement,
  updateAnnouncement,
} from '@koedana/contract/announcements.ts'
import { writeTogether } from '../../db/write.ts'
import type { Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { newId } from '../../lib/ids.ts'
import { personOf } from '../auth/auth-sources.ts'
import { changeOf, newRow } from './announcement.rules.ts'
import { type AnnouncementSources, announcementOf, renderHtml } from './announcements.api.ts'
import {
  changeAnnouncement,
  deleteAnnouncementRow,
  findAnnouncement,
  findRead,
  insertAnnouncement,
} from './announcements.store.ts'

export function createAnnouncementHandler({
  write,
  now,
}: AnnouncementSources): Handler<typeof createAnnouncement> {
  return async ({ body }) => {
    const row = newRow(body, { id: newId(), at: now().toISOString() })
    return announcementOf(await writeTogether(write, (tx) => insertAnnouncement(tx, row)), false)
  }
}

/** Of two changes at once neither loses what it changed. */
export function updateAnnouncementHandler({
  write,
  now,
}: AnnouncementSources): Handler<typeof updateAnnouncement> {
  return async ({ params: { id }, body }, context) => {
    const { userKey } = personOf(context)
    return writeTogether(write, async (tx) => {
      const row = await findAnnouncement(tx, id)
      if (!row) throw new AppError('notFound')
      const columns = changeOf(row, body, now().toISOString())
      const changed = columns ? await changeAnnouncement(tx, row.key, columns) : row
      return announcementOf(changed, (await findRead(tx, userKey, [row.key])).has(row.key))
    })
  }
}

export function deleteAnnouncementHandler({
  write,
}: AnnouncementSources): Handler<typeof deleteAnnouncement> {
  return async ({ params: { id } }) => {
    const isGone = await writeTogether(write, (tx) => deleteAnnouncementRow(tx, id))
    if (!isGone) throw new AppError('notFound')
  }
}

export const previewAnnouncementHandler: Handler<typeof previewAnnouncement> = async ({
  body: { content },
}) => ({
  html: await renderHtml(content),
})

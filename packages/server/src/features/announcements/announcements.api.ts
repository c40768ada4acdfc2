/** Announcements as everybody reads them. */
import type {
  Announcement,
  getAnnouncement,
  listAllAnnouncements,
  listAnnouncements,
  readAnnouncement,
} from '@koedana/contract/announcements.ts'
import { defaultPageSize } from '@koedana/contract/rules.ts'
import { roleOf } from '@koedana/contract/values.ts'
import type { Db } from '../../db/schema.ts'
import { writeTogether } from '../../db/write.ts'
import type { Context, Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { personOf } from '../auth/auth-sources.ts'
import { type AnnouncementRow, headOf } from './announcement.rules.ts'
import { countUnread, findAnnouncement, findRead, insertRead, listHeads } from './announcements.store.ts'

export interface AnnouncementSources {
  /** Reads. */
  readonly db: Db
  readonly write: Db
  readonly now: () => Date
}

export function listAnnouncementsHandler(sources: AnnouncementSources): Handler<typeof listAnnouncements> {
  return ({ query }, context) => answerList(sources, { ...query, forAdministrators: false }, context)
}

export function listAllAnnouncementsHandler(
  sources: AnnouncementSources,
): Handler<typeof listAllAnnouncements> {
  return ({ query }, context) => answerList(sources, { ...query, forAdministrators: true }, context)
}

export function getAnnouncementHandler({ db }: AnnouncementSources): Handler<typeof getAnnouncement> {
  return async ({ params: { id } }, context) => {
    const row = await readableRow(db, id, context)
    const userKey = context.person?.userKey
    if (userKey === undefined) return announcementOf(row, null)
    return announcementOf(row, (await findRead(db, userKey, [row.key])).has(row.key))
  }
}

export function readAnnouncementHandler({
  write,
  now,
}: AnnouncementSources): Handler<typeof readAnnouncement> {
  return async ({ params: { id } }, context) => {
    const { userKey } = personOf(context)
    await writeTogether(write, async (tx) => {
      const { key } = await readableRow(tx, id, context)
      await insertRead(tx, { key, userKey, at: now().toISOString() })
    })
  }
}

export async function announcementOf(row: AnnouncementRow, isRead: boolean | null): Promise<Announcement> {
  return { ...headOf(row, isRead), content: row.content, html: await renderHtml(row.content) }
}

/** Renderer and sanitiser take 28 MiB: they come with the first announcement that is opened. */
export async function renderHtml(content: string): Promise<string> {
  const { htmlOf } = await import('./markdown.ts')
  return htmlOf(content)
}

interface AskedHeads {
  readonly page?: number | undefined
  readonly pageSize?: number | undefined
  readonly forAdministrators: boolean
}

async function answerList(
  { db }: AnnouncementSources,
  { page = 1, pageSize = defaultPageSize, forAdministrators }: AskedHeads,
  { person }: Context,
) {
  const limit = pageSize
  const { rows, total } = await listHeads(db, { forAdministrators, limit, offset: (page - 1) * limit })
  const keys = rows.map(({ key }) => key)
  const read = person && (await findRead(db, person.userKey, keys))
  const items = rows.map((row) => headOf(row, read ? read.has(row.key) : null))
  const unread = person ? await countUnread(db, person.userKey) : null
  return { items, total, page, pageSize, unread }
}

/** A draft is there for administrators alone. */
async function readableRow(db: Db, id: string, { person }: Context): Promise<AnnouncementRow> {
  const row = await findAnnouncement(db, id)
  if (!row || (row.draft === 1 && person?.user.role !== roleOf.admin)) throw new AppError('notFound')
  return row
}

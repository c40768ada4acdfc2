/** Endpoints of announcements. */
import type {
  Announcement,
  AnnouncementHead,
  AnnouncementSort,
  createAnnouncement,
  deleteAnnouncement,
  getAnnouncement,
  listAllAnnouncements,
  listAnnouncements,
  previewAnnouncement,
  readAnnouncement,
  updateAnnouncement,
} from '@koedana/contract/announcements.ts'
import { defaultPageSize, roleOf } from '@koedana/contract/values.ts'
import { appendChanges, writeInTurn } from '../../db/changes.ts'
import type { Db } from '../../db/schema.ts'
import type { Context, Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { newId } from '../../lib/ids.ts'
import { requirePerson } from '../auth/auth-sources.ts'
import type { LiveCatalogue } from '../works/index/live-catalogue.ts'
import { type AnnouncementRow, changeOf, type HeadRow, headOf, newRow } from './announcement.rules.ts'
import {
  changeAnnouncement,
  countUnread,
  deleteAnnouncementRow,
  findAnnouncement,
  findRead,
  insertAnnouncement,
  insertRead,
  listHeads,
} from './announcements.store.ts'

interface AnnouncementSources {
  /** Connection for reads. */
  readonly db: Db
  readonly write: Db
  readonly now: () => Date
}

interface PublishingSources extends AnnouncementSources {
  readonly catalogue: Pick<LiveCatalogue, 'followed'>
}

export function listAnnouncementsHandler(sources: AnnouncementSources): Handler<typeof listAnnouncements> {
  return ({ query }, context) => listPage(sources, { ...query, forAdministrators: false }, context)
}

export function listAllAnnouncementsHandler(
  sources: AnnouncementSources,
): Handler<typeof listAllAnnouncements> {
  return ({ query }, context) => listPage(sources, { ...query, forAdministrators: true }, context)
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
    const { userKey } = requirePerson(context)
    await writeInTurn(write, async (tx) => {
      const { key } = await readableRow(tx, id, context)
      await insertRead(tx, { key, userKey, at: now().toISOString() })
    })
  }
}

async function announcementOf(row: AnnouncementRow, isRead: boolean | null): Promise<Announcement> {
  return { ...headOf(row, isRead), content: row.content, html: await renderHtml(row.content) }
}

/** Renderer and sanitizer take 28 MiB, so they are loaded with the first announcement that is opened. */
async function renderHtml(content: string): Promise<string> {
  const { htmlOf } = await import('./markdown.ts')
  return htmlOf(content)
}

/** Returns the first announcements, for pages that show a few. */
export async function listAnnouncementHeads(
  { db }: Pick<AnnouncementSources, 'db'>,
  limit: number,
  { person }: Pick<Context, 'person'>,
): Promise<AnnouncementHead[]> {
  const { rows } = await listHeads(db, { forAdministrators: false, limit, offset: 0 })
  return headsFor(db, rows, person)
}

async function headsFor(
  db: Db,
  rows: readonly HeadRow[],
  person: Context['person'],
): Promise<AnnouncementHead[]> {
  const keys = rows.map(({ key }) => key)
  const read = person && (await findRead(db, person.userKey, keys))
  return rows.map((row) => headOf(row, read ? read.has(row.key) : null))
}

interface ListHeadsInput {
  readonly page?: number | undefined
  readonly pageSize?: number | undefined
  readonly q?: string | undefined
  readonly sort?: AnnouncementSort | undefined
  readonly forAdministrators: boolean
}

async function listPage(
  { db }: AnnouncementSources,
  { page = 1, pageSize = defaultPageSize, ...wanted }: ListHeadsInput,
  { person }: Context,
) {
  const limit = pageSize
  const { rows, total } = await listHeads(db, { ...wanted, limit, offset: (page - 1) * limit })
  const items = await headsFor(db, rows, person)
  const unread = person ? await countUnread(db, person.userKey) : null
  return { items, total, page, pageSize, unread }
}

/** Only administrators may read drafts. */
async function readableRow(db: Db, id: string, { person }: Context): Promise<AnnouncementRow> {
  const row = await findAnnouncement(db, id)
  if (!row || (row.draft === 1 && person?.user.role !== roleOf.admin)) throw new AppError('notFound')
  return row
}

/** Cached home pages contain announcements: every node invalidates them, and this one does so before it responds. */
async function publish<T>(
  { write, catalogue }: Pick<PublishingSources, 'write' | 'catalogue'>,
  act: (tx: Db) => Promise<T>,
): Promise<T> {
  const done = await writeInTurn(write, async (tx) => {
    const made = await act(tx)
    await appendChanges(tx, 'site', [0])
    return made
  })
  await catalogue.followed()
  return done
}

export function createAnnouncementHandler(sources: PublishingSources): Handler<typeof createAnnouncement> {
  return async ({ body }) => {
    const row = newRow(body, { id: newId(), at: sources.now().toISOString() })
    return announcementOf(await publish(sources, (tx) => insertAnnouncement(tx, row)), false)
  }
}

/** The row is read in the transaction, so that concurrent changes to different fields are both kept. */
export function updateAnnouncementHandler(sources: PublishingSources): Handler<typeof updateAnnouncement> {
  return async ({ params: { id }, body }, context) => {
    const { userKey } = requirePerson(context)
    return publish(sources, async (tx) => {
      const row = await findAnnouncement(tx, id)
      if (!row) throw new AppError('notFound')
      const columns = changeOf(row, body, sources.now().toISOString())
      const changed = columns ? await changeAnnouncement(tx, row.key, columns) : row
      return announcementOf(changed, (await findRead(tx, userKey, [row.key])).has(row.key))
    })
  }
}

export function deleteAnnouncementHandler(sources: PublishingSources): Handler<typeof deleteAnnouncement> {
  return async ({ params: { id } }) => {
    const isGone = await publish(sources, (tx) => deleteAnnouncementRow(tx, id))
    if (!isGone) throw new AppError('notFound')
  }
}

export const previewAnnouncementHandler: Handler<typeof previewAnnouncement> = async ({
  body: { content },
}) => ({
  html: await renderHtml(content),
})

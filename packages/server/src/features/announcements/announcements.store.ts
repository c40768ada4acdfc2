/** Announcements and their readers. Write inside `writeInTurn`. */
import type { AnnouncementSort } from '@koedana/contract/announcements.ts'
import type { Insertable, Updateable } from 'kysely'
import type { Db } from '../../db/schema.ts'
import type { AnnouncementTable } from '../../db/tables/announcements.ts'
import type { AnnouncementRow, HeadRow } from './announcement.rules.ts'

export interface HeadsQuery {
  /** Includes drafts, and ignores pins. */
  readonly forAdministrators: boolean
  /** Part of the title or content; undefined for all. */
  readonly q?: string | undefined
  readonly sort?: AnnouncementSort | undefined
  readonly limit: number
  readonly offset: number
}

const orders = {
  createdAtDesc: ['created_at', 'desc'],
  createdAtAsc: ['created_at', 'asc'],
  updatedAtDesc: ['updated_at', 'desc'],
} as const

/** Sorts pinned announcements first, then by date. */
export async function listHeads(
  db: Db,
  { forAdministrators, q = '', sort = 'createdAtDesc', limit, offset }: HeadsQuery,
): Promise<{ rows: readonly HeadRow[]; total: number }> {
  const all = db.selectFrom('announcement')
  const readable = forAdministrators ? all : all.where('draft', '=', 0)
  const found = q === '' ? readable : readable.where('key', 'in', await findByText(db, q))
  const [column, direction] = orders[sort]
  const { total } = await found
    .select((e) => e.fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow()
  const heads = found.select(headColumns)
  const rows = await (forAdministrators ? heads : heads.orderBy('top', 'desc'))
    .orderBy(column, direction)
    .orderBy('key', direction)
    .limit(limit)
    .offset(offset)
    .execute()
  return { rows, total: Number(total) }
}

/** Compares in JavaScript, because the engines fold case differently. There are at most a few hundred announcements. */
async function findByText(db: Db, q: string): Promise<number[]> {
  const part = folded(q)
  const rows = await db.selectFrom('announcement').select(['key', 'title', 'content']).execute()
  const found = rows.filter(({ title, content }) => folded(`${title}\n${content}`).includes(part))
  return found.length > 0 ? found.map(({ key }) => key) : [-1]
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

const headColumns = ['key', 'id', 'title', 'top', 'important', 'draft', 'created_at', 'updated_at'] as const

export function findAnnouncement(db: Db, id: string): Promise<AnnouncementRow | undefined> {
  return db.selectFrom('announcement').selectAll().where('id', '=', id).executeTakeFirst()
}

export function insertAnnouncement(tx: Db, row: Insertable<AnnouncementTable>): Promise<AnnouncementRow> {
  return tx.insertInto('announcement').values(row).returningAll().executeTakeFirstOrThrow()
}

export function changeAnnouncement(
  tx: Db,
  key: number,
  columns: Updateable<AnnouncementTable>,
): Promise<AnnouncementRow> {
  return tx
    .updateTable('announcement')
    .set(columns)
    .where('key', '=', key)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes the announcement with its read marks. Returns false if it does not exist. */
export async function deleteAnnouncementRow(tx: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('announcement').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Keeps the time of the first reading. */
export async function insertRead(
  tx: Db,
  { key, userKey, at }: { readonly key: number; readonly userKey: number; readonly at: string },
): Promise<void> {
  await tx
    .insertInto('announcement_read')
    .values({ announcement_key: key, user_key: userKey, read_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns which of these announcements the user has read. */
export async function findRead(
  db: Db,
  userKey: number,
  keys: readonly number[],
): Promise<ReadonlySet<number>> {
  if (keys.length === 0) return new Set()
  const rows = await db
    .selectFrom('announcement_read')
    .select('announcement_key')
    .where('user_key', '=', userKey)
    .where('announcement_key', 'in', keys)
    .execute()
  return new Set(rows.map(({ announcement_key }) => announcement_key))
}

/** Counts the published announcements that the user has not read. */
export async function countUnread(db: Db, userKey: number): Promise<number> {
  const { unread } = await db
    .selectFrom('announcement')
    .leftJoin('announcement_read as read', (join) =>
      join.onRef('read.announcement_key', '=', 'announcement.key').on('read.user_key', '=', userKey),
    )
    .select((e) => e.fn.countAll<number | string>().as('unread'))
    .where('announcement.draft', '=', 0)
    .where('read.user_key', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(unread)
}

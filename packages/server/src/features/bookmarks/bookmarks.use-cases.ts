/** A user's bookmarks of visible works, for every API. */
import { maxBookmarkTitleLength } from '@koedana/contract/bookmarks.ts'
import { workIdOf } from '@koedana/contract/values.ts'
import type { Db } from '../../db/schema.ts'
import type { BookmarkTable } from '../../db/tables/accounts.ts'
import { clampPosition } from '../../domain/position.rules.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { requirePerson } from '../auth/auth-sources.ts'
import type { Dictionary } from '../entities/dictionary.ts'
import type { VisibleWorks } from '../library/media/links.ts'
import { findTracks } from '../library/media/tracks.store.ts'
import {
  countBookmarks,
  deleteBookmarkRow,
  listBookmarkRows,
  maxBookmarks,
  upsertBookmark,
} from './bookmarks.store.ts'

export interface BookmarkSources {
  readonly db: Db
  readonly write: Db
  readonly visibleWorks: VisibleWorks
  readonly dictionary: Dictionary
  readonly now: () => Date
}

export interface Bookmark {
  readonly workKey: number
  readonly workId: string
  readonly fileId: string
  /** Milliseconds from the start of the file. */
  readonly positionMs: number
  readonly title: string
  readonly createdMs: number
}

/** Returns bookmarks oldest first. */
export async function listBookmarks(
  { db, visibleWorks }: BookmarkSources,
  workKey: number | undefined,
  context: Context,
): Promise<Bookmark[]> {
  const rows = await listBookmarkRows(db, requirePerson(context).userKey, workKey)
  const visible = await visibleWorks([...new Set(rows.map((row) => row.work_key))], context)
  return rows.filter((row) => visible.has(row.work_key)).map(bookmarkOf)
}

const bookmarkOf = (row: BookmarkTable): Bookmark => ({
  workKey: row.work_key,
  workId: workIdOf(row.work_key),
  fileId: row.track_id,
  positionMs: Number(row.position_ms),
  title: row.title,
  createdMs: Number(row.created_ms),
})

interface Moment {
  readonly fileId: string
  readonly positionMs: number
}

/**
 * Throws `notFound` for a file that is hidden, missing or of another work than `workKey`, `malformed` for an invalid title, and
 * `conflict` at the limit.
 */
export async function saveBookmark(
  { db, write, visibleWorks, now }: BookmarkSources,
  { fileId, positionMs, title, workKey }: Moment & { readonly title: string; readonly workKey?: number },
  context: Context,
): Promise<void> {
  const { userKey } = requirePerson(context)
  const [track] = await findTracks(db, [fileId])
  const isOther = workKey !== undefined && track?.work_key !== workKey
  if (!track || isOther || !(await visibleWorks([track.work_key], context)).has(track.work_key))
    throw new AppError('notFound')
  const text = title
    .replaceAll(/\p{Cc}+/gu, ' ')
    .toWellFormed()
    .trim()
  if (text === '' || text.length > maxBookmarkTitleLength) throw new AppError('malformed')
  const row = {
    user_key: userKey,
    work_key: track.work_key,
    track_id: fileId,
    position_ms: clampPosition(positionMs, track.duration_seconds),
    title: text,
    created_ms: now().getTime(),
  }
  await write.transaction().execute(async (tx) => {
    await upsertBookmark(tx, row)
    if ((await countBookmarks(tx, userKey)) > maxBookmarks) throw new AppError('conflict')
  })
}

/** Does nothing if there is no such bookmark. */
export async function deleteBookmark(
  { write }: BookmarkSources,
  { workKey, fileId, positionMs }: Pick<Bookmark, 'workKey' | 'fileId' | 'positionMs'>,
  context: Context,
): Promise<void> {
  const { userKey } = requirePerson(context)
  await deleteBookmarkRow(write, {
    user_key: userKey,
    work_key: workKey,
    track_id: fileId,
    position_ms: positionMs,
  })
}

/** Exports bookmarks, and imports those whose files exist. */
import type { OwnBookmark } from '@koedana/contract/own-data.ts'
import type { Db } from '../../db/schema.ts'
import {
  countBookmarks,
  listBookmarkFiles,
  listBookmarkRows,
  maxBookmarks,
  upsertBookmark,
} from '../bookmarks/bookmarks.store.ts'
import type { ImportContext } from './import-listening.ts'
import { fileFinder, ownFileOf } from './progress-merge.rules.ts'
import { listKnownFiles } from './progress-pages.store.ts'

export async function listOwnBookmarks(
  db: Db,
  userKey: number,
  allows: (keys: readonly number[]) => ReadonlySet<number>,
): Promise<OwnBookmark[]> {
  const rows = await listBookmarkFiles(db, userKey)
  const seen = allows(rows.map(({ work_key }) => work_key))
  return rows
    .filter(({ work_key }) => seen.has(work_key))
    .map((row) => ({
      ...ownFileOf(row),
      position: Number(row.position_ms) / 1000,
      title: row.title,
      at: new Date(Number(row.created_ms)).toISOString(),
    }))
}

export async function importBookmarks(
  { tx, userKey, nowMs, report, find }: ImportContext,
  bookmarks: readonly OwnBookmark[],
): Promise<void> {
  if (bookmarks.length === 0) return
  const found = bookmarks.flatMap((bookmark) => {
    const workKey = find(bookmark.workId)
    return workKey === undefined ? [] : [{ bookmark, workKey }]
  })
  const known = new Set((await listBookmarkRows(tx, userKey)).map(nameOf))
  let room = maxBookmarks - (await countBookmarks(tx, userKey))
  for (const [workKey, some] of Map.groupBy(found, (one) => one.workKey)) {
    const findFile = fileFinder(await listKnownFiles(tx, [workKey]))
    for (const { bookmark } of some) {
      const trackId = findFile(bookmark)
      if (trackId === undefined) {
        report.miss(`${bookmark.workId}/${bookmark.fileId}`)
        continue
      }
      const row = {
        user_key: userKey,
        work_key: workKey,
        track_id: trackId,
        position_ms: Math.round(bookmark.position * 1000),
        title: bookmark.title.replaceAll('\0', ''),
        created_ms: Math.min(nowMs, Date.parse(bookmark.at)),
      }
      const isNew = !known.has(nameOf(row))
      if (isNew && room <= 0) {
        report.refuse(bookmark.workId)
        continue
      }
      report.count(isNew ? 1 : 0, isNew ? 0 : 1)
      if (!isNew) continue
      room -= 1
      known.add(nameOf(row))
      await upsertBookmark(tx, row)
    }
  }
}

const nameOf = (row: {
  readonly work_key: number
  readonly track_id: string
  readonly position_ms: number
}) => `${row.work_key} ${row.track_id} ${row.position_ms}`

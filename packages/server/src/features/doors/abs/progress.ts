/** Reads and writes the user's progress, and bookmarks, as audiobookshelf apps do. */
import * as v from 'valibot'
import type { ProgressTable } from '../../../db/tables/progress.ts'
import type { Context } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import { requirePerson } from '../../auth/auth-sources.ts'
import {
  type Bookmark,
  type BookmarkSources,
  deleteBookmark,
  listBookmarks,
  saveBookmark,
} from '../../bookmarks/bookmarks.use-cases.ts'
import { type FavoriteSources, saveMark } from '../../marks/marks.use-cases.ts'
import { isFinished } from '../../progress/progress.rules.ts'
import { listLatestProgress, listProgress } from '../../progress/progress.store.ts'
import { findContinued } from '../../progress/progress.use-cases.ts'
import { type ItemProgress, minifiedItemOf, progressOf, type ShownItem } from './item.rules.ts'
import { readItem, readItems } from './library.ts'
import type { LibrarySources } from './library-sources.ts'
import { choosePosition } from './plays.ts'
import { msOf } from './query.rules.ts'
import { instantIn } from './session.rules.ts'
import { positionAt, timeOf } from './time-axis.rules.ts'

export type UserDataSources = LibrarySources & FavoriteSources & BookmarkSources

/** Returns undefined for a work that was started over and not played since. */
export function itemProgressOf({ axis, tracks }: ShownItem, row: ProgressTable): ItemProgress | undefined {
  const startedMs = Number(row.play_started_ms)
  const finishedMs = row.finished_ms === null ? null : Number(row.finished_ms)
  const isOver = isFinished({ finishedMs: finishedMs ?? undefined, play: { startedMs } })
  const timeMs = timeOf(axis, tracks, { fileId: row.track_id, positionMs: Number(row.position_ms) })
  if (timeMs === 0 && !isOver) return undefined
  return { timeMs, isFinished: isOver, updatedMs: Number(row.updated_ms), startedMs, finishedMs }
}

export async function findItemProgress(sources: LibrarySources, item: ShownItem, context: Context) {
  const [row] = await listProgress(sources.db, [requirePerson(context).userKey], [item.key])
  return row && itemProgressOf(item, row)
}

/** GET /me/progress/:id. Throws `notFound` if the work was never started. */
export async function readProgress(sources: LibrarySources, id: string, context: Context) {
  const item = await readItem(sources, id, context)
  const heard = await findItemProgress(sources, item, context)
  if (!heard) throw new AppError('notFound')
  return progressOf(item, heard, requirePerson(context).user.id)
}

/** The progress of works played longer ago is read per work. */
const maxListed = 500

/** Lists all started works, most recently played first. */
export async function listAllProgress(sources: LibrarySources, context: Context) {
  const { userKey, user } = requirePerson(context)
  const rows = new Map(
    (await listLatestProgress(sources.db, userKey, maxListed)).map((row) => [row.work_key, row]),
  )
  const items = await readItems(sources, [...rows.keys()], context)
  return items.flatMap((item) => {
    const row = rows.get(item.key)
    const heard = row && itemProgressOf(item, row)
    return heard ? [progressOf(item, heard, user.id)] : []
  })
}

/** GET /me/items-in-progress. */
export async function listItemsInProgress(sources: LibrarySources, count: number, context: Context) {
  const { continued } = await findContinued(sources, { count }, context)
  const updated = new Map(continued.map(({ workKey, rest }) => [workKey, Date.parse(rest.updatedAt)]))
  const items = await readItems(sources, [...updated.keys()], context)
  return {
    libraryItems: items.map((item) => ({
      ...minifiedItemOf(item),
      progressLastUpdate: updated.get(item.key) ?? 0,
    })),
  }
}

const number = v.fallback(v.optional(v.number()), undefined)
const Change = v.looseObject({
  isFinished: v.fallback(v.optional(v.boolean()), undefined),
  hideFromContinueListening: v.fallback(v.optional(v.boolean()), undefined),
  currentTime: number,
  progress: number,
  lastUpdate: number,
})

/** PATCH /me/progress/:id. Throws `malformed` if the request contains no change. */
export async function changeProgress(
  sources: UserDataSources,
  { id, body }: { readonly id: string; readonly body: unknown },
  context: Context,
): Promise<void> {
  const said = v.safeParse(Change, body)
  if (!said.success) throw new AppError('malformed')
  const change = said.output
  const item = await readItem(sources, id, context)
  const nowMs = sources.now().getTime()
  const atMs = instantIn(change.lastUpdate, nowMs) ?? nowMs
  const heard = await findItemProgress(sources, item, context)
  // A late report may contain an older position than the stored one.
  if (heard && atMs < heard.updatedMs) return
  if (change.hideFromContinueListening)
    await saveMark(sources, { id: item.card.id, progress: 'postponed' }, context)
  const chosen = chosenBy(change, item, heard)
  if (chosen) await choosePosition(sources, item, { ...chosen, atMs }, context)
}

function chosenBy(
  { isFinished: isOver, currentTime, progress }: v.InferOutput<typeof Change>,
  { axis }: ShownItem,
  heard: ItemProgress | undefined,
) {
  if (isOver === true && !heard?.isFinished) return { kind: 'finish', timeMs: axis.totalMs } as const
  if (isOver === false && heard?.isFinished) return { kind: 'reset', timeMs: 0 } as const
  if (isOver === true) return undefined
  const timeMs = msOf(currentTime) ?? shareOf(progress, axis.totalMs)
  if (timeMs === undefined || timeMs === heard?.timeMs) return undefined
  return { kind: 'seek', timeMs: Math.min(timeMs, axis.totalMs) } as const
}

const shareOf = (progress: number | undefined, totalMs: number): number | undefined =>
  progress === undefined || !Number.isFinite(progress)
    ? undefined
    : Math.round(Math.min(Math.max(0, progress), 1) * totalMs)

/** DELETE /me/progress/:id: resets the work to its beginning. */
export async function resetProgress(sources: UserDataSources, id: string, context: Context): Promise<void> {
  const item = await readItem(sources, id, context)
  if (!(await findItemProgress(sources, item, context))) throw new AppError('notFound')
  const atMs = sources.now().getTime()
  await choosePosition(sources, item, { kind: 'reset', timeMs: 0, atMs }, context)
}

const markedOf = ({ workId, title, createdMs }: Bookmark, timeMs: number) => ({
  libraryItemId: workId,
  time: timeMs / 1000,
  title,
  createdAt: createdMs,
})

/** Returns the bookmarks of one work, or of all works that this API shows. */
export async function listItemBookmarks(sources: UserDataSources, id: string | undefined, context: Context) {
  const workKey = id === undefined ? undefined : (await readItem(sources, id, context)).key
  const bookmarks = await listBookmarks(sources, workKey, context)
  const keys = [...new Set(bookmarks.map((bookmark) => bookmark.workKey))]
  const items = new Map((await readItems(sources, keys, context)).map((item) => [item.key, item]))
  return bookmarks.flatMap((bookmark) => {
    const item = items.get(bookmark.workKey)
    return item ? [markedOf(bookmark, timeOf(item.axis, item.tracks, bookmark))] : []
  })
}

const Marked = v.looseObject({ time: v.number(), title: v.string() })

/** POST and PATCH /me/item/:id/bookmark. */
export async function saveItemBookmark(
  sources: UserDataSources,
  { id, body, isNew }: { readonly id: string; readonly body: unknown; readonly isNew: boolean },
  context: Context,
) {
  const said = v.safeParse(Marked, body)
  const timeMs = said.success ? msOf(said.output.time) : undefined
  if (!said.success || timeMs === undefined) throw new AppError('malformed')
  const item = await readItem(sources, id, context)
  const known = await findMarked(sources, item, { timeMs, isExact: isNew, context })
  if (!known && !isNew) throw new AppError('notFound')
  const moment = known ?? positionAt(item.axis, timeMs)
  if (!moment) throw new AppError('notFound')
  await saveBookmark(sources, { ...moment, title: said.output.title }, context)
  const saved = (await listBookmarks(sources, item.key, context)).find(
    (one) => one.fileId === moment.fileId && one.positionMs === moment.positionMs,
  )
  if (!saved) throw new AppError('notFound')
  return markedOf(saved, timeOf(item.axis, item.tracks, saved))
}

/** DELETE /me/item/:id/bookmark/:time. */
export async function deleteItemBookmark(
  sources: UserDataSources,
  { id, time }: { readonly id: string; readonly time: string },
  context: Context,
): Promise<void> {
  const timeMs = /^\d{1,9}(\.\d{1,20})?$/.test(time) ? msOf(Number(time)) : undefined
  if (timeMs === undefined) throw new AppError('malformed')
  const item = await readItem(sources, id, context)
  const known = await findMarked(sources, item, { timeMs, isExact: false, context })
  if (!known) throw new AppError('notFound')
  await deleteBookmark(sources, known, context)
}

/** Finds a bookmark by its time; apps that count whole seconds truncate the time. */
async function findMarked(
  sources: UserDataSources,
  item: ShownItem,
  {
    timeMs,
    isExact,
    context,
  }: { readonly timeMs: number; readonly isExact: boolean; readonly context: Context },
): Promise<Bookmark | undefined> {
  const bookmarks = (await listBookmarks(sources, item.key, context)).map((bookmark) => ({
    bookmark,
    ms: timeOf(item.axis, item.tracks, bookmark),
  }))
  const exact = bookmarks.find(({ ms }) => ms === timeMs)
  if (exact || isExact) return exact?.bookmark
  return bookmarks.find(({ ms }) => Math.floor(ms / 1000) * 1000 === timeMs)?.bookmark
}

/** GET /me/progress/:id/remove-from-continue-listening: marks the work as on hold. */
export const postponeWork = (sources: UserDataSources, id: string, context: Context) =>
  changeProgress(sources, { id, body: { hideFromContinueListening: true } }, context)

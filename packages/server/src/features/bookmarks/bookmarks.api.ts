/** GET, PUT and DELETE /bookmarks/:id: the caller's own bookmarks of visible works. */
import type { bookmarkEndpoints, Bookmark as Shown } from '@koedana/contract/bookmarks.ts'
import type { Context, Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { type BookmarkSources, deleteBookmark, listBookmarks, saveBookmark } from './bookmarks.use-cases.ts'

type Endpoints = typeof bookmarkEndpoints

export function openBookmarks(sources: BookmarkSources) {
  const keyOf = async (id: string, context: Context): Promise<number> => {
    const key = sources.dictionary.findKey('works', id)
    if (key === undefined || !(await sources.visibleWorks([key], context)).has(key))
      throw new AppError('notFound')
    return key
  }
  const shown = async (key: number, context: Context): Promise<{ items: Shown[] }> => ({
    items: (await listBookmarks(sources, key, context)).map(({ fileId, positionMs, title, createdMs }) => ({
      fileId,
      position: positionMs / 1000,
      title,
      at: new Date(createdMs).toISOString(),
    })),
  })
  const list: Handler<Endpoints['listWorkBookmarks']> = async ({ params: { id } }, context) =>
    shown(await keyOf(id, context), context)
  const save: Handler<Endpoints['saveWorkBookmark']> = async ({ params: { id }, body }, context) => {
    const workKey = sources.dictionary.findKey('works', id)
    if (workKey === undefined) throw new AppError('notFound')
    const { fileId, position, title } = body
    await saveBookmark(sources, { workKey, fileId, positionMs: msOf(position), title }, context)
    return shown(workKey, context)
  }
  const remove: Handler<Endpoints['deleteWorkBookmark']> = async ({ params: { id }, query }, context) => {
    const workKey = await keyOf(id, context)
    await deleteBookmark(
      sources,
      { workKey, fileId: query.fileId, positionMs: msOf(query.position) },
      context,
    )
    return shown(workKey, context)
  }
  return { list, save, remove }
}

const msOf = (seconds: number): number => Math.round(seconds * 1000)

import { type Bookmark, bookmarkEndpoints } from '@koedana/contract/bookmarks.ts'
import { queryOptions } from '@tanstack/react-query'
import { lazyWords } from '../lib/lazy-words.ts'
import { queryClient } from '../lib/query-client.ts'
import { call } from './api.ts'
import { currentUser } from './session.ts'

export const useBookmarkWords = lazyWords({
  'zh-CN': () => import('../locales/bookmarks/zh-CN.json'),
  'en-US': () => import('../locales/bookmarks/en-US.json'),
  'ja-JP': () => import('../locales/bookmarks/ja-JP.json'),
})

export const bookmarksQuery = (workId: string) =>
  queryOptions({
    queryKey: ['bookmarks', currentUser()?.id, workId],
    queryFn: ({ signal }) => call(bookmarkEndpoints.listWorkBookmarks, { params: { id: workId } }, signal),
    // Other apps write bookmarks, too.
    staleTime: 0,
  })

/** Saves a bookmark, or renames an existing one. On failure it shows a notice and throws. */
export async function saveBookmark(
  workId: string,
  bookmark: Pick<Bookmark, 'fileId' | 'position' | 'title'>,
): Promise<void> {
  const params = { id: workId }
  const kept = await call(bookmarkEndpoints.saveWorkBookmark, { params, body: bookmark })
  queryClient.setQueryData(bookmarksQuery(workId).queryKey, kept)
}

export async function deleteBookmark(
  workId: string,
  { fileId, position }: Pick<Bookmark, 'fileId' | 'position'>,
): Promise<void> {
  const request = { params: { id: workId }, query: { fileId, position } }
  const kept = await call(bookmarkEndpoints.deleteWorkBookmark, request)
  queryClient.setQueryData(bookmarksQuery(workId).queryKey, kept)
}

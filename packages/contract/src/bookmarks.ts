/** Bookmarks: positions in tracks with a title, visible only to their owner. */
import * as v from 'valibot'
import { endpoint } from './kit/endpoint.ts'
import { AudioSeconds } from './progress.ts'
import { WorkId } from './values.ts'

const FileId = v.pipe(v.string('textExpected'), v.regex(/^[^\p{Cc}]{1,100}$/u, 'textExpected'))

const Moment = v.object({
  fileId: FileId,
  /** Seconds into the file, to the millisecond. */
  position: AudioSeconds,
})

export const maxBookmarkTitleLength = 500

export const BookmarkTitle = v.pipe(
  v.string('textExpected'),
  v.trim(),
  v.minLength(1, 'required'),
  v.maxLength(maxBookmarkTitleLength, 'textTooLong'),
  v.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'textExpected'),
)

export const Bookmark = v.object({
  fileId: v.string(),
  position: v.number(),
  title: v.string(),
  at: v.string(),
})
export type Bookmark = v.InferOutput<typeof Bookmark>

const WorkParams = v.object({ id: WorkId })
const Bookmarks = v.object({ items: v.array(Bookmark) })

const listWorkBookmarks = endpoint({
  method: 'GET',
  path: '/bookmarks/:id',
  access: 'user',
  rate: 'read',
  summary: 'List bookmarks of a work',
  description: 'In the order in which they were created.',
  params: WorkParams,
  response: Bookmarks,
})

const saveWorkBookmark = endpoint({
  method: 'PUT',
  path: '/bookmarks/:id',
  access: 'user',
  rate: 'write',
  summary: 'Create or rename a bookmark',
  description: 'Returns all bookmarks of the work. 409 if the limit is reached.',
  params: WorkParams,
  body: v.object({ ...Moment.entries, title: BookmarkTitle }),
  response: Bookmarks,
})

const deleteWorkBookmark = endpoint({
  method: 'DELETE',
  path: '/bookmarks/:id',
  access: 'user',
  rate: 'write',
  summary: 'Delete a bookmark',
  description: 'Returns the remaining bookmarks of the work.',
  params: WorkParams,
  query: Moment,
  response: Bookmarks,
})

export const bookmarkEndpoints = { listWorkBookmarks, saveWorkBookmark, deleteWorkBookmark }

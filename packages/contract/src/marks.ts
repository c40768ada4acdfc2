/** Marks: a user's personal data about works. Cards never contain any of it. */
import * as v from 'valibot'
import { endpoint } from './kit/endpoint.ts'
import { isStorable } from './kit/storable.ts'
import { TagName, tagLimits } from './tag-name.ts'
import { OwnRating, ProgressState, WorkId } from './values.ts'

export const maxWorksAtOnce = 1_000

export const ManyWorkIds = v.pipe(
  v.array(WorkId),
  v.minLength(1, 'required'),
  v.maxLength(maxWorksAtOnce, 'listTooLong'),
)

const maxMarks = 200
const maxNoteLength = 10_000

export const Mark = v.object({
  id: v.string(),
  favorite: v.boolean(),
  /** The status that the user chose, or that follows from what was played since; null if neither. */
  progress: v.nullable(ProgressState),
  rating: v.nullable(OwnRating),
})
export type Mark = v.InferOutput<typeof Mark>

export const WorkMark = v.object({ ...Mark.entries, note: v.string(), tags: v.array(v.string()) })
export type WorkMark = v.InferOutput<typeof WorkMark>

export const listMarks = endpoint({
  method: 'GET',
  path: '/marks',
  access: 'user',
  rate: 'read',
  summary: 'Get marks for many works',
  description: 'In the order of the request. Hidden works have none.',
  query: v.object({ ids: v.pipe(v.array(WorkId), v.maxLength(maxMarks, 'listTooLong')) }),
  response: v.object({ items: v.array(Mark) }),
})

/** A status to set, or null to clear it. */
const ProgressChange = v.object({ id: WorkId, progress: v.nullable(ProgressState) })
export type ProgressChange = v.InferOutput<typeof ProgressChange>

export const saveMarks = endpoint({
  method: 'PUT',
  path: '/marks',
  access: 'user',
  rate: 'write',
  bodyBytes: 64 * 1024,
  summary: 'Set your status of many works',
  description: 'Hidden works are not changed. Sending `changed` back undoes the request.',
  body: v.object({
    items: v.pipe(
      v.array(ProgressChange),
      v.minLength(1, 'required'),
      v.maxLength(maxWorksAtOnce, 'listTooLong'),
    ),
  }),
  /** The works whose status changed, with their former status. */
  response: v.object({
    changed: v.array(v.object({ id: v.string(), progress: v.nullable(ProgressState) })),
  }),
})

const params = v.object({ id: WorkId })

export const getMark = endpoint({
  method: 'GET',
  path: '/marks/:id',
  access: 'user',
  rate: 'read',
  summary: 'Get your marks of a work',
  description: 'Favorite, status, rating, note and tags.',
  params,
  response: WorkMark,
})

const tags = v.pipe(v.array(TagName), v.maxLength(tagLimits.perWork, 'listTooLong'))

export const saveMark = endpoint({
  method: 'PUT',
  path: '/marks/:id',
  access: 'user',
  rate: 'write',
  summary: 'Set your marks of a work',
  description: 'Absent fields stay unchanged, null clears them.',
  params,
  body: v.object({
    progress: v.optional(v.nullable(ProgressState)),
    rating: v.optional(v.nullable(OwnRating)),
    note: v.optional(
      v.pipe(
        v.string('textExpected'),
        v.trim(),
        v.maxLength(maxNoteLength, 'textTooLong'),
        v.check(isStorable, 'textExpected'),
      ),
    ),
    /** Tags to add and to remove; a new name creates a tag. */
    addTags: v.optional(tags),
    removeTags: v.optional(tags),
  }),
  response: WorkMark,
})

/** Your plays of the last 90 days, visible only to you. */
import * as v from 'valibot'
import { endpoint } from './kit/endpoint.ts'
import { page, pageSize, WorkId } from './values.ts'
import { WorkCard } from './works.ts'

const Point = v.object({
  fileId: v.string(),
  /** Null for a file that no longer exists. */
  trackTitle: v.nullable(v.string()),
  /** Seconds into the file. */
  position: v.number(),
})

/** One stretch of listening. */
export const HistoryEntry = v.object({
  id: v.string(),
  work: WorkCard,
  startedAt: v.string(),
  endedAt: v.string(),
  start: Point,
  end: Point,
  /** Seconds played. */
  listened: v.number(),
  device: v.string(),
})
export type HistoryEntry = v.InferOutput<typeof HistoryEntry>

export const listHistory = endpoint({
  method: 'GET',
  path: '/history',
  access: 'user',
  rate: 'read',
  summary: 'List your listening history',
  description: 'The last 90 days, newest first.',
  query: v.object({ page: v.optional(page), pageSize: v.optional(pageSize) }),
  response: v.object({
    items: v.array(HistoryEntry),
    total: v.number(),
    page: v.number(),
    pageSize: v.number(),
  }),
})

export const forgetPlay = endpoint({
  method: 'DELETE',
  path: '/history/:id',
  access: 'user',
  rate: 'write',
  summary: 'Delete a history entry',
  description: 'The position is kept.',
  params: v.object({ id: v.pipe(v.string('textExpected'), v.maxLength(64, 'textTooLong')) }),
})

export const forgetHistory = endpoint({
  method: 'DELETE',
  path: '/history',
  access: 'user',
  rate: 'write',
  summary: 'Delete listening history',
  description: 'For one work or all works, including positions.',
  query: v.object({ workId: v.optional(WorkId) }),
})

/** Tasks: long work on the catalogue that is watched, cancelled and taken up again after a restart. */
import * as v from 'valibot'
import { endpoint } from './kit/endpoint.ts'
import { moveReasons } from './move-reasons.ts'
import { RecordId } from './users.ts'
import { integer, type TaskKind as Kind, page, pageSize, TaskKind, TaskStatus, WorkId } from './values.ts'

/** Each kind does these, in this order; a task says which one it is in. */
export const taskPhases = {
  sync_works: ['storages', 'feeds', 'newReleases', 'follows', 'records', 'covers'],
  refresh_works: ['numbers', 'records', 'covers', 'thinning'],
  clean_works: ['storages', 'files', 'works', 'entities', 'trash'],
  measure_sounds: ['files'],
  make_backup: ['backup'],
  move_in: ['reading', 'works', 'accounts', 'scans', 'edits', 'ownData'],
} as const satisfies Record<Kind, readonly string[]>
export type TaskPhase = (typeof taskPhases)[Kind][number]

/** The outcome of one item. */
export const taskOutcomes = [
  'added',
  'updated',
  'unchanged',
  'notFound',
  'failed',
  'skipped',
  'planned',
  'missing',
  'trashed',
  'removed',
] as const
export const TaskOutcome = v.picklist(taskOutcomes, 'valueUnknown')
export type TaskOutcome = v.InferOutput<typeof TaskOutcome>

/** The kinds of items. A summary counts works by their outcome alone, all else as `covers.added`: thing and outcome. */
export const taskThings = [
  'works',
  'covers',
  'files',
  'entities',
  'storages',
  'lists',
  'lines',
  'accounts',
  'marks',
  'positions',
  'playlists',
  'playlistItems',
  'bookmarks',
] as const
export type TaskThing = (typeof taskThings)[number]

/** Why an item was not done as it should have been. */
export const taskReasons = [
  'notOnMarketplace',
  'timedOut',
  'tooManyRequests',
  'serverFault',
  'answerCut',
  'answerNotJson',
  'answerUnreadable',
  'marketplaceSilent',
  'marketplaceOff',
  'marketplaceBlocked',
  'pictureMissing',
  'pictureRefused',
  'pictureUnreadable',
  'folderUnreadable',
  'notMounted',
  'storageOff',
  'massLoss',
  'feedLineRefused',
  'fileMissing',
  'soundUnreadable',
  'workGone',
  'nothingTiedToIt',
  'trashedLongAgo',
  ...moveReasons,
] as const
export const TaskReason = v.picklist(taskReasons, 'valueUnknown')
export type TaskReason = v.InferOutput<typeof TaskReason>

export const syncSources = ['storages', 'feeds', 'newReleases', 'follows'] as const
export const SyncSource = v.picklist(syncSources, 'valueUnknown')
export type SyncSource = v.InferOutput<typeof SyncSource>

/** All sources without `sources`. `localOnly`: no request goes to the marketplace; a later run looks up what is new here. */
export const SyncOptions = v.object({
  sources: v.optional(v.pipe(v.array(SyncSource), v.maxLength(4, 'listTooLong'))),
  localOnly: v.optional(v.boolean()),
  /** These storages alone, of all that are on. */
  storages: v.optional(v.pipe(v.array(RecordId), v.maxLength(100, 'listTooLong'))),
  /** An administrator has looked: what is gone from them is gone, however much. */
  acceptLoss: v.optional(v.boolean()),
})
/** `due`: by age and sales, as most refreshes should; `all`: every known work. `works`: these alone. */
export const RefreshOptions = v.object({
  scope: v.optional(v.picklist(['due', 'all'], 'valueUnknown')),
  works: v.optional(v.pipe(v.array(WorkId), v.maxLength(1_000, 'listTooLong'))),
})
/** A dry run, the default, only lists what it would do. `allowMassLoss`: an administrator has looked. */
export const CleanOptions = v.object({
  dryRun: v.optional(v.boolean()),
  allowMassLoss: v.optional(v.boolean()),
})
/** Loudness and shape of the sounds that nobody has measured, by ffmpeg; nothing about it can be chosen. */
export const MeasureOptions = v.object({})
/**
 * Into the folder of backups; then those go that are the newest neither of one of so many days nor of one of so many weeks
 * (7 and 4 if absent) that have some. The newest always stays.
 */
export const BackupOptions = v.object({
  withoutCovers: v.optional(v.boolean()),
  keepDays: v.optional(integer(0, 1_000)),
  keepWeeks: v.optional(integer(0, 1_000)),
})
export type SyncOptions = v.InferOutput<typeof SyncOptions>
export type RefreshOptions = v.InferOutput<typeof RefreshOptions>
export type CleanOptions = v.InferOutput<typeof CleanOptions>
export type BackupOptions = v.InferOutput<typeof BackupOptions>

/** A kind with its options: of a new task, and of a schedule. What moves in is ordered by an endpoint of its own. */
export const TaskOrder = v.variant(
  'kind',
  [
    v.object({ kind: v.literal('sync_works'), options: v.optional(SyncOptions) }),
    v.object({ kind: v.literal('refresh_works'), options: v.optional(RefreshOptions) }),
    v.object({ kind: v.literal('clean_works'), options: v.optional(CleanOptions) }),
    v.object({ kind: v.literal('measure_sounds'), options: v.optional(MeasureOptions) }),
    v.object({ kind: v.literal('make_backup'), options: v.optional(BackupOptions) }),
  ],
  'valueUnknown',
)
export type TaskOrder = v.InferOutput<typeof TaskOrder>

/** Items, those included that are looked at and not yet written down; `total` is null until it is known. */
export const TaskProgress = v.object({
  done: v.number(),
  total: v.nullable(v.number()),
  failed: v.number(),
  skipped: v.number(),
})

/** A wait for a storage. `rateLimited`: it asked for fewer requests. `noResponse`: it does not respond. */
export const TaskWait = v.object({
  reason: v.picklist(['rateLimited', 'noResponse'], 'valueUnknown'),
  /** The next try, or the end of the wait; ISO 8601. */
  until: v.string(),
  /** How long waits without a success between them may take in all. */
  limitSeconds: v.number(),
})
export type TaskWait = v.InferOutput<typeof TaskWait>

export const Task = v.object({
  id: v.string(),
  kind: TaskKind,
  status: TaskStatus,
  /** The options as ordered; a dry run says so here. */
  options: v.record(v.string(), v.unknown()),
  /** The task whose failures this one tries again. */
  retryOf: v.nullable(v.string()),
  /** The name of the person who started it; null for a schedule, or if that account is gone. */
  startedBy: v.nullable(v.string()),
  phase: v.nullable(v.string()),
  /** The thing that it works on, in its own words: a work id, a folder. */
  current: v.nullable(v.string()),
  /** What it waits for right now. */
  wait: v.nullable(TaskWait),
  progress: TaskProgress,
  /** Items a second over the last minute; null if it is not at work. */
  rate: v.nullable(v.number()),
  secondsLeft: v.nullable(v.number()),
  /**
   * How many works had each outcome in all phases together, each work once: `added` rather than `updated` or
   * `unchanged`; `failed`, `notFound` and `skipped` beside it. Other things are counted as `covers.added`,
   * `files.trashed`, `entities.removed`.
   */
  summary: v.record(v.string(), v.number()),
  /** Why the whole task failed, in the language of `Accept-Language`, English without one. */
  error: v.nullable(v.string()),
  createdAt: v.string(),
  startedAt: v.nullable(v.string()),
  endedAt: v.nullable(v.string()),
})
export type Task = v.InferOutput<typeof Task>

const TaskId = v.object({ id: RecordId })
const paging = { page: v.optional(page), pageSize: v.optional(pageSize) }
const paged = { total: v.number(), page: v.number(), pageSize: v.number() }

export const listTasks = endpoint({
  method: 'GET',
  path: '/admin/tasks',
  access: 'admin',
  rate: 'read',
  summary: 'List tasks',
  description: 'Newest first.',
  query: v.object({ kind: v.optional(TaskKind), status: v.optional(TaskStatus), ...paging }),
  response: v.object({ items: v.array(Task), ...paged }),
})

export const createTask = endpoint({
  method: 'POST',
  path: '/admin/tasks',
  access: 'admin',
  rate: 'write',
  status: 202,
  summary: 'Start a task',
  description: '409 while a task of the same kind has not ended.',
  body: TaskOrder,
  response: Task,
})

export const getTask = endpoint({
  method: 'GET',
  path: '/admin/tasks/:id',
  access: 'admin',
  rate: 'read',
  summary: 'Get a task',
  params: TaskId,
  response: Task,
})

export const cancelTask = endpoint({
  method: 'POST',
  path: '/admin/tasks/:id/cancel',
  access: 'admin',
  rate: 'write',
  summary: 'Cancel a task',
  description: 'Repeating it is harmless. 409 if the task has already ended.',
  params: TaskId,
  response: Task,
})

export const retryTask = endpoint({
  method: 'POST',
  path: '/admin/tasks/:id/retry',
  access: 'admin',
  rate: 'write',
  status: 202,
  summary: 'Retry the failed items of a task',
  description:
    'Or the whole task if it stopped early. 409 before it has ended, 422 if there is nothing to retry.',
  params: TaskId,
  response: Task,
})

export const TaskItem = v.object({
  phase: v.string(),
  /** A work id, a path, an entity. */
  item: v.string(),
  name: v.nullable(v.string()),
  outcome: TaskOutcome,
  reason: v.nullable(TaskReason),
  at: v.string(),
})
export type TaskItem = v.InferOutput<typeof TaskItem>

export const listTaskItems = endpoint({
  method: 'GET',
  path: '/admin/tasks/:id/items',
  access: 'admin',
  rate: 'read',
  summary: 'List the items of a task',
  description: 'By outcome. Unchanged items are only counted.',
  params: TaskId,
  query: v.object({ outcome: v.optional(TaskOutcome), ...paging }),
  response: v.object({ items: v.array(TaskItem), ...paged }),
})

export const TaskLine = v.object({
  seq: v.number(),
  at: v.string(),
  level: v.picklist(['info', 'warn', 'error']),
  /** A sentence in the language of `Accept-Language`, English without one. */
  text: v.string(),
})
export type TaskLine = v.InferOutput<typeof TaskLine>

/** A line as the events send it. `task` is the id of the task that wrote it. */
export const TaskLineOfTask = v.object({ ...TaskLine.entries, task: v.string() })
export type TaskLineOfTask = v.InferOutput<typeof TaskLineOfTask>

export const getTaskLog = endpoint({
  method: 'GET',
  path: '/admin/tasks/:id/log',
  access: 'admin',
  rate: 'read',
  summary: 'Get the log of a task',
  description: 'Up to 200 lines after a given number, oldest first.',
  params: TaskId,
  query: v.object({ after: v.optional(integer(0, Number.MAX_SAFE_INTEGER)) }),
  response: v.object({ lines: v.array(TaskLine) }),
})

export const followTasks = endpoint({
  method: 'GET',
  path: '/admin/tasks/events',
  access: 'admin',
  rate: 'read',
  summary: 'Stream task events',
  description: 'Server-sent events: `task` (up to ten per second per task) and `line` of the log.',
})

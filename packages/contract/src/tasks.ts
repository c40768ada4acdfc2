/** Tasks: long work on the catalog that can be watched, canceled and continued after a restart. */
import * as v from 'valibot'
import { moveReasons } from './import-reasons.ts'
import { endpoint } from './kit/endpoint.ts'
import { RecordId } from './users.ts'
import { integer, type TaskKind as Kind, page, pageSize, TaskKind, TaskStatus, WorkId } from './values.ts'

/** The phases of each kind, in order; a task reports its current phase. */
export const taskPhases = {
  sync_works: ['storages', 'feeds', 'newReleases', 'follows', 'records', 'covers'],
  refresh_works: ['numbers', 'records', 'covers', 'thinning'],
  clean_works: ['storages', 'files', 'works', 'entities', 'trash'],
  measure_sounds: ['files'],
  make_backup: ['backup'],
  move_in: ['reading', 'works', 'accounts', 'scans', 'edits', 'ownData'],
} as const satisfies Record<Kind, readonly string[]>
export type TaskPhase = (typeof taskPhases)[Kind][number]

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

/** The kinds of items. A summary counts works by outcome only, and all other items as thing and outcome, such as `covers.added`. */
export const taskItemKinds = [
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
export type TaskItemKind = (typeof taskItemKinds)[number]

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

/** All sources if `sources` is absent. `localOnly`: no request to the marketplace; a later run looks up new works. */
export const SyncOptions = v.object({
  sources: v.optional(v.pipe(v.array(SyncSource), v.maxLength(4, 'listTooLong'))),
  localOnly: v.optional(v.boolean()),
  /** Only these storages, of all that are on. */
  storages: v.optional(v.pipe(v.array(RecordId), v.maxLength(100, 'listTooLong'))),
  /** An administrator confirms that missing files are really gone, however many. */
  acceptLoss: v.optional(v.boolean()),
})
/** `due`: by age and sales, the default; `all`: every known work. `works`: only these. */
export const RefreshOptions = v.object({
  scope: v.optional(v.picklist(['due', 'all'], 'valueUnknown')),
  works: v.optional(v.pipe(v.array(WorkId), v.maxLength(1_000, 'listTooLong'))),
})
/** A dry run, the default, only lists what would be done. `allowMassLoss`: an administrator confirms that so many works are gone. */
export const CleanOptions = v.object({
  dryRun: v.optional(v.boolean()),
  allowMassLoss: v.optional(v.boolean()),
})
/** Measures loudness and waveforms of unmeasured tracks with ffmpeg; there are no options. */
export const MeasureOptions = v.object({})
/**
 * Writes into the backup folder, then deletes old backups. The newest of each day is kept for the last `keepDays` days with backups, the
 * newest of each week for `keepWeeks` weeks (7 and 4 by default). The newest backup always stays.
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

/** A kind with its options, for a new task or a schedule. Imports have their own endpoint. */
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

/** Number of items, including processed ones that are not saved yet; `total` is null while unknown. */
export const TaskProgress = v.object({
  done: v.number(),
  total: v.nullable(v.number()),
  failed: v.number(),
  skipped: v.number(),
})

/** Waiting for a storage. `rateLimited`: it asked for fewer requests. `noResponse`: it does not respond. */
export const TaskWait = v.object({
  reason: v.picklist(['rateLimited', 'noResponse'], 'valueUnknown'),
  /** The next try, or the end of the wait; ISO 8601. */
  until: v.string(),
  /** Maximum total duration of waits without a success in between. */
  limitSeconds: v.number(),
})
export type TaskWait = v.InferOutput<typeof TaskWait>

export const Task = v.object({
  id: v.string(),
  kind: TaskKind,
  status: TaskStatus,
  /** The options as requested, including `dryRun`. */
  options: v.record(v.string(), v.unknown()),
  /** The task whose failed items this one retries. */
  retryOf: v.nullable(v.string()),
  /** Name of the user who started it; null for a schedule, or if the account was deleted. */
  startedBy: v.nullable(v.string()),
  phase: v.nullable(v.string()),
  /** The current item: a work ID, a folder. */
  current: v.nullable(v.string()),
  wait: v.nullable(TaskWait),
  progress: TaskProgress,
  /** Items per second over the last minute; null if it is not running. */
  rate: v.nullable(v.number()),
  secondsLeft: v.nullable(v.number()),
  /**
   * Number of works by outcome over all phases, each work once. `added` wins over `updated` and `unchanged`; `failed`, `notFound` and
   * `skipped` are counted in addition. Other things are counted as `covers.added`, `files.trashed`, `entities.removed`.
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
  /** A work ID, a path or an entity. */
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

/** A log line in the event stream, with the ID of its task. */
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

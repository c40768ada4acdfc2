/** Another server moves in: its database is read, and what it holds becomes ours. `docs/migrate.md` says what becomes what. */
import * as v from 'valibot'
import { Username } from './credentials.ts'
import { endpoint } from './kit/endpoint.ts'
import { line } from './storage-settings.ts'
import { Task } from './tasks.ts'
import { RecordId } from './users.ts'
import { AgeCategory, integer } from './values.ts'

export const moveSources = ['kikoeru', 'audiobookshelf'] as const
export const MoveSource = v.picklist(moveSources, 'valueUnknown')
export type MoveSource = v.InferOutput<typeof MoveSource>

const Path = v.pipe(line(4_096), v.minLength(1, 'required'))
const Name = v.pipe(line(255), v.minLength(1, 'required'))

export const MoveOptions = v.object({
  from: MoveSource,
  /** The folder of the old server on this machine, or its database; without it `upload` says what was uploaded. */
  path: v.optional(Path),
  upload: v.optional(RecordId),
  /** Says what would come, and changes nothing. */
  dryRun: v.boolean(),
  /** The age of works in its folders that no source knows; r18 without it. */
  unknownAge: v.optional(AgeCategory),
  /** The ceiling of new accounts that are no administrators; the settings decide without it. */
  ceiling: v.optional(AgeCategory),
  /** The paths of folders of the old server on this machine, if it says another one. */
  roots: v.optional(v.pipe(v.array(v.object({ name: Name, path: Path })), v.maxLength(100, 'listTooLong'))),
  /** The new names of accounts, if they are renamed. */
  names: v.optional(
    v.pipe(v.array(v.object({ old: Name, name: Username })), v.maxLength(1_000, 'listTooLong')),
  ),
  /** Whether folders that were never scanned are; true without it. */
  scans: v.optional(v.boolean()),
})
export type MoveOptions = v.InferOutput<typeof MoveOptions>

export const moveIn = endpoint({
  method: 'POST',
  path: '/admin/move-in',
  access: 'admin',
  rate: 'write',
  status: 202,
  summary: 'Import another server',
  description:
    'Starts a task of kind `move_in`, with or without a dry run. Its summary and items are the report. 422 if the path may not be read.',
  body: MoveOptions,
  bodyBytes: 512 * 1024,
  response: Task,
})

/** Bytes of all parts together. A database of years of marks has some tens of megabytes. */
export const mostUploadBytes = 256 * 1024 ** 2
/** Bytes of one part: its body is below the megabyte that proxies let through by themselves. */
export const uploadPartBytes = 720_000
const longestPart = (uploadPartBytes / 3) * 4

export const uploadMoveFile = endpoint({
  method: 'POST',
  path: '/admin/move-in/uploads',
  access: 'admin',
  rate: 'write',
  summary: "Upload a part of the old server's database",
  description: 'The first part starts a new upload. 409 if a part does not continue the previous one.',
  body: v.object({
    /** Absent for the first part of a database. */
    upload: v.optional(RecordId),
    file: v.picklist(['database', 'config'], 'valueUnknown'),
    /** How many bytes of the file are there already. */
    at: integer(0, mostUploadBytes),
    /** base64 of at most 720 kB. */
    bytes: v.pipe(
      v.string('textExpected'),
      v.maxLength(longestPart, 'textTooLong'),
      v.regex(/^[A-Za-z0-9+/]+=*$/, 'textExpected'),
    ),
  }),
  bodyBytes: 1024 * 1024,
  response: v.object({ upload: v.string(), sizeBytes: v.number() }),
})

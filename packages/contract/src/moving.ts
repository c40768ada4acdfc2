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
  summary:
    'Starts a task of the kind `move_in`; while one has not ended, 409. A path that may not be read is 422. Its summary and its items are the report.',
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
  summary:
    'One part of a file of the old server. The first part of a database begins an upload, which forgets those before; 409 where a part does not continue what is there.',
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

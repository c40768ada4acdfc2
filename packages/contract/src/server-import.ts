/** Import of another server: reads its database and copies the content. `docs/migrate.md` describes the mapping. */
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
  /** The old server's folder on this machine, or its database; without it, `upload` names the uploaded files. */
  path: v.optional(Path),
  upload: v.optional(RecordId),
  /** Reports what would be imported, and changes nothing. */
  dryRun: v.boolean(),
  /** The age of works in its folders that no source knows; default R18. */
  unknownAge: v.optional(AgeCategory),
  /** The age limit of new accounts other than administrators; the site default if absent. */
  ceiling: v.optional(AgeCategory),
  /** Paths on this machine of the old server's folders, if its own paths differ. */
  roots: v.optional(v.pipe(v.array(v.object({ name: Name, path: Path })), v.maxLength(100, 'listTooLong'))),
  /** New names of renamed accounts. */
  names: v.optional(
    v.pipe(v.array(v.object({ old: Name, name: Username })), v.maxLength(1_000, 'listTooLong')),
  ),
  /** Whether to scan folders that were never scanned; default true. */
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

/** Maximum size of all parts together, in bytes. A database with years of marks has some tens of megabytes. */
export const maxUploadBytes = 256 * 1024 ** 2
/** Size of one part in bytes: its body stays below the megabyte that proxies accept by default. */
export const uploadPartBytes = 720_000
const maxPartLength = (uploadPartBytes / 3) * 4

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
    /** Number of bytes of the file already uploaded. */
    at: integer(0, maxUploadBytes),
    /** Base64 of up to 720 kB. */
    bytes: v.pipe(
      v.string('textExpected'),
      v.maxLength(maxPartLength, 'textTooLong'),
      v.regex(/^[A-Za-z0-9+/]+=*$/, 'textExpected'),
    ),
  }),
  bodyBytes: 1024 * 1024,
  response: v.object({ upload: v.string(), sizeBytes: v.number() }),
})

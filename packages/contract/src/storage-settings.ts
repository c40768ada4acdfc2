/** A storage is opened with these, by its kind. */
import * as v from 'valibot'
import { DriveFolderRef, DriveProvider } from './drives.ts'
import { RecordId } from './users.ts'

export const storageKinds = ['local', 'webdav', 's3', 'drive'] as const
export const StorageKind = v.picklist(storageKinds, 'valueUnknown')
export type StorageKind = v.InferOutput<typeof StorageKind>

/** One line without control characters. */
export const line = (longest: number) =>
  v.pipe(
    v.string('textExpected'),
    v.maxLength(longest, 'textTooLong'),
    v.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'textExpected'),
  )

/** A folder of the machine that the server runs on. */
const LocalSettings = v.object({
  kind: v.literal('local'),
  /** A full path. */
  path: v.pipe(line(4_096), v.minLength(1, 'required')),
})

/** It has no name or password in it: those have fields of their own. */
const Url = v.pipe(
  line(2_000),
  v.check((given) => {
    const url = URL.canParse(given) ? new URL(given) : undefined
    return url !== undefined && /^https?:$/.test(url.protocol) && url.username + url.password === ''
  }, 'urlExpected'),
)

/** Absent keeps the one that is stored for the same address and user; null takes it away. */
const Secret = v.optional(v.nullable(line(1_000)))

/** That the host has a private address is meant: without it no such address is ever spoken to. */
const ownNetwork = v.optional(v.boolean())

const webdav = {
  kind: v.literal('webdav'),
  /** The folder that is the root. */
  url: Url,
  user: v.optional(v.nullable(line(300))),
  /** Follows redirects of files from https to http, without credentials. */
  allowsHttpRedirects: v.optional(v.boolean()),
  ownNetwork,
}

const s3 = {
  kind: v.literal('s3'),
  endpoint: Url,
  region: v.pipe(line(100), v.minLength(1, 'required')),
  bucket: v.pipe(line(255), v.regex(/^[\w.-]+$/, 'bucketWrong')),
  /** The prefix of all keys, as a path. */
  prefix: v.optional(line(1_000)),
  accessKeyId: v.pipe(line(300), v.minLength(1, 'required')),
  /** Whether the bucket is the first part of the path, and not of the host. */
  pathStyle: v.optional(v.boolean()),
  ownNetwork,
}

/** A folder of a linked account. */
const DriveSettings = v.object({
  kind: v.literal('drive'),
  provider: DriveProvider,
  /** The id of the account. */
  account: RecordId,
  folder: DriveFolderRef,
  /** The path of the folder when it was chosen, as people read it; `''` for the top. */
  path: line(4_096),
})

/** The settings that a kind needs to be opened, with its secret. */
export const StorageSettings = v.variant(
  'kind',
  [
    LocalSettings,
    v.object({ ...webdav, password: Secret }),
    v.object({ ...s3, secretAccessKey: Secret }),
    DriveSettings,
  ],
  'valueUnknown',
)
export type StorageSettings = v.InferOutput<typeof StorageSettings>

/** The same without it. */
export const ShownStorageSettings = v.variant(
  'kind',
  [LocalSettings, v.object(webdav), v.object(s3), DriveSettings],
  'valueUnknown',
)
export type ShownStorageSettings = v.InferOutput<typeof ShownStorageSettings>

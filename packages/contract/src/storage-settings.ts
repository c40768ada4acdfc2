/** Settings for opening a storage, by kind. */
import * as v from 'valibot'
import { DriveFolderRef, DriveProvider } from './drives.ts'
import { RecordId } from './users.ts'

export const storageKinds = ['local', 'webdav', 's3', 'drive'] as const
export const StorageKind = v.picklist(storageKinds, 'valueUnknown')
export type StorageKind = v.InferOutput<typeof StorageKind>

/** Returns the schema of a line without control characters. */
export const line = (longest: number) =>
  v.pipe(
    v.string('textExpected'),
    v.maxLength(longest, 'textTooLong'),
    v.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'textExpected'),
  )

/** A folder of the server's machine. */
const LocalSettings = v.object({
  kind: v.literal('local'),
  /** An absolute path. */
  path: v.pipe(line(4_096), v.minLength(1, 'required')),
})

/** A URL without name and password, which have their own fields. */
const Url = v.pipe(
  line(2_000),
  v.check((given) => {
    const url = URL.canParse(given) ? new URL(given) : undefined
    return url !== undefined && /^https?:$/.test(url.protocol) && url.username + url.password === ''
  }, 'urlExpected'),
)

/** If absent, the stored secret for the same address and user is kept; null removes it. */
const Secret = v.optional(v.nullable(line(1_000)))

/** Confirms that the host may have a private address; otherwise, private addresses are never contacted. */
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
  /** Prefix of all keys, as a path. */
  prefix: v.optional(line(1_000)),
  accessKeyId: v.pipe(line(300), v.minLength(1, 'required')),
  /** Whether the bucket is the first path segment instead of part of the host. */
  pathStyle: v.optional(v.boolean()),
  ownNetwork,
}

const DriveSettings = v.object({
  kind: v.literal('drive'),
  provider: DriveProvider,
  account: RecordId,
  folder: DriveFolderRef,
  /** The readable path of the folder when it was chosen; `''` for the root. */
  path: line(4_096),
})

/** Settings including the secret. */
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

/** Settings without the secret. */
export const ShownStorageSettings = v.variant(
  'kind',
  [LocalSettings, v.object(webdav), v.object(s3), DriveSettings],
  'valueUnknown',
)
export type ShownStorageSettings = v.InferOutput<typeof ShownStorageSettings>

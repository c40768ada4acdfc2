/** Google Drive, API v3. It has no public links: downloads need the token, so they go through this server. */
import * as v from 'valibot'
import type { OutboundResponse } from '../../../../lib/outbound.ts'
import { toStatusError } from '../../remote/reach.ts'
import { type Ref, StorageError, type StorageFault } from '../../storage.ts'
import { type Drive, type DriveCalls, type DriveFeed, type DriveNode, parseResponse } from '../drive.ts'
import { parseJson } from '../drive-calls.ts'

const api = 'https://www.googleapis.com/drive/v3'
const scope = 'https://www.googleapis.com/auth/drive.readonly'

/**
 * My Drive and each shared drive have separate change logs, and a user's log lacks some changes in shared drives. The cursor of a shared
 * drive is `{drive} {token}`. Folders in other drives, reached by shortcuts, are listed each time (developers.google.com, about changes;
 * rclone, backend/drive, changeNotifyRunner).
 */
const googleFeed: DriveFeed = {
  begin: async (calls, root) => {
    const { driveId } = await findFile(calls, root)
    const query = { supportsAllDrives: 'true', ...(driveId !== undefined && { driveId }) }
    const { startPageToken } = parseResponse(Start, await get(calls, '/changes/startPageToken', query))
    return driveId === undefined ? startPageToken : `${driveId} ${startPageToken}`
  },
  read: async (calls, from) => {
    const { token, driveId } = parseCursor(from)
    const query = { ...changeQuery, pageToken: token, ...(driveId !== undefined && { driveId }) }
    const { changes, nextPageToken, newStartPageToken } = parseResponse(
      Changes,
      await get(calls, '/changes', query, 'list'),
    )
    const next = nextPageToken ?? newStartPageToken
    if (next === undefined) throw new StorageError('damaged', { cause: 'a feed without a cursor' })
    const touched = changes.flatMap(({ fileId }) => (fileId === undefined ? [] : formatRef(fileId, driveId)))
    const folders = changes.flatMap(({ file }) => (file?.parents ?? []).map((id) => formatRef(id, driveId)))
    const cursor = driveId === undefined ? next : `${driveId} ${next}`
    return { touched, folders, below: [], cursor, hasMore: nextPageToken !== undefined, isReset: false }
  },
  covers: (cursor, folder) => parseCursor(cursor).driveId === parseDriveId(folder),
}

function parseCursor(cursor: string): { readonly token: string; readonly driveId: string | undefined } {
  const [token = '', driveId] = cursor.split(' ').reverse()
  return { token, driveId }
}

/** References of items in a shared drive are followed by the drive's ID. */
const formatRef = (id: string, driveId: string | undefined): Ref =>
  driveId === undefined ? id : `${id} ${driveId}`
const parseId = (ref: Ref): string => ref.split(' ')[0] ?? ''
const parseDriveId = (ref: Ref): string | undefined => ref.split(' ')[1]

const changeQuery = {
  pageSize: '1000',
  includeRemoved: 'true',
  restrictToMyDrive: 'false',
  supportsAllDrives: 'true',
  includeItemsFromAllDrives: 'true',
  fields: 'nextPageToken,newStartPageToken,changes(fileId,removed,file(parents))',
}

export const googleDrive: Drive = {
  facts: {
    provider: 'google_drive',
    authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    // A refresh token is only returned with a new consent.
    authorizeParams: { scope, access_type: 'offline', prompt: 'consent', include_granted_scopes: 'true' },
    tokenUrl: 'https://oauth2.googleapis.com/token',
    revoke: { url: 'https://oauth2.googleapis.com/revoke', by: 'form' },
    hasPkce: true,
    refreshToken: 'kept',
    // Links created by other programs may have the broader scope.
    neededScope: [scope, 'https://www.googleapis.com/auth/drive'],
    issuer: 'https://accounts.google.com',
    setUpFault: 'accessNotConfigured',
    rootRef: 'root',
    links: 'proxy',
    parallel: 4,
    pace: {},
  },
  authorise: (token) => ({ authorization: `Bearer ${token}` }),
  findOwner: async (calls) => {
    const { user } = parseResponse(About, await get(calls, '/about', { fields: 'user' }))
    return { accountId: user.permissionId, name: user.emailAddress ?? user.displayName }
  },
  findSpace: async (calls) => {
    const { storageQuota } = parseResponse(Quota, await get(calls, '/about', { fields: 'storageQuota' }))
    const { limit, usage } = storageQuota
    return limit === undefined ? undefined : { usedBytes: Number(usage), totalBytes: Number(limit) }
  },
  list: async (calls, folder, page) => {
    const query = { ...listing, q: `'${escapeQuery(parseId(folder))}' in parents and trashed=false` }
    const sent = page === undefined ? query : { ...query, pageToken: page }
    const { files, nextPageToken } = parseResponse(Files, await get(calls, '/files', sent, 'list'))
    // A file or a trashed folder is listed like an empty folder, so it is checked.
    if (page === undefined && files.length === 0 && nextPageToken === undefined)
      await assertFolder(calls, folder)
    const nodes = await Promise.all(files.map((file) => resolveShortcut(calls, file)))
    return { nodes, next: nextPageToken }
  },
  stat: async (calls, ref) => toNode(await findFile(calls, ref)),
  link: async (calls, { ref }, refused) => {
    const token = await calls.token(refused?.headers.authorization?.replace('Bearer ', ''))
    const url = `${api}/files/${encodeURIComponent(parseId(ref))}?alt=media&supportsAllDrives=true`
    return { url, headers: { authorization: `Bearer ${token}` }, expiresAt: Number.POSITIVE_INFINITY }
  },
  feed: googleFeed,
  faultOf,
}

const fields =
  'id,driveId,name,mimeType,size,md5Checksum,modifiedTime,trashed,shortcutDetails,capabilities/canDownload'

const listing = {
  pageSize: '1000',
  spaces: 'drive',
  supportsAllDrives: 'true',
  includeItemsFromAllDrives: 'true',
  fields: `nextPageToken,files(${fields})`,
}

const escapeQuery = (ref: Ref) => ref.replaceAll('\\', '\\\\').replaceAll("'", "\\'")

const get = (
  calls: DriveCalls,
  path: string,
  query: Readonly<Record<string, string>>,
  paced: 'list' | 'other' = 'other',
) => calls.send({ url: `${api}${path}?${new URLSearchParams(query)}`, paced })

const About = v.object({
  user: v.object({
    permissionId: v.string(),
    displayName: v.string(),
    emailAddress: v.optional(v.string()),
  }),
})

/** `limit` is missing if the storage is unlimited. */
const Quota = v.object({ storageQuota: v.object({ limit: v.optional(v.string()), usage: v.string() }) })

/** `size` is a string. */
const File = v.object({
  id: v.string(),
  /** Set for items in shared drives. */
  driveId: v.optional(v.string()),
  name: v.string(),
  mimeType: v.string(),
  size: v.optional(v.pipe(v.string(), v.digits(), v.transform(Number))),
  md5Checksum: v.optional(v.string()),
  modifiedTime: v.optional(v.string()),
  trashed: v.optional(v.boolean()),
  shortcutDetails: v.optional(
    v.object({ targetId: v.optional(v.string()), targetMimeType: v.optional(v.string()) }),
  ),
  capabilities: v.optional(v.object({ canDownload: v.optional(v.boolean()) })),
})
type File = v.InferOutput<typeof File>

const Start = v.object({ startPageToken: v.string() })

/** A change of a shared drive itself has no file. */
const Changes = v.object({
  changes: v.array(
    v.object({
      fileId: v.optional(v.string()),
      file: v.optional(v.object({ parents: v.optional(v.array(v.string())) })),
    }),
  ),
  nextPageToken: v.optional(v.string()),
  newStartPageToken: v.optional(v.string()),
})

const Files = v.object({ files: v.array(File), nextPageToken: v.optional(v.string()) })

const folderType = 'application/vnd.google-apps.folder'

async function findFile(calls: DriveCalls, ref: Ref): Promise<File> {
  const path = `/files/${encodeURIComponent(parseId(ref))}`
  const file = parseResponse(File, await get(calls, path, { fields, supportsAllDrives: 'true' }))
  if (file.trashed === true) throw new StorageError('notFound')
  return file
}

async function assertFolder(calls: DriveCalls, folder: Ref): Promise<void> {
  const { mimeType } = await findFile(calls, folder)
  if (mimeType !== folderType) throw new StorageError('notFound')
}

/** Resolves a shortcut to its target, under the shortcut's name. A broken shortcut is listed, but cannot be read. */
async function resolveShortcut(calls: DriveCalls, file: File): Promise<DriveNode> {
  const { targetId, targetMimeType } = file.shortcutDetails ?? {}
  if (targetId === undefined) return toNode(file)
  const toldAs = formatRef(file.id, file.driveId)
  if (targetMimeType === folderType)
    return { ...toNode(file), ref: await folderRef(calls, targetId), toldAs, kind: 'folder' }
  try {
    return { ...toNode(await findFile(calls, targetId)), toldAs, name: file.name }
  } catch (error) {
    if (error instanceof StorageError && /^(?:notFound|forbidden)$/.test(error.fault)) return toNode(file)
    throw error
  }
}

/** Returns the reference with the shared drive of the target; only the ID if the folder cannot be read. */
async function folderRef(calls: DriveCalls, id: string): Promise<Ref> {
  try {
    return formatRef(id, (await findFile(calls, id)).driveId)
  } catch (error) {
    if (error instanceof StorageError && /^(?:notFound|forbidden)$/.test(error.fault)) return id
    throw error
  }
}

function toNode({
  id,
  driveId,
  name,
  mimeType,
  size = 0,
  modifiedTime,
  md5Checksum,
  capabilities,
}: File): DriveNode {
  const modifiedAt = new Date(modifiedTime ?? 0).toISOString()
  const isOwn = mimeType.startsWith('application/vnd.google-apps.') || capabilities?.canDownload === false
  const kind = mimeType === folderType ? 'folder' : isOwn ? 'special' : 'file'
  const hash = md5Checksum === undefined ? {} : { hash: `md5:${md5Checksum}` }
  return { ref: formatRef(id, driveId), name, kind, sizeBytes: size, modifiedAt, ...hash }
}

const ErrorResponse = v.object({
  error: v.object({
    errors: v.optional(v.array(v.object({ reason: v.optional(v.string()) }))),
    details: v.optional(v.array(v.object({ reason: v.optional(v.string()) }))),
  }),
})

function faultOf(received: OutboundResponse): StorageError | 'expired' | undefined {
  const { status, headers } = received
  if (status === 200) return undefined
  if (status === 401) return 'expired'
  if (status !== 403 || !/\bjson\b/.test(headers['content-type'] ?? '')) return toStatusError(received)
  const read = v.safeParse(ErrorResponse, parseJson(received))
  const { errors, details } = read.success ? read.output.error : {}
  const isOff = details?.some((one) => one.reason === 'SERVICE_DISABLED')
  const reason = isOff ? 'accessNotConfigured' : errors?.[0]?.reason || 'unknown'
  const wait = retryDelays[reason]
  const fault: StorageFault = wait === undefined ? 'forbidden' : 'rateLimited'
  return new StorageError(fault, { retryAfterMs: wait, cause: reason })
}

const [minuteMs, hourMs] = [60_000, 3_600_000]

/** Google does not send Retry-After. */
const retryDelays: Readonly<Record<string, number>> = {
  rateLimitExceeded: minuteMs / 2,
  userRateLimitExceeded: minuteMs / 2,
  sharingRateLimitExceeded: minuteMs,
  dailyLimitExceeded: hourMs,
  downloadQuotaExceeded: hourMs,
}

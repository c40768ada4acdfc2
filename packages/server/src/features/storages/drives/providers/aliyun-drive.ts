/** Aliyun Drive, open platform. References are `{drive} {file}`. An account has one or more drives, which appear as folders in its root. */
import * as v from 'valibot'
import type { OutboundResponse } from '../../../../lib/outbound.ts'
import { printableName } from '../../../../lib/printable.rules.ts'
import { toStatusError } from '../../remote/reach.ts'
import { type Ref, StorageError, type StorageFault } from '../../storage.ts'
import {
  type Drive,
  type DriveCalls,
  type DriveDevice,
  type DriveNode,
  type DrivePage,
  jsonRequest,
  type OAuthFault,
  type OAuthResult,
  parseResponse,
} from '../drive.ts'
import { tryParseJson } from '../drive-calls.ts'

const api = 'https://openapi.alipan.com'

/** The authorization code from the QR flow is exchanged like any other. */
const device: DriveDevice = {
  begin: async (send, { clientId, clientSecret }) => {
    const scopes = ['user:base', 'file:all:read']
    const parameters = { client_id: clientId, client_secret: clientSecret, scopes, width: 430, height: 430 }
    const { sid } = parseResponse(
      BegunResponse,
      tryParseJson(await send(jsonRequest(`${api}/oauth/authorize/qrcode`, parameters))),
    )
    const page = `https://www.aliyundrive.com/o/oauth/authorize?sid=${encodeURIComponent(sid)}`
    return { qr: page, page, held: { sid }, everyMs: 2_000 }
  },
  poll: async (send, { sid = '' }) => {
    const url = `${api}/oauth/qrcode/${encodeURIComponent(sid)}/status`
    const found = parseResponse(Scan, tryParseJson(await send({ url, method: 'GET', headers: {} })))
    if (found.status === 'WaitLogin') return 'waiting'
    if (found.status === 'ScanSuccess') return 'seen'
    if (found.status !== 'LoginSuccess' || !found.authCode) return 'over'
    return { fields: { grant_type: 'authorization_code', code: found.authCode } }
  },
}

const BegunResponse = v.object({ sid: v.string() })
const Scan = v.object({ status: v.string(), authCode: v.nullish(v.string()) })

export const aliyunDrive: Drive = {
  facts: {
    provider: 'aliyun_drive',
    authorizeUrl: `${api}/oauth/authorize`,
    authorizeParams: { scope: 'user:base,file:all:read' },
    tokenUrl: `${api}/oauth/access_token`,
    tokensBy: 'json',
    tokenFields: { code: ['client_id', 'client_secret', 'grant_type', 'code'] },
    // Without the client secret, no refresh token is returned.
    hasPkce: false,
    refreshToken: 'once',
    rootRef: 'top',
    links: 'redirect',
    isReachedDirectly: true,
    parallel: 1,
    // Two per user and app; the vendor's Android SDK runs two downloads at a time.
    readers: 2,
    pace: { list: 3.9, link: 0.9, other: 14.9 },
  },
  authorise: (token) => ({ authorization: `Bearer ${token}` }),
  device,
  findOwner: async (calls) => {
    const { id, name } = parseResponse(
      User,
      await calls.send({ url: `${api}/oauth/users/info`, paced: 'other' }),
    )
    return { accountId: id, name: name || id }
  },
  findSpace: async (calls) => {
    const { personal_space_info: space } = parseResponse(Space, await post(calls, '/user/getSpaceInfo', {}))
    return { usedBytes: space.used_size, totalBytes: space.total_size }
  },
  list: async (calls, folder, page) => {
    if (folder !== 'top') return listPage(calls, folder, page)
    const areas = await listAreas(calls)
    const [only] = areas
    if (areas.length > 1) return { nodes: areas, next: undefined }
    if (!only) throw new StorageError('forbidden', { cause: 'no drive was granted' })
    return listPage(calls, only.ref, page)
  },
  stat: async (calls, ref) => findItem(calls, ref),
  link: async (calls, { ref }) => {
    const parameters = { ...parseRef(ref), expire_sec: 900 }
    const { url, expiration, status } = parseResponse(
      Download,
      await post(calls, '/openFile/getDownloadUrl', parameters, 'link'),
    )
    if (!url || !expiration)
      throw new StorageError('forbidden', {
        cause: `no download: ${printableName(String(status ?? 'no reason given')).slice(0, 80)}`,
      })
    return { url, headers: {}, expiresAt: Date.parse(expiration) }
  },
  isCrowded: (status, body) => status === 403 && body.includes('ExceedMaxConcurrency'),
  faultOf,
  readOAuth: parseOAuthError,
}

const post = (
  calls: DriveCalls,
  path: string,
  json: object,
  paced: 'list' | 'link' | 'other' = 'other',
): Promise<unknown> => calls.send({ url: `${api}/adrive/v1.0${path}`, method: 'POST', json, paced })

function parseRef(ref: Ref): { readonly drive_id: string; readonly file_id: string } {
  const [drive_id = '', file_id = ''] = ref.split(' ')
  return { drive_id, file_id }
}

/** Returns the drives to which access was granted, named as in the provider's own app. */
async function listAreas(calls: DriveCalls): Promise<DriveNode[]> {
  const found = parseResponse(Drives, await post(calls, '/user/getDriveInfo', {}))
  const { resource_drive_id: resource, backup_drive_id: backup, default_drive_id: usual } = found
  const areas = [
    ...(resource ? [folderNode('资源库', resource)] : []),
    ...(backup ? [folderNode('备份盘', backup)] : []),
  ]
  return areas.length === 0 && usual ? [folderNode('', usual)] : areas
}

const folderNode = (name: string, drive: string): DriveNode => ({
  ref: `${drive} root`,
  name,
  kind: 'folder',
  sizeBytes: 0,
  modifiedAt: epochStart,
})

const epochStart = new Date(0).toISOString()

async function listPage(calls: DriveCalls, folder: Ref, page: string | undefined): Promise<DrivePage> {
  const { drive_id, file_id: parent_file_id } = parseRef(folder)
  const parameters = { drive_id, parent_file_id, limit: 100, order_by: 'name', order_direction: 'ASC' }
  const sent = page === undefined ? parameters : { ...parameters, marker: page }
  const { items, next_marker } = parseResponse(Items, await post(calls, '/openFile/list', sent, 'list'))
  // A file has no children and may be listed as an empty folder, so the kind is checked.
  if (page === undefined && items.length === 0) await assertFolder(calls, folder)
  return { nodes: items.map(toNode), next: next_marker || undefined }
}

async function findItem(calls: DriveCalls, ref: Ref): Promise<DriveNode> {
  const { drive_id, file_id } = parseRef(ref)
  if (file_id === 'root') return folderNode('', drive_id)
  return toNode(parseResponse(Item, await post(calls, '/openFile/get', { drive_id, file_id })))
}

async function assertFolder(calls: DriveCalls, folder: Ref): Promise<void> {
  if ((await findItem(calls, folder)).kind !== 'folder') throw new StorageError('notFound')
}

const User = v.object({ id: v.string(), name: v.optional(v.string(), '') })
const Space = v.object({ personal_space_info: v.object({ used_size: v.number(), total_size: v.number() }) })
const Drives = v.object({
  default_drive_id: v.nullish(v.string()),
  resource_drive_id: v.nullish(v.string()),
  backup_drive_id: v.nullish(v.string()),
})
/** URL and time are missing if the account exceeds its capacity or the file is blocked; `status` has the reason. */
const Download = v.object({
  url: v.nullish(v.string()),
  expiration: v.nullish(v.string()),
  status: v.nullish(v.union([v.string(), v.number()])),
})

const Item = v.object({
  drive_id: v.string(),
  file_id: v.string(),
  name: v.string(),
  type: v.picklist(['file', 'folder']),
  size: v.nullish(v.number(), 0),
  updated_at: v.optional(v.string()),
  content_hash: v.nullish(v.string()),
  content_hash_name: v.nullish(v.string()),
  punish_flag: v.nullish(v.number()),
})

const Items = v.object({ items: v.array(Item), next_marker: v.nullish(v.string()) })

/** Frozen, or classified as illegal. */
const blockedFlags: ReadonlySet<number> = new Set([2, 103])

function toNode(item: v.InferOutput<typeof Item>): DriveNode {
  const { drive_id, file_id, name, type, size, updated_at, content_hash: sha1, punish_flag } = item
  const hasHash = sha1 && (item.content_hash_name ?? 'sha1') === 'sha1'
  return {
    ref: `${drive_id} ${file_id}`,
    name,
    kind: blockedFlags.has(punish_flag ?? 0) ? 'special' : type,
    sizeBytes: size,
    modifiedAt: new Date(updated_at ?? 0).toISOString(),
    ...(hasHash && { hash: `sha1:${sha1.toLowerCase()}` }),
  }
}

const ErrorResponse = v.object({ code: v.string(), message: v.optional(v.string()) })

function parseError(received: OutboundResponse): v.InferOutput<typeof ErrorResponse> | undefined {
  const read = v.safeParse(ErrorResponse, tryParseJson(received))
  return read.success ? read.output : undefined
}

const faultsByCode: Readonly<Record<string, StorageFault>> = {
  PermissionDenied: 'revoked',
  UserNotAllowedAccessDrive: 'forbidden',
  ForbiddenFileInTheRecycleBin: 'notFound',
  ExceedCapacityForbidden: 'forbidden',
  ForbiddenDriveLocked: 'forbidden',
  ForbiddenDriveNotValid: 'forbidden',
  'NotFound.FileId': 'notFound',
  'NotFound.File': 'notFound',
}

function faultOf(received: OutboundResponse): StorageError | 'expired' | undefined {
  const { status, headers } = received
  if (status === 200) return undefined
  const code = parseError(received)?.code ?? ''
  if (status === 401 || /^(?:AccessTokenInvalid|AccessTokenExpired|I400JD)$/.test(code)) return 'expired'
  const fault = faultsByCode[code]
  if (fault !== undefined) return new StorageError(fault, { cause: code })
  const waitMs = Number(headers['x-retry-after'])
  // In milliseconds, unlike Retry-After.
  if (status === 429 && waitMs > 0)
    return new StorageError('rateLimited', { retryAfterMs: waitMs, cause: code })
  return toStatusError(received)
}

const oauthFaults: Readonly<Record<string, OAuthFault>> = {
  AppNotExists: 'app',
  InvalidClientSecret: 'app',
  InvalidClientId: 'app',
  InvalidCode: 'refused',
  RefreshTokenExpired: 'refused',
  RefreshTokenInvalid: 'refused',
}

function parseOAuthError(received: OutboundResponse): OAuthResult | undefined {
  const { status } = received
  if (status === 200 || status === 429 || status >= 500) return undefined
  const { code = '', message: detail = code } = parseError(received) ?? {}
  return { type: 'refused', fault: oauthFaults[code] ?? 'unclear', detail }
}

/** Aliyun Drive, according to the SDKs of its open platform. */
import { createHash, randomBytes } from 'node:crypto'
import { respondBytes } from '../http/file-tree.ts'
import { authorise, createIssuer, type FakeIssuer } from './fake-issuer.ts'
import {
  bearerIn,
  createDriveTree,
  type DriveItem,
  type DriveTree,
  type FakeProvider,
  json,
  type ProviderReply,
  type ProviderRequest,
} from './fake-provider.ts'
import { createFakeScans, type FakeScans } from './fake-scans.ts'

const [api, otherApi, data] = [
  'openapi.alipan.com',
  'openapi.aliyundrive.com',
  'cn-beijing-data.aliyundrive.net',
] as const
const accessSeconds = 7_200
const pageSize = 100
const [resource, backup] = ['101', '102'] as const

export interface FakeAliyunDrive extends FakeProvider {
  readonly scans: FakeScans
  /** Grants access to the backup drive as well, which contains one file. */
  readonly grantBackup: () => void
  /** Rejects the fifth listing within a second. */
  readonly countLists: () => void
  /** Links of this file are null, with this status. */
  readonly block: (path: string, status: string) => void
  /** Bodies stop halfway until the returned function is called. */
  readonly holdBodies: () => () => void
  /** The maximum number of open bodies, and how many requests were rejected because of it. */
  readonly readers: { readonly most: number; readonly refused: number }
}

interface Aliyun {
  hasBackup: boolean
  countsLists: boolean
  lists: number[]
  readonly issuer: FakeIssuer
  readonly tree: DriveTree
  readonly scans: FakeScans
  readonly links: Map<string, { readonly bytes: Buffer; readonly modifiedAt: Date; readonly until: number }>
  readonly blocked: Map<string, string>
  readonly readers: { open: number; most: number; refused: number }
  held: Promise<void> | undefined
  readonly now: () => number
}

export function createAliyunDrive(now: () => number): FakeAliyunDrive {
  const manner = { codeMs: 600_000, accessMs: accessSeconds * 1000, refreshTokens: 'once' } as const
  const issuer = createIssuer('aliyun', { ...manner, looksLike: 'jwt' }, now)
  const tree = createDriveTree('root', (number) => `5f${number.toString(16).padStart(6, '0')}`)
  const scans = createFakeScans(issuer, now)
  const of: Aliyun = { ...newState(), issuer, tree, scans, now }
  return {
    name: 'aliyun_drive',
    hosts: [api, otherApi, data],
    issuer,
    tree,
    scans,
    hasTwins: true,
    endLinks: () => of.links.clear(),
    grantBackup: () => {
      of.hasBackup = true
    },
    countLists: () => {
      of.countsLists = true
    },
    block: (path, status) => void of.blocked.set(tree.at(path)?.id ?? '', status),
    holdBodies: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      of.held = promise
      return () => {
        of.held = undefined
        resolve()
      }
    },
    readers: of.readers,
    reply: (request) => {
      const { host, path } = request
      if (host === data) return download(of, request)
      if (path === '/oauth/authorize') return authorise(request, issuer, () => ({ hasRefresh: true }))
      if (path === '/oauth/access_token') return token(of, request)
      if (path === '/oauth/authorize/qrcode') return beginScan(of, request)
      if (path.startsWith('/oauth/qrcode/')) return scanned(of, path.split('/')[3] ?? '')
      return call(of, request)
    },
  }
}

const newState = () => ({
  hasBackup: false,
  countsLists: false,
  lists: [],
  links: new Map(),
  blocked: new Map(),
  readers: { open: 0, most: 0, refused: 0 },
  held: undefined,
})

const refused = (status: number, code: string) =>
  json(status, { code, message: `<b>${code}</b>`, requestId: 'r1' })

/** Returns undefined if the body is not JSON. */
const sentJson = ({ headers, body }: ProviderRequest): Record<string, string> | undefined =>
  /\bjson\b/.test(headers['content-type'] ?? '') ? JSON.parse(body || '{}') : undefined

function token({ issuer }: Aliyun, request: ProviderRequest): ProviderReply {
  const sent = sentJson(request)
  if (!sent) return refused(400, 'InvalidParameter.Body')
  const { client_id: clientId = '', client_secret: clientSecret = '', code = '', refresh_token = '' } = sent
  const app = { clientId, clientSecret }
  const isFirst = sent.grant_type === 'authorization_code'
  const got = isFirst
    ? issuer.exchange({ app, code, redirectUri: undefined, verifier: undefined })
    : issuer.refresh({ app, refreshToken: refresh_token })
  if (got === 'invalid_client') return refused(400, 'InvalidClientSecret')
  if (typeof got === 'string') return refused(400, isFirst ? 'InvalidCode' : 'RefreshTokenInvalid')
  const { accessToken: access_token, refreshToken } = got
  return json(200, {
    token_type: 'Bearer',
    access_token,
    refresh_token: refreshToken,
    expires_in: accessSeconds,
  })
}

function beginScan({ issuer, scans }: Aliyun, request: ProviderRequest): ProviderReply {
  const sent = sentJson(request)
  if (sent?.client_secret !== issuer.app.clientSecret) return refused(400, 'InvalidClientSecret')
  const sid = scans.begin()
  return json(200, { qrCodeUrl: `https://${api}/oauth/qrcode/${sid}`, sid })
}

function scanned({ scans }: Aliyun, sid: string): ProviderReply {
  const state = scans.stateOf(sid)
  if (state === 'confirmed') return json(200, { status: 'LoginSuccess', authCode: scans.codeOf(sid) })
  return json(200, { status: { waiting: 'WaitLogin', seen: 'ScanSuccess', over: 'QRCodeExpired' }[state] })
}

function call(aliyun: Aliyun, request: ProviderRequest): ProviderReply {
  const { path, headers, method } = request
  if (!aliyun.issuer.isGood(bearerIn(headers))) return refused(401, 'AccessTokenInvalid')
  if (path === '/oauth/users/info') return json(200, { id: 'u1', name: 'Haruka', avatar: '' })
  const sent = method === 'POST' ? sentJson(request) : undefined
  if (!sent) return json(404, { timestamp: 'x', status: 404, error: 'Not Found', path })
  if (path === '/adrive/v1.0/user/getDriveInfo') return json(200, drivesOf(aliyun))
  if (path === '/adrive/v1.0/user/getSpaceInfo')
    return json(200, { personal_space_info: { used_size: 1, total_size: 107_374_182_400 } })
  if (path === '/adrive/v1.0/openFile/list') return list(aliyun, sent)
  const item = sent.drive_id === resource ? aliyun.tree.find(sent.file_id ?? '') : undefined
  if (!item) return refused(404, 'NotFound.FileId')
  if (path === '/adrive/v1.0/openFile/get') return json(200, itemOf(item))
  return link(aliyun, item, Number(sent.expire_sec ?? 900))
}

const drivesOf = ({ hasBackup }: Aliyun) => ({
  user_id: 'u1',
  name: 'Haruka',
  avatar: '',
  default_drive_id: '100',
  resource_drive_id: resource,
  ...(hasBackup && { backup_drive_id: backup }),
})

/** The marker of the last page is an empty string. Files have no children. */
function list(aliyun: Aliyun, sent: Record<string, string>): ProviderReply {
  const { tree, now } = aliyun
  aliyun.lists = [...aliyun.lists.filter((at) => at > now() - 1_000), now()]
  if (aliyun.countsLists && aliyun.lists.length > 4)
    return {
      ...refused(429, 'TooManyRequests'),
      headers: { 'content-type': 'application/json', 'x-retry-after': '1000' },
    }
  if (sent.drive_id === backup) return json(200, { items: [inBackup], next_marker: '' })
  const limit = Number(sent.limit ?? 50)
  if (limit > pageSize) return refused(400, 'InvalidParameter.Limit')
  if (sent.drive_id !== resource || !tree.find(sent.parent_file_id ?? ''))
    return refused(404, 'NotFound.FileId')
  const all = tree.childrenOf(sent.parent_file_id ?? '')
  const from = Number(sent.marker ?? 0)
  const end = from + limit
  const items = all.slice(from, end).map(itemOf)
  return json(200, { items, next_marker: end < all.length ? String(end) : '' })
}

const inBackup = {
  drive_id: backup,
  file_id: 'b1',
  parent_file_id: 'root',
  name: 'phone',
  type: 'folder',
  created_at: '2026-01-02T03:04:05.678Z',
  updated_at: '2026-01-02T03:04:05.678Z',
}

function itemOf({ id, name, parent, bytes, modifiedAt }: DriveItem): object {
  const at = modifiedAt.toISOString()
  const facts = {
    drive_id: resource,
    file_id: id,
    parent_file_id: parent,
    name,
    created_at: at,
    updated_at: at,
  }
  if (!bytes) return { ...facts, type: 'folder' }
  const content_hash = createHash('sha1').update(bytes).digest('hex').toUpperCase()
  return {
    ...facts,
    type: 'file',
    size: bytes.length,
    content_hash,
    content_hash_name: 'sha1',
    punish_flag: 0,
  }
}

/**
 * If the account is over its capacity or the file is blocked, the response is HTTP 200 with nulls and a `status` (AlistGo/alist issue
 * 5453).
 */
function link(
  { links, blocked, now }: Aliyun,
  { id, bytes, modifiedAt }: DriveItem,
  seconds: number,
): ProviderReply {
  if (!bytes) return refused(400, 'InvalidParameter.FileId')
  const status = blocked.get(id)
  if (status !== undefined) return json(200, { url: null, expiration: null, method: 'GET', status })
  const [name, until] = [randomBytes(12).toString('hex'), now() + Math.min(seconds, 900) * 1000]
  links.set(name, { bytes, modifiedAt, until })
  const url = `https://${data}/${name}?x-oss-expires=${Math.floor(until / 1000)}&x-oss-signature=x`
  return json(200, { url, expiration: new Date(until).toISOString(), method: 'GET', size: bytes.length })
}

/**
 * Rejects the third open body of a user and app with HTTP 403 and ExceedMaxConcurrency. The provider's SDK for Android then waits one
 * second, and runs two downloads at a time (alibaba/aliyunpan-android-sdk, OKHttpHelper and AliyunpanDownloader; AlistGo/alist issue
 * 7258; OpenListTeam/OpenList issue 2969).
 */
function download({ links, readers, held, now }: Aliyun, { path, headers }: ProviderRequest): ProviderReply {
  if (headers.referer !== undefined) return denied('You are denied by bucket referer policy.')
  const found = links.get(path.slice(1))
  if (!found || found.until <= now()) return denied('Request has expired.')
  if (readers.open >= maxReaders) {
    readers.refused += 1
    return denied(
      '{"code":"ExceedMaxConcurrency","message":"Exceed max concurrency"}',
      'RequestDeniedByCallback',
    )
  }
  readers.open += 1
  readers.most = Math.max(readers.most, readers.open)
  const onClose = () => {
    readers.open -= 1
  }
  return { ...respondBytes({ ...found, etag: '' }, headers.range), onClose, ...(held && { held }) }
}

const maxReaders = 2

const denied = (message: string, code = 'AccessDenied'): ProviderReply => ({
  status: 403,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`,
})

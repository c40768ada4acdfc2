/** Baidu Netdisk, according to the documentation of its open platform and to independent clients. */
import { createHash, randomBytes } from 'node:crypto'
import { respondBytes } from '../http/file-tree.ts'
import { authorise, createIssuer, type FakeIssuer } from './fake-issuer.ts'
import {
  createDriveTree,
  type DriveItem,
  type DriveTree,
  type FakeProvider,
  type ProviderReply,
  type ProviderRequest,
} from './fake-provider.ts'
import { createFakeScans, type FakeScans } from './fake-scans.ts'

const [oauth, api, dlinks, data] = [
  'openapi.baidu.com',
  'pan.baidu.com',
  'd.pcs.baidu.com',
  'bjbgp01.baidupcs.com',
] as const
const accessSeconds = 2_592_000
const dlinkMs = 8 * 60 * 60_000
const dataMs = 60 * 60_000
const maxPageSize = 1_000
const pollMs = 5_000

export interface FakeBaiduNetdisk extends FakeProvider {
  readonly scans: FakeScans
  /** Rejects `uinfo` while listings work, as for accounts authorized since July 2026 (OpenListTeam/OpenList issue 2839). */
  readonly hideUser: (errno: 20015 | 20016) => void
}

interface Kept {
  readonly bytes: Buffer
  readonly modifiedAt: Date
  readonly until: number
}

interface Baidu {
  /** Time of the last poll for a code. */
  polledAt: number
  hidden: number | undefined
  readonly issuer: FakeIssuer
  readonly tree: DriveTree
  readonly scans: FakeScans
  readonly dlinks: Map<string, Kept>
  readonly links: Map<string, Kept>
  readonly now: () => number
}

export function createBaiduNetdisk(now: () => number): FakeBaiduNetdisk {
  const manner = { codeMs: 600_000, accessMs: accessSeconds * 1000, refreshTokens: 'once' } as const
  const issuer = createIssuer('baidu', { ...manner, isSpentByFailure: true, endsOlderAccess: true }, now)
  const tree = createDriveTree('0', (number) => String(firstId + BigInt(number)))
  const scans = createFakeScans(issuer, now)
  const of: Baidu = {
    polledAt: 0,
    hidden: undefined,
    issuer,
    tree,
    scans,
    dlinks: new Map(),
    links: new Map(),
    now,
  }
  return {
    name: 'baidu_netdisk',
    hosts: [oauth, api, dlinks, data],
    issuer,
    tree,
    scans,
    endLinks: () => of.links.clear(),
    hideUser: (errno) => {
      of.hidden = errno
    },
    reply: (request) => {
      const { host, path } = request
      if (host === data) return download(of, request)
      if (host === dlinks) return follow(of, request)
      if (path === '/oauth/2.0/authorize') return authorise(request, issuer, () => ({ hasRefresh: true }))
      if (path === '/oauth/2.0/device/code') return beginScan(of, request)
      if (path === '/oauth/2.0/token') return token(of, request)
      return call(of, request)
    },
  }
}

/** This ID and the next one are equal as JavaScript numbers. */
const firstId = 1_122_334_455_667_788_000n
const writtenAgain = 1_000_000_000n

/** Changes with the content. */
const fsIdOf = ({ id, version }: DriveItem) => String(BigInt(id) + BigInt(version) * writtenAgain)

/** IDs are written as JSON numbers of any length. */
const jsonReply = (value: object, status = 200): ProviderReply => ({
  status,
  headers: { 'content-type': 'application/json; charset=UTF-8' },
  body: JSON.stringify(value).replaceAll(/"(fs_id|request_id)":"(\d+)"/g, '"$1":$2'),
})

const request_id = '9075202382938000123'
const refused = (errno: number) => jsonReply({ errno, errmsg: `<b>${errno}</b>`, request_id })
/** The gateway in front of the files has error responses of its own. */
const stopped = (error_code: number, status = 200) =>
  jsonReply({ error_code, error_msg: 'user is not authorized, hitcode:119', request_id }, status)
const issuerRefused = (error: string, error_description = `<b>${error}</b>`) =>
  jsonReply({ error, error_description }, 400)

/** Ignores the body. Tokens have no type. */
function token(baidu: Baidu, { method, query }: ProviderRequest): ProviderReply {
  if (method !== 'GET') return issuerRefused('invalid_request')
  const { issuer } = baidu
  const [clientId = '', clientSecret = ''] = [query.get('client_id'), query.get('client_secret')].map(
    (value) => value ?? '',
  )
  const app = { clientId, clientSecret }
  const code = query.get('code') ?? ''
  const redirectUri = query.get('redirect_uri') ?? ''
  switch (query.get('grant_type')) {
    case 'authorization_code':
      return tokens(issuer.exchange({ app, code, redirectUri, verifier: undefined }), query)
    case 'refresh_token':
      return tokens(issuer.refresh({ app, refreshToken: query.get('refresh_token') ?? '' }), query)
    case 'device_token':
      return tokensOfScan(baidu, app, code, query)
    default:
      return issuerRefused('unsupported_grant_type')
  }
}

function tokens(got: ReturnType<FakeIssuer['exchange']>, query: URLSearchParams): ProviderReply {
  if (got === 'invalid_grant' && query.has('refresh_token'))
    return issuerRefused('expired_token', '<b>refresh token has been used</b>')
  if (typeof got === 'string') return issuerRefused(got)
  const { accessToken: access_token, refreshToken: refresh_token } = got
  const empty = { session_key: '', session_secret: '' }
  return jsonReply({
    expires_in: accessSeconds,
    refresh_token,
    access_token,
    scope: 'basic netdisk',
    ...empty,
  })
}

function beginScan({ issuer, scans }: Baidu, { query }: ProviderRequest): ProviderReply {
  if (query.get('client_id') !== issuer.app.clientId) return issuerRefused('invalid_client')
  if (query.get('response_type') !== 'device_code') return issuerRefused('invalid_request')
  const device_code = scans.begin()
  const page = `https://${oauth}/device`
  const shown = { user_code: device_code.slice(0, 8), verification_url: page, qrcode_url: `${page}/qrcode/x` }
  return jsonReply({ device_code, ...shown, expires_in: 300, interval: pollMs / 1000 })
}

/** Clients cannot tell a scanned code from an unscanned one; both are pending. */
function tokensOfScan(
  baidu: Baidu,
  app: FakeIssuer['app'],
  code: string,
  query: URLSearchParams,
): ProviderReply {
  const { scans, issuer, now } = baidu
  const isTooSoon = now() - baidu.polledAt < pollMs
  baidu.polledAt = now()
  if (isTooSoon) return issuerRefused('slow_down')
  const state = scans.stateOf(code)
  if (state === 'over') return issuerRefused('invalid_grant', '<b>device code has expired</b>')
  if (state !== 'confirmed') return issuerRefused('authorization_pending')
  const given = { app, code: scans.codeOf(code), redirectUri: undefined, verifier: undefined }
  return tokens(issuer.exchange(given), query)
}

/** Each API reports an expired token differently. */
function call(baidu: Baidu, { path, query }: ProviderRequest): ProviderReply {
  const isGood = baidu.issuer.isGood(query.get('access_token') ?? undefined)
  const what = `${path} ${query.get('method') ?? ''}`
  switch (what) {
    case '/rest/2.0/xpan/nas uinfo':
      if (baidu.hidden !== undefined) return refused(baidu.hidden)
      return isGood ? jsonReply(user) : stopped(110)
    case '/api/quota ':
      return isGood
        ? jsonReply({ errno: 0, total: 2_199_023_255_552, used: 1, free: 1, expire: false })
        : refused(-6)
    case '/rest/2.0/xpan/file list':
      return isGood ? list(baidu, query) : refused(111)
    case '/rest/2.0/xpan/multimedia filemetas':
      return isGood ? metas(baidu, query) : refused(111)
    default:
      return stopped(3)
  }
}

const user = {
  errno: 0,
  errmsg: 'succ',
  avatar_url: 'https://dss0.bdstatic.com/x.jpg',
  baidu_name: 'haruka',
  netdisk_name: 'Haruka',
  request_id,
  uk: 208_281_036,
  vip_type: 0,
}

/** A page that is shorter than requested is the last one. */
function list({ tree }: Baidu, query: URLSearchParams): ProviderReply {
  const dir = query.get('dir') ?? '/'
  const folder = dir.startsWith('/') ? tree.at(dir.slice(1)) : undefined
  if (!folder || folder.bytes) return refused(-9)
  const start = Number(query.get('start') ?? 0)
  const limit = Math.min(Number(query.get('limit') ?? maxPageSize), maxPageSize)
  const found = tree.childrenOf(folder.id).slice(start, start + limit)
  return jsonReply({
    errno: 0,
    guid: 0,
    guid_info: '',
    list: found.map((item) => listed(tree, item)),
    request_id,
  })
}

function facts(tree: DriveTree, item: DriveItem) {
  const { bytes, modifiedAt } = item
  const at = Math.floor(modifiedAt.getTime() / 1000)
  return {
    fs_id: fsIdOf(item),
    path: `/${tree.pathOf(item)}`,
    isdir: bytes ? 0 : 1,
    size: bytes?.length ?? 0,
    category: bytes ? 2 : 6,
    // The MD5 in a listing does not match the content.
    ...(bytes && { md5: createHash('md5').update(fsIdOf(item)).digest('hex') }),
    server_mtime: at,
    server_ctime: at,
    local_mtime: at,
    local_ctime: at,
  }
}

const listed = (tree: DriveTree, item: DriveItem) => ({ ...facts(tree, item), server_filename: item.name })

/** Omits missing files. */
function metas(baidu: Baidu, query: URLSearchParams): ProviderReply {
  const { tree } = baidu
  const wanted = /^\[(\d+(?:,\d+)*)\]$/.exec(query.get('fsids') ?? '')?.[1]?.split(',') ?? []
  if (wanted.length === 0 || wanted.length > 100) return refused(2)
  const found = wanted.flatMap((fsId) => {
    const number = (BigInt(fsId) - firstId) % writtenAgain
    const item = tree.find(String(firstId + number))
    if (!item || fsIdOf(item) !== fsId) return []
    const dlink = query.get('dlink') === '1' && item.bytes && dlinkTo(baidu, item)
    return [{ ...facts(tree, item), filename: item.name, ...(dlink && { dlink }) }]
  })
  return jsonReply({ errno: 0, errmsg: 'succ', list: found, names: {}, request_id })
}

function dlinkTo(baidu: Baidu, { bytes = Buffer.alloc(0), modifiedAt }: DriveItem): string {
  const name = randomBytes(12).toString('hex')
  baidu.dlinks.set(name, { bytes, modifiedAt, until: baidu.now() + dlinkMs })
  return `https://${dlinks}/file/${name}?fid=1&expires=8h&sign=x`
}

/** Detects foreign User-Agents, and requests that another site's page caused. */
const isLeech = ({ headers }: ProviderRequest) =>
  headers['user-agent']?.includes('pan.baidu.com') !== true || headers.referer !== undefined

/** Redirects to the content. */
function follow(baidu: Baidu, request: ProviderRequest): ProviderReply {
  const { path, query } = request
  if (isLeech(request)) return stopped(31326)
  if (!baidu.issuer.isGood(query.get('access_token') ?? undefined)) return stopped(31045, 401)
  const found = baidu.dlinks.get(nameIn(path))
  if (!found || found.until <= baidu.now()) return stopped(31360, 403)
  const name = randomBytes(12).toString('hex')
  baidu.links.set(name, { ...found, until: baidu.now() + dataMs })
  return { status: 302, headers: { location: `https://${data}/file/${name}?sign=x` } }
}

function download(baidu: Baidu, request: ProviderRequest): ProviderReply {
  if (isLeech(request)) return stopped(31326, 403)
  const found = baidu.links.get(nameIn(request.path))
  if (!found || found.until <= baidu.now()) return stopped(31360, 403)
  return respondBytes({ ...found, etag: '' }, request.headers.range)
}

const nameIn = (path: string) => path.slice(path.lastIndexOf('/') + 1)

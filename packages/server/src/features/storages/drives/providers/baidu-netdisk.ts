/**
 * Baidu Netdisk, open platform. A folder's reference is its path, which begins with a slash; a file's is its 64-bit `fs_id`. The token is
 * in the URL of every request, so request URLs must not appear in errors or logs.
 */
import * as v from 'valibot'
import type { OutboundResponse } from '../../../../lib/outbound.ts'
import { toStatusError } from '../../remote/reach.ts'
import { type Ref, StorageError, type StorageFault } from '../../storage.ts'
import {
  type Drive,
  type DriveCalls,
  type DriveDevice,
  type DriveNode,
  type DrivePage,
  type OAuthFault,
  type OAuthResult,
  parseResponse,
  queryRequest,
} from '../drive.ts'
import { tryParseJson } from '../drive-calls.ts'

const api = 'https://pan.baidu.com'
const oauth = 'https://openapi.baidu.com'
const scope = 'basic,netdisk'
/** Required for downloads. */
const userAgent = { 'user-agent': 'pan.baidu.com' }

/** The user enters or follows a code on the provider's page, while the server polls for tokens. */
const device: DriveDevice = {
  begin: async (send, { clientId: client_id }) => {
    const parameters = { response_type: 'device_code', client_id, scope }
    const received = await send(queryRequest(`${oauth}/oauth/2.0/device/code`, parameters))
    const { device_code, user_code, verification_url, interval } = parseResponse(
      BegunResponse,
      tryParseJson(received),
    )
    const page = `${verification_url}?${new URLSearchParams({ code: user_code })}`
    return { qr: page, page, code: user_code, held: { device_code }, everyMs: interval * 1000 }
  },
  poll: async (_send, { device_code = '' }) => ({
    fields: { grant_type: 'device_token', code: device_code },
  }),
}

const BegunResponse = v.object({
  device_code: v.string(),
  user_code: v.string(),
  verification_url: v.pipe(v.string(), v.startsWith('https://')),
  interval: v.optional(v.pipe(v.number(), v.minValue(1)), 5),
})

export const baiduNetdisk: Drive = {
  facts: {
    provider: 'baidu_netdisk',
    authorizeUrl: `${oauth}/oauth/2.0/authorize`,
    authorizeParams: { scope },
    tokenUrl: `${oauth}/oauth/2.0/token`,
    tokensBy: 'query',
    headers: userAgent,
    hasLongNumbers: true,
    hasPkce: false,
    refreshToken: 'once',
    isSpentByFailure: true,
    neededScope: 'netdisk',
    rootRef: '/',
    // Downloads need a header that browsers do not send, and the URL before the redirect contains the token.
    links: 'proxy',
    isReachedDirectly: true,
    parallel: 1,
    // The limit is undocumented, but apps that were not reviewed are blocked early.
    pace: { all: 4 },
  },
  authorise: () => ({}),
  signed: (url, token) =>
    `${url}${url.includes('?') ? '&' : '?'}${new URLSearchParams({ access_token: token })}`,
  device,
  findOwner: async (calls) => {
    try {
      const found = parseResponse(User, await get(calls, '/rest/2.0/xpan/nas', { method: 'uinfo' }, 'other'))
      return { accountId: found.uk, name: found.netdisk_name || found.baidu_name || found.uk }
    } catch (error) {
      if (!(error instanceof StorageError) || !isUserInfoBlocked(error)) throw error
      // A listing proves that the token is valid.
      await listItems(calls, '/', { start: 0, limit: 1 })
      return { accountId: undefined, name: 'Baidu Netdisk' }
    }
  },
  findSpace: async (calls) => {
    const query = { checkfree: '1', checkexpire: '1' }
    const { used, total } = parseResponse(Space, await get(calls, '/api/quota', query, 'other'))
    return { usedBytes: used, totalBytes: total }
  },
  list: async (calls, folder, page) => listPage(calls, folder, page),
  stat: async (calls, ref) => {
    if (!isFolder(ref)) return toNode(await findMetadata(calls, ref))
    await listItems(calls, ref, { start: 0, limit: 1 })
    return { ref, name: ref.slice(ref.lastIndexOf('/') + 1), kind: 'folder', sizeBytes: 0, modifiedAt: never }
  },
  link: async (calls, { ref }) => {
    const { dlink } = await findMetadata(calls, ref).catch(throwReplaced)
    if (dlink === undefined) throw new StorageError('forbidden', { cause: 'it has no link' })
    // Requests a single byte, in case the response is not a redirect.
    const url = await calls.locate({ url: dlink, headers: { range: 'bytes=0-0' }, paced: 'link' })
    return { url, headers: userAgent, expiresAt: calls.now() + linkMs }
  },
  faultOf,
  readOAuth,
}

/**
 * `uinfo` fails with these codes for accounts authorized since July 2026, although their files are readable (OpenListTeam/OpenList issue
 * 2839).
 */
const isUserInfoBlocked = ({ cause }: StorageError) => cause === 'errno 20015' || cause === 'errno 20016'

/** The lifetime of the download URL is undocumented; other clients cache it this long. */
const linkMs = 60 * 60_000
const never = new Date(0).toISOString()
const pageSize = 1_000

const isFolder = (ref: Ref) => ref.startsWith('/')

const get = (
  calls: DriveCalls,
  path: string,
  query: Readonly<Record<string, string>>,
  paced: 'list' | 'link' | 'other',
): Promise<unknown> => calls.send({ url: `${api}${path}?${new URLSearchParams(query)}`, paced })

interface PageRange {
  readonly start: number
  readonly limit: number
}

/** Fails with `notFound` if the reference is not a folder. */
async function listItems(calls: DriveCalls, dir: Ref, { start, limit }: PageRange) {
  if (!isFolder(dir)) throw new StorageError('notFound')
  const query = { method: 'list', dir, order: 'name', start: String(start), limit: String(limit) }
  return parseResponse(Listing, await get(calls, '/rest/2.0/xpan/file', query, 'list')).list
}

/**
 * Lists a page. Pages are counted by offset, so concurrent changes shift the following items. Each page begins with the last item of the
 * previous one: if that differs, items were missed.
 */
async function listPage(calls: DriveCalls, folder: Ref, page: string | undefined): Promise<DrivePage> {
  const [start = '0', before] = page?.split(' ') ?? []
  const items = await listItems(calls, folder, { start: Number(start), limit: pageSize })
  if (before !== undefined && items[0]?.fs_id !== before)
    throw new StorageError('unavailable', { cause: 'the folder changed while it was listed' })
  const last = items.length < pageSize ? undefined : items.at(-1)
  return {
    nodes: (before === undefined ? items : items.slice(1)).map(toNode),
    next: last && `${Number(start) + pageSize - 1} ${last.fs_id}`,
  }
}

/** IDs are sent with the exact digits that were received. */
async function findMetadata(calls: DriveCalls, ref: Ref): Promise<v.InferOutput<typeof Item>> {
  const query = { method: 'filemetas', fsids: `[${ref}]`, dlink: '1' }
  const { list } = parseResponse(Listing, await get(calls, '/rest/2.0/xpan/multimedia', query, 'link'))
  const found = list.find(({ fs_id }) => fs_id === ref)
  if (!found) throw new StorageError('notFound')
  return found
}

/** A file that is overwritten gets a new ID, so the opened one no longer exists. */
function throwReplaced(error: unknown): never {
  if (!(error instanceof StorageError) || error.fault !== 'notFound') throw error
  throw new StorageError('damaged', { cause: 'it was replaced or deleted' })
}

/** IDs that a number would round arrive as strings. */
const Id = v.pipe(v.union([v.number(), v.string()]), v.transform(String))

const User = v.object({
  uk: Id,
  baidu_name: v.optional(v.string()),
  netdisk_name: v.optional(v.string()),
})

const Space = v.object({ used: v.number(), total: v.number() })

/** Listings and file metadata use other names for the name and time. */
const Item = v.object({
  fs_id: Id,
  path: v.pipe(v.string(), v.startsWith('/')),
  isdir: v.picklist([0, 1]),
  size: v.optional(v.number(), 0),
  server_mtime: v.optional(v.number(), 0),
  dlink: v.optional(v.string()),
})

const Listing = v.object({ list: v.array(Item) })

/** `md5` is not the hash of the bytes; the ID changes with the content instead. */
function toNode({ fs_id, path, isdir, size, server_mtime }: v.InferOutput<typeof Item>): DriveNode {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const modifiedAt = new Date(server_mtime * 1000).toISOString()
  return isdir === 1
    ? { ref: path, name, kind: 'folder', sizeBytes: 0, modifiedAt }
    : { ref: fs_id, name, kind: 'file', sizeBytes: size, modifiedAt, hash: `etag:${fs_id}` }
}

/** File APIs respond with `errno`, the gateway with `error_code`, and the token endpoint with `error`. */
const Reply = v.object({
  errno: v.optional(v.number()),
  error_code: v.optional(v.number()),
  error_msg: v.optional(v.string()),
  error: v.optional(v.string()),
  error_description: v.optional(v.string()),
})

/** Returns undefined if the response has another form. */
function parseReply(received: OutboundResponse): v.InferOutput<typeof Reply> | undefined {
  const read = v.safeParse(Reply, tryParseJson(received))
  return read.success ? read.output : undefined
}

const expiredCodes: ReadonlySet<number> = new Set([-6, 110, 111, 31045])
/** Daily or total quota exceeded. */
const quotaCodes: ReadonlySet<number> = new Set([17, 19])
const longWaitMs = 60 * 60_000

const faultsByCode: ReadonlyMap<number, StorageFault> = new Map([
  ...([6, -7, 20013, 20011, 31064, 31326, 42213] as const).map((code) => [code, 'forbidden'] as const),
  ...([-9, 31066] as const).map((code) => [code, 'notFound'] as const),
  ...([31212, 31360, 31362, 42214] as const).map((code) => [code, 'unavailable'] as const),
  ...([4, 18, 31034, 42000, 20012] as const).map((code) => [code, 'rateLimited'] as const),
])

const isBlockedCode = (code: number) => code >= 9_100 && code <= 9_500

function faultOf(received: OutboundResponse): StorageError | 'expired' | undefined {
  const { status, headers } = received
  // The redirect to the bytes.
  if (status === 302) return undefined
  const reply = parseReply(received)
  const code = reply?.error_code ?? reply?.errno
  if (code === undefined) return reply?.error === undefined ? errorWithoutCode(received) : 'expired'
  if (code === 0) return status === 200 ? undefined : toStatusError(received)
  if (expiredCodes.has(code)) return 'expired'
  const cause = `errno ${code}`
  if (quotaCodes.has(code)) return new StorageError('rateLimited', { retryAfterMs: longWaitMs, cause })
  // Error 4 means too many requests or a missing permission; only its message tells which.
  if (code === 4 && /no permission/i.test(reply?.error_msg ?? ''))
    return new StorageError('forbidden', { cause })
  const fault = isBlockedCode(code) ? 'forbidden' : (faultsByCode.get(code) ?? 'damaged')
  return fault === 'rateLimited'
    ? toStatusError({ status: 429, headers })
    : new StorageError(fault, { cause })
}

const errorWithoutCode = (received: OutboundResponse): StorageError =>
  received.status === 200 ? new StorageError('damaged', { cause: 'no errno' }) : toStatusError(received)

const oauthFaults: Readonly<Record<string, OAuthFault>> = {
  authorization_pending: 'pending',
  slow_down: 'often',
  access_denied: 'denied',
  authorization_declined: 'denied',
}

/** Returns undefined if the response conforms to OAuth 2. Token responses lack `token_type`, which is not needed. */
function readOAuth(received: OutboundResponse): OAuthResult | undefined {
  const { error, error_description: detail = error } = parseReply(received) ?? {}
  const fault = error === undefined ? undefined : oauthFaults[error]
  if (fault !== undefined) return { type: 'refused', fault, detail }
  return error !== undefined && received.status === 200
    ? { type: 'refused', fault: 'refused', detail }
    : undefined
}

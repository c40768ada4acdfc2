/**
 * Baidu Netdisk, the open platform. A folder is known by its path, which begins with a slash, and a file by its `fs_id` of 64
 * bits. The token goes in the address of every request, so no address of a request may stand in an error or a log.
 */
import * as v from 'valibot'
import type { Received } from '../../../../lib/outbound.ts'
import { statusErrorOf } from '../../remote/reach.ts'
import { type Ref, StorageError, type StorageFault } from '../../storage.ts'
import {
  type Drive,
  type DriveCalls,
  type DriveDevice,
  type DriveNode,
  type DrivePage,
  expected,
  type OAuthFault,
  type OAuthResult,
  queryRequest,
} from '../drive.ts'
import { readableJsonOf } from '../drive-calls.ts'

const api = 'https://pan.baidu.com'
const oauth = 'https://openapi.baidu.com'
const scope = 'basic,netdisk'
/** Whoever calls itself otherwise gets no bytes. */
const userAgent = { 'user-agent': 'pan.baidu.com' }

/** The code is typed, or comes along, on a page of the provider; meanwhile it is polled for tokens until it has some. */
const device: DriveDevice = {
  begin: async (send, { clientId: client_id }) => {
    const parameters = { response_type: 'device_code', client_id, scope }
    const received = await send(queryRequest(`${oauth}/oauth/2.0/device/code`, parameters))
    const { device_code, user_code, verification_url, interval } = expected(Begun, readableJsonOf(received))
    const page = `${verification_url}?${new URLSearchParams({ code: user_code })}`
    return { qr: page, page, code: user_code, held: { device_code }, everyMs: interval * 1000 }
  },
  poll: async (_send, { device_code = '' }) => ({
    fields: { grant_type: 'device_token', code: device_code },
  }),
}

const Begun = v.object({
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
    // A link needs a header that browsers do not send, and what comes before it has the token in its address.
    links: 'proxy',
    isReachedDirectly: true,
    parallel: 1,
    // Nobody says how much is too much, but apps that nobody reviewed are stopped early.
    pace: { all: 4 },
  },
  authorise: () => ({}),
  signed: (url, token) =>
    `${url}${url.includes('?') ? '&' : '?'}${new URLSearchParams({ access_token: token })}`,
  device,
  findOwner: async (calls) => {
    try {
      const found = expected(User, await get(calls, '/rest/2.0/xpan/nas', { method: 'uinfo' }, 'other'))
      return { accountId: found.uk, name: found.netdisk_name || found.baidu_name || found.uk }
    } catch (error) {
      if (!(error instanceof StorageError) || !isUserHidden(error)) throw error
      // A listing proves that the token is good.
      await listFrom(calls, '/', { start: 0, limit: 1 })
      return { accountId: undefined, name: 'Baidu Netdisk' }
    }
  },
  findSpace: async (calls) => {
    const query = { checkfree: '1', checkexpire: '1' }
    const { used, total } = expected(Space, await get(calls, '/api/quota', query, 'other'))
    return { usedBytes: used, totalBytes: total }
  },
  list: async (calls, folder, page) => listPage(calls, folder, page),
  stat: async (calls, ref) => {
    if (!isFolder(ref)) return nodeOf(await metaOf(calls, ref))
    await listFrom(calls, ref, { start: 0, limit: 1 })
    return { ref, name: ref.slice(ref.lastIndexOf('/') + 1), kind: 'folder', sizeBytes: 0, modifiedAt: never }
  },
  link: async (calls, { ref }) => {
    const { dlink } = await metaOf(calls, ref).catch(replaced)
    if (dlink === undefined) throw new StorageError('forbidden', { cause: 'it has no link' })
    // One byte of it, should it lead nowhere.
    const url = await calls.locate({ url: dlink, headers: { range: 'bytes=0-0' }, paced: 'link' })
    return { url, headers: userAgent, expiresAt: calls.now() + linkMs }
  },
  faultOf,
  readOAuth,
}

/** `uinfo` is refused so for accounts that were authorized since July 2026, whose files are readable (OpenListTeam/OpenList issue 2839). */
const isUserHidden = ({ cause }: StorageError) => cause === 'errno 20015' || cause === 'errno 20016'

/** Nothing says how long the address behind a link lasts: other clients keep it this long. */
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

interface Part {
  readonly start: number
  readonly limit: number
}

/** What is no folder is not found. */
async function listFrom(calls: DriveCalls, dir: Ref, { start, limit }: Part) {
  if (!isFolder(dir)) throw new StorageError('notFound')
  const query = { method: 'list', dir, order: 'name', start: String(start), limit: String(limit) }
  return expected(Listing, await get(calls, '/rest/2.0/xpan/file', query, 'list')).list
}

/**
 * Pages are counted from the beginning, so what comes or goes meanwhile moves all that follows. Each page begins with the
 * last item of the one before it: if that is another one now, something was missed.
 */
async function listPage(calls: DriveCalls, folder: Ref, page: string | undefined): Promise<DrivePage> {
  const [start = '0', before] = page?.split(' ') ?? []
  const items = await listFrom(calls, folder, { start: Number(start), limit: pageSize })
  if (before !== undefined && items[0]?.fs_id !== before)
    throw new StorageError('unavailable', { cause: 'the folder changed while it was listed' })
  const last = items.length < pageSize ? undefined : items.at(-1)
  return {
    nodes: (before === undefined ? items : items.slice(1)).map(nodeOf),
    next: last && `${Number(start) + pageSize - 1} ${last.fs_id}`,
  }
}

/** Ids are requested as they were reported, digit by digit. */
async function metaOf(calls: DriveCalls, ref: Ref): Promise<v.InferOutput<typeof Item>> {
  const query = { method: 'filemetas', fsids: `[${ref}]`, dlink: '1' }
  const { list } = expected(Listing, await get(calls, '/rest/2.0/xpan/multimedia', query, 'link'))
  const found = list.find(({ fs_id }) => fs_id === ref)
  if (!found) throw new StorageError('notFound')
  return found
}

/** A file that is written again has another id: what was opened is not there any more. */
function replaced(error: unknown): never {
  if (!(error instanceof StorageError) || error.fault !== 'notFound') throw error
  throw new StorageError('damaged', { cause: 'it was replaced or deleted' })
}

/** Those that a number would round come as texts. */
const Id = v.pipe(v.union([v.number(), v.string()]), v.transform(String))

const User = v.object({
  uk: Id,
  baidu_name: v.optional(v.string()),
  netdisk_name: v.optional(v.string()),
})

const Space = v.object({ used: v.number(), total: v.number() })

/** Listings and responses about files have other words for the name and the time. */
const Item = v.object({
  fs_id: Id,
  path: v.pipe(v.string(), v.startsWith('/')),
  isdir: v.picklist([0, 1]),
  size: v.optional(v.number(), 0),
  server_mtime: v.optional(v.number(), 0),
  dlink: v.optional(v.string()),
})

const Listing = v.object({ list: v.array(Item) })

/** Its `md5` is none of the bytes; the id is another one for other bytes. */
function nodeOf({ fs_id, path, isdir, size, server_mtime }: v.InferOutput<typeof Item>): DriveNode {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const modifiedAt = new Date(server_mtime * 1000).toISOString()
  return isdir === 1
    ? { ref: path, name, kind: 'folder', sizeBytes: 0, modifiedAt }
    : { ref: fs_id, name, kind: 'file', sizeBytes: size, modifiedAt, hash: `etag:${fs_id}` }
}

/** Files and their owner respond with `errno`, the gateway before them with `error_code`, and the issuer of tokens with `error`. */
const Reply = v.object({
  errno: v.optional(v.number()),
  error_code: v.optional(v.number()),
  error_msg: v.optional(v.string()),
  error: v.optional(v.string()),
  error_description: v.optional(v.string()),
})

/** Returns undefined where it is none of its responses. */
function replyIn(received: Received): v.InferOutput<typeof Reply> | undefined {
  const read = v.safeParse(Reply, readableJsonOf(received))
  return read.success ? read.output : undefined
}

const isOver: ReadonlySet<number> = new Set([-6, 110, 111, 31045])
/** The quota of a day, or of all there will be. */
const isUsedUp: ReadonlySet<number> = new Set([17, 19])
const longWaitMs = 60 * 60_000

const faultOfCode: ReadonlyMap<number, StorageFault> = new Map([
  ...([6, -7, 20013, 20011, 31064, 31326, 42213] as const).map((code) => [code, 'forbidden'] as const),
  ...([-9, 31066] as const).map((code) => [code, 'notFound'] as const),
  ...([31212, 31360, 31362, 42214] as const).map((code) => [code, 'unavailable'] as const),
  ...([4, 18, 31034, 42000, 20012] as const).map((code) => [code, 'rateLimited'] as const),
])

const isPunished = (code: number) => code >= 9_100 && code <= 9_500

function faultOf(received: Received): StorageError | 'expired' | undefined {
  const { status, headers } = received
  // It leads to the bytes.
  if (status === 302) return undefined
  const reply = replyIn(received)
  const code = reply?.error_code ?? reply?.errno
  if (code === undefined) return reply?.error === undefined ? withoutCode(received) : 'expired'
  if (code === 0) return status === 200 ? undefined : statusErrorOf(received)
  if (isOver.has(code)) return 'expired'
  const cause = `errno ${code}`
  if (isUsedUp.has(code)) return new StorageError('rateLimited', { retryAfterMs: longWaitMs, cause })
  // Error 4 means too many requests, or a missing permission; only its text says which.
  if (code === 4 && /no permission/i.test(reply?.error_msg ?? ''))
    return new StorageError('forbidden', { cause })
  const fault = isPunished(code) ? 'forbidden' : (faultOfCode.get(code) ?? 'damaged')
  return fault === 'rateLimited'
    ? statusErrorOf({ status: 429, headers })
    : new StorageError(fault, { cause })
}

const withoutCode = (received: Received): StorageError =>
  received.status === 200 ? new StorageError('damaged', { cause: 'no errno' }) : statusErrorOf(received)

const oauthFaults: Readonly<Record<string, OAuthFault>> = {
  authorization_pending: 'pending',
  slow_down: 'often',
  access_denied: 'denied',
  authorization_declined: 'denied',
}

/** Returns undefined for what is as OAuth 2 says, tokens among it: they have no `token_type`, which nobody misses. */
function readOAuth(received: Received): OAuthResult | undefined {
  const { error, error_description: detail = error } = replyIn(received) ?? {}
  const fault = error === undefined ? undefined : oauthFaults[error]
  if (fault !== undefined) return { is: 'refused', fault, detail }
  return error !== undefined && received.status === 200
    ? { is: 'refused', fault: 'refused', detail }
    : undefined
}

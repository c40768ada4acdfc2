/** 115, open platform. References are IDs; those of files are followed by the pick code, which is needed to request links. */
import * as v from 'valibot'
import type { OutboundResponse } from '../../../../lib/outbound.ts'
import { toStatusError } from '../../remote/reach.ts'
import { type Link, type Ref, StorageError, type StorageFault } from '../../storage.ts'
import { type Drive, type DriveCalls, type DriveNode, type DrivePage, parseResponse } from '../drive.ts'
import { parseJson, tryParseJson } from '../drive-calls.ts'
import { Amount, device, EmptyList, Envelope, parseOAuthResponse, passport, Text } from './disk-115-oauth.ts'

const api = 'https://proapi.115.com/open'

export const disk115: Drive = {
  facts: {
    provider: 'disk_115',
    authorizeUrl: `${passport}/authorize`,
    authorizeParams: {},
    tokenUrl: `${passport}/authCodeToToken`,
    refreshUrl: `${passport}/refreshToken`,
    tokenFields: { refresh: ['refresh_token'] },
    hasPkce: false,
    hasLongNumbers: true,
    refreshToken: 'once',
    rootRef: '0',
    links: 'redirect',
    isReachedDirectly: true,
    parallel: 1,
    // An ID and its pick code always refer to the same bytes. With one call per second, each playback would otherwise take two more
    // seconds.
    keepsNodesMs: 60_000,
    // Accounts that send faster are blocked.
    pace: { all: 1 },
  },
  authorise: (token) => ({ authorization: `Bearer ${token}` }),
  device,
  findOwner: async (calls) => {
    const { user_id, user_name } = await userOf(calls)
    return { accountId: user_id, name: user_name || user_id }
  },
  findSpace: async (calls) => {
    const { rt_space_info: space } = await userOf(calls)
    return space && { usedBytes: space.all_use.size, totalBytes: space.all_total.size }
  },
  list: async (calls, folder, page) => listPage(calls, folder, page),
  stat: async (calls, ref) => findNode(calls, ref),
  // With an empty User-Agent, the provider may return a link for any.
  link: async (calls, node) => fetchLink(calls, node, ''),
  linkFor: async (calls, node, userAgent) => {
    const link = await fetchLink(calls, node, userAgent)
    // Browsers send their User-Agent themselves, but cannot send the server's cookie.
    return link.headers.cookie === undefined ? { ...link, headers: {} } : link
  },
  faultOf,
  readOAuth: parseOAuthResponse,
}

const userOf = async (calls: DriveCalls) =>
  parseResponse(User, await calls.send({ url: `${api}/user/info`, paced: 'other' })).data

const Size = v.object({ size: Amount })
const User = v.object({
  data: v.object({
    user_id: Text,
    user_name: v.optional(v.string(), ''),
    rt_space_info: v.optional(v.object({ all_total: Size, all_use: Size })),
  }),
})

const pageSize = 1_150

/** Lists a page. The page token contains offset and total: if the total changes, items may be missed. */
async function listPage(calls: DriveCalls, folder: Ref, page: string | undefined): Promise<DrivePage> {
  const [from = 0, before] = page?.split(' ').map(Number) ?? []
  const at = { cid: folder, limit: String(pageSize), offset: String(from) }
  const query = new URLSearchParams({ ...at, show_dir: '1', cur: '1', o: 'file_name', asc: '1' })
  const found = parseResponse(Listed, await calls.send({ url: `${api}/ufile/files?${query}`, paced: 'list' }))
  const { data, count, cid = found.path?.at(-1)?.cid } = found
  // If the ID is not a folder, the provider lists the root instead.
  if (cid !== undefined && cid !== folder) throw new StorageError('notFound')
  if (cid === undefined && page === undefined && data.length === 0) await assertFolder(calls, folder)
  if (before !== undefined && before !== count)
    throw new StorageError('unavailable', { cause: 'the folder changed while it was listed' })
  const end = from + data.length
  return {
    nodes: data.filter(({ aid }) => !deletedAreas.has(aid)).map(toNode),
    next: data.length > 0 && end < count ? `${end} ${count}` : undefined,
  }
}

/** In the trash, or deleted. */
const deletedAreas: ReadonlySet<string> = new Set(['7', '120'])

const Item = v.object({
  fid: Text,
  fc: Text,
  fn: v.string(),
  fs: v.optional(Amount, 0),
  sha1: v.nullish(v.string()),
  pc: v.optional(v.string(), ''),
  upt: v.optional(Amount, 0),
  aid: v.optional(Text, '1'),
  /** `1` if the upload is complete. */
  fta: v.optional(Text, '1'),
  isp: v.optional(Text, '0'),
})

const Listed = v.object({
  data: v.array(Item),
  count: Amount,
  cid: v.optional(Text),
  path: v.optional(v.array(v.object({ cid: Text }))),
})

function toNode({ fid, fc, fn, fs, sha1, pc, upt, fta, isp }: v.InferOutput<typeof Item>): DriveNode {
  const isFolder = fc === '0'
  // Partially uploaded, or locked with a password.
  const isUnusable = isp === '1' || (!isFolder && fta !== '1')
  return {
    ref: isFolder ? fid : `${fid} ${pc}`,
    name: fn,
    kind: isUnusable ? 'special' : isFolder ? 'folder' : 'file',
    sizeBytes: isFolder ? 0 : fs,
    modifiedAt: new Date(upt * 1000).toISOString(),
    ...(sha1 && { hash: `sha1:${sha1.toLowerCase()}` }),
  }
}

async function findNode(calls: DriveCalls, ref: Ref): Promise<DriveNode> {
  const [file_id = ''] = ref.split(' ')
  const query = new URLSearchParams({ file_id })
  const { data: found } = parseResponse(
    Reply,
    await calls.send({ url: `${api}/folder/get_info?${query}`, paced: 'other' }),
  )
  const data = Array.isArray(found) ? found[0] : found
  if (!data) throw new StorageError('notFound')
  const parent = data.paths.at(-1)?.file_id
  // A date string has no time zone; the listing has a timestamp.
  if (data.utime === undefined && parent !== undefined) return findInListing(calls, parent, file_id)
  const {
    file_id: fid,
    file_category: fc,
    file_name: fn,
    size_byte: fs,
    sha1,
    pick_code: pc,
    utime: upt = 0,
  } = data
  return toNode({ fid, fc, fn, fs, sha1, pc, upt, aid: '1', fta: '1', isp: '0' })
}

async function findInListing(calls: DriveCalls, folder: Ref, id: string): Promise<DriveNode> {
  let page: string | undefined
  do {
    const { nodes, next } = await listPage(calls, folder, page)
    const found = nodes.find(({ ref }) => ref.split(' ', 1)[0] === id)
    if (found) return found
    page = next
  } while (page !== undefined)
  throw new StorageError('notFound')
}

async function assertFolder(calls: DriveCalls, folder: Ref): Promise<void> {
  if (folder !== '0' && (await findNode(calls, folder)).kind !== 'folder') throw new StorageError('notFound')
}

const Info = v.object({
  file_id: Text,
  file_category: Text,
  file_name: v.string(),
  pick_code: v.optional(v.string(), ''),
  sha1: v.nullish(v.string()),
  size_byte: v.optional(Amount, 0),
  /** Undefined if it is not a number of seconds. */
  utime: v.fallback(v.optional(Amount), undefined),
  /** Parent folders, the innermost last. */
  paths: v.optional(v.array(v.object({ file_id: Text })), []),
})

/** An object, an array of one, or an empty array if the item does not exist. */
const Reply = v.object({ data: v.union([Info, v.array(Info)]) })

/** Lifetime of a link whose URL has no expiry. */
const linkMs = 10 * 60_000

/** Returns the link with the headers that its URL requires: none, the User-Agent of the request, or a cookie too. */
async function fetchLink(calls: DriveCalls, { ref }: DriveNode, userAgent: string): Promise<Link> {
  const [fid = '', pick_code = ''] = ref.split(' ')
  const headers = { 'user-agent': userAgent }
  const request = { method: 'POST', form: { pick_code }, headers, paced: 'link' } as const
  const received = await calls.receive({ url: `${api}/ufile/downurl`, ...request })
  const { data } = parseResponse(Download, parseJson(received))
  const given = Array.isArray(data) ? undefined : data[fid]?.url
  const url = given ? given.url : undefined
  if (url === undefined || !URL.canParse(url)) throw new StorageError('forbidden', { cause: 'no download' })
  const { searchParams } = new URL(url)
  const until = Number(searchParams.get('t')) * 1000
  const needed = requiredHeaders(searchParams.get('f'), { ...headers, cookie: joinCookies(received) })
  return { url, headers: needed, expiresAt: until > 0 ? until : calls.now() + linkMs }
}

const requiredHeaders = (
  mode: string | null,
  { cookie, ...headers }: { readonly 'user-agent': string; readonly cookie: string },
): Link['headers'] => (mode === '3' ? { ...headers, cookie } : mode === '1' ? headers : {})

/** Joins several cookies into one header. */
const joinCookies = ({ headers: { 'set-cookie': set = '' } }: OutboundResponse): string =>
  set
    .split(/,(?=\s*[^;,\s=]+=)/)
    .map((one) => one.split(';', 1)[0]?.trim())
    .join('; ')

/** The URL is `false` for a file that may not be downloaded. */
const Download = v.object({
  data: v.union([
    v.record(v.string(), v.object({ url: v.union([v.object({ url: v.string() }), v.literal(false)]) })),
    EmptyList,
  ]),
})

function parseError(received: OutboundResponse): v.InferOutput<typeof Envelope> | undefined {
  const read = v.safeParse(Envelope, tryParseJson(received))
  return read.success && !read.output.state ? read.output : undefined
}

const [minuteMs, hourMs] = [60_000, 3_600_000]

/** All mean that a file or folder does not exist (ChenyangGao/p115client, client.py). */
const notFoundCodes = [20013, 20018, 31003, 50003, 50015, 70005, 70008, 90008, 231011, 430004] as const

/** The API's firewall responds to frequent calls with HTTP 405 and an HTML page, for some minutes. */
const firewallWaitMs = 5 * 60_000

const faults: Readonly<Record<number, readonly [StorageFault, retryAfterMs?: number]>> = {
  // Named a daily limit, but the time of its reset is undocumented.
  406: ['rateLimited', hourMs],
  590075: ['rateLimited', minuteMs],
  770004: ['rateLimited', minuteMs],
  40110000: ['unavailable'],
  ...Object.fromEntries(notFoundCodes.map((code) => [code, ['notFound']] as const)),
}

/** The account must log in again. */
const loggedOutCodes: ReadonlySet<number> = new Set([99, 911, 990001])

/** Converts a response to a fault. Failures have HTTP 200. Codes that begin with 401 concern the token, and another one may help. */
function faultOf(received: OutboundResponse): StorageError | 'expired' | undefined {
  const refused = parseError(received)
  if (!refused) {
    if (received.status === 401) return 'expired'
    if (received.status === 405)
      return new StorageError('rateLimited', { retryAfterMs: firewallWaitMs, cause: 'HTTP 405' })
    return received.status === 200 ? undefined : toStatusError(received)
  }
  const { code } = refused
  const known = faults[code]
  if (!known && (loggedOutCodes.has(code) || String(code).startsWith('401'))) return 'expired'
  if (!known && received.status !== 200) return received.status === 401 ? 'expired' : toStatusError(received)
  const [fault, retryAfterMs] = known ?? ['unavailable']
  return new StorageError(fault, { retryAfterMs, cause: `code ${code}` })
}

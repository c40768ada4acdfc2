/** pCloud. Failures have HTTP 200. Files and folders have separate IDs, so references are `file {id}` or `folder {id}`. */
import * as v from 'valibot'
import type { OutboundResponse } from '../../../../lib/outbound.ts'
import { toStatusError } from '../../remote/reach.ts'
import { type Link, type Ref, StorageError } from '../../storage.ts'
import { type Drive, type DriveCalls, type DriveNode, type OAuthResult, parseResponse } from '../drive.ts'
import { tryParseJson } from '../drive-calls.ts'

const defaultHost = 'api.pcloud.com'

export const pCloud: Drive = {
  facts: {
    provider: 'pcloud',
    authorizeUrl: 'https://my.pcloud.com/oauth2/authorize',
    authorizeParams: {},
    tokenUrl: 'https://{host}/oauth2_token',
    tokenFields: { code: ['client_id', 'client_secret', 'code'] },
    regions: { 1: defaultHost, 2: 'eapi.pcloud.com' },
    mayDropState: true,
    hasLongNumbers: true,
    hasPkce: false,
    refreshToken: 'none',
    rootRef: 'folder 0',
    // A link is only valid for the IP address that requested it.
    links: 'proxy',
    parallel: 1,
    pace: {},
  },
  authorise: (token) => ({ authorization: `Bearer ${token}` }),
  findOwner: async (calls) => {
    const { userid, email } = parseResponse(User, await get(calls, 'userinfo'))
    return { accountId: userid, name: email }
  },
  findSpace: async (calls) => {
    const { quota, usedquota } = parseResponse(User, await get(calls, 'userinfo'))
    return { usedBytes: usedquota, totalBytes: quota }
  },
  list: async (calls, folder) => {
    const found = await get(calls, 'listfolder', { folderid: parseId(folder, 'folder') }, 'list')
    return { nodes: parseResponse(Folder, found).metadata.contents.map(toNode), next: undefined }
  },
  stat: async (calls, ref) => {
    const sent = ref.startsWith('folder ')
      ? get(calls, 'listfolder', { folderid: parseId(ref, 'folder'), nofiles: '1' })
      : get(calls, 'stat', { fileid: parseId(ref, 'file') })
    return toNode(parseResponse(Stat, await sent).metadata)
  },
  link: async (calls, { ref }, refused) => {
    const found = await get(calls, 'getfilelink', { fileid: parseId(ref, 'file') }, 'link')
    const { hosts, path, expires } = parseResponse(FileLink, found)
    return {
      url: `https://${chooseHost(hosts, refused)}${path}`,
      headers: {},
      expiresAt: Date.parse(expires),
    }
  },
  faultOf,
  readOAuth,
}

async function get(
  calls: DriveCalls,
  method: string,
  query: Readonly<Record<string, string>> = {},
  paced: 'list' | 'link' | 'other' = 'other',
): Promise<unknown> {
  const { host = defaultHost } = await calls.extra()
  return calls.send({ url: `https://${host}/${method}?${new URLSearchParams(query)}`, paced })
}

/** Returns the ID; fails with `notFound` if the reference is of the other kind. */
function parseId(ref: Ref, kind: 'file' | 'folder'): string {
  const [found, id = ''] = ref.split(' ')
  if (found !== kind) throw new StorageError('notFound')
  return id
}

/** Returns a different host than the one that failed, if there are several. */
function chooseHost(hosts: readonly string[], refused: Link | undefined): string {
  const [first = ''] = hosts
  const before = refused && new URL(refused.url).host
  return hosts.find((host) => host !== before) ?? first
}

/** 64-bit IDs: those that a number would round arrive as strings. */
const Id = v.pipe(v.union([v.number(), v.string()]), v.transform(String))

const User = v.object({ userid: Id, email: v.string(), quota: v.number(), usedquota: v.number() })

const Item = v.object({
  name: v.string(),
  isfolder: v.boolean(),
  folderid: v.optional(Id),
  fileid: v.optional(Id),
  size: v.optional(v.number(), 0),
  hash: v.optional(Id),
  modified: v.optional(v.string()),
})

const Folder = v.object({ metadata: v.object({ contents: v.optional(v.array(Item), []) }) })
const Stat = v.object({ metadata: Item })
const FileLink = v.object({
  hosts: v.pipe(v.array(v.pipe(v.string(), v.regex(/^[\w.-]+$/))), v.minLength(1)),
  path: v.pipe(v.string(), v.startsWith('/')),
  expires: v.string(),
})

function toNode(item: v.InferOutput<typeof Item>): DriveNode {
  const { name, isfolder, folderid = '', fileid = '', size: sizeBytes, hash, modified } = item
  return {
    ref: isfolder ? `folder ${folderid}` : `file ${fileid}`,
    name,
    kind: isfolder ? 'folder' : 'file',
    sizeBytes,
    modifiedAt: new Date(modified ?? 0).toISOString(),
    ...(hash !== undefined && { hash: `pcloud:${hash}` }),
  }
}

const Reply = v.object({ result: v.number(), error: v.optional(v.string()) })

/** Returns undefined if the response has another form. */
function parseReply(received: OutboundResponse): v.InferOutput<typeof Reply> | undefined {
  const read = v.safeParse(Reply, tryParseJson(received))
  return read.success ? read.output : undefined
}

const expiredCodes: ReadonlySet<number> = new Set([1000, 2000, 2094, 2095])
const notFoundCodes: ReadonlySet<number> = new Set([2005, 2009, 2010])
const forbiddenCodes: ReadonlySet<number> = new Set([2003, 7010])

function faultOf(received: OutboundResponse): StorageError | 'expired' | undefined {
  const { status, headers } = received
  if (status !== 200) return toStatusError(received)
  const { result } = parseReply(received) ?? { result: undefined }
  if (result === 0) return undefined
  if (result === undefined) return new StorageError('damaged', { cause: 'no result' })
  if (expiredCodes.has(result)) return 'expired'
  const cause = `result ${result}`
  if (notFoundCodes.has(result)) return new StorageError('notFound', { cause })
  if (forbiddenCodes.has(result)) return new StorageError('forbidden', { cause })
  if (result >= 4000 && result < 5000) return toStatusError({ status: 429, headers })
  if (result >= 5000 && result < 6000) return toStatusError({ status: 503, headers })
  return new StorageError('damaged', { cause })
}

function readOAuth(received: OutboundResponse): OAuthResult | undefined {
  if (received.status !== 200) return undefined
  const { result, error: detail } = parseReply(received) ?? { result: undefined }
  if (result === undefined) return { type: 'refused', fault: 'unclear' }
  if (result === 0) return { type: 'tokens', tokens: tryParseJson(received) }
  // 2012: the code is invalid. Other rejections concern client ID or secret.
  const fault = result === 2012 ? 'refused' : result >= 4000 && result < 6000 ? 'away' : 'app'
  return { type: 'refused', fault, detail }
}

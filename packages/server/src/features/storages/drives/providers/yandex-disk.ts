/** Yandex Disk. References are paths, `disk:/…`: the API cannot find items by ID. */
import * as v from 'valibot'
import type { OutboundResponse } from '../../../../lib/outbound.ts'
import { toStatusError } from '../../remote/reach.ts'
import { type Ref, StorageError } from '../../storage.ts'
import { type Drive, type DriveCalls, type DriveNode, parseResponse } from '../drive.ts'

const api = 'https://cloud-api.yandex.net/v1/disk'
const oauth = 'https://oauth.yandex.com'

export const yandexDisk: Drive = {
  facts: {
    provider: 'yandex_disk',
    authorizeUrl: `${oauth}/authorize`,
    authorizeParams: { scope: 'cloud_api:disk.read cloud_api:disk.info' },
    tokenUrl: `${oauth}/token`,
    revoke: { url: `${oauth}/revoke_token`, by: 'accessToken' },
    hasPkce: true,
    hasDeviceId: true,
    // It is undocumented whether the old token stays valid.
    refreshToken: 'once',
    rootRef: 'disk:/',
    links: 'redirect',
    parallel: 2,
    pace: {},
  },
  // `Bearer` is rejected.
  authorise: (token) => ({ authorization: `OAuth ${token}` }),
  findOwner: async (calls) => {
    const { user } = parseResponse(Disk, await calls.send({ url: `${api}/`, paced: 'other' }))
    return { accountId: user.uid, name: user.login }
  },
  findSpace: async (calls) => {
    const found = parseResponse(Disk, await calls.send({ url: `${api}/`, paced: 'other' }))
    return { usedBytes: found.used_space, totalBytes: found.total_space }
  },
  list: async (calls, folder, page) => listPage(calls, folder, page),
  stat: async (calls, ref) => toNode(await findResource(calls, ref, { limit: '0' })),
  link: async (calls, { ref }) => {
    const query = new URLSearchParams({ path: ref })
    const found = await calls.send({ url: `${api}/resources/download?${query}`, paced: 'link' })
    return { url: parseResponse(Download, found).href, headers: {}, expiresAt: calls.now() + linkMs }
  },
  faultOf,
}

/** The lifetime of links is undocumented; minutes are safe. */
const linkMs = 15 * 60_000
/** The default is 20. */
const pageSize = 1_000

/** Lists a page. The page token contains offset and total: if the total changes, items may be missed. */
async function listPage(calls: DriveCalls, folder: Ref, page: string | undefined) {
  const [from = 0, before] = page?.split(' ').map(Number) ?? []
  const query = { limit: String(pageSize), offset: String(from), sort: 'name' }
  const { _embedded: found } = await findResource(calls, folder, query)
  // A file has no children.
  if (!found) throw new StorageError('notFound')
  const { items, total } = found
  if (before !== undefined && before !== total)
    throw new StorageError('unavailable', { cause: 'the folder changed while it was listed' })
  const end = from + items.length
  return {
    nodes: items.map(toNode),
    next: items.length > 0 && end < total ? `${end} ${total}` : undefined,
  }
}

async function findResource(calls: DriveCalls, path: Ref, query: Readonly<Record<string, string>>) {
  const url = `${api}/resources?${new URLSearchParams({ path, ...query })}`
  return parseResponse(Resource, await calls.send({ url, paced: 'list' }))
}

const Disk = v.object({
  total_space: v.number(),
  used_space: v.number(),
  user: v.object({ uid: v.string(), login: v.string() }),
})

const Download = v.object({ href: v.string() })

const facts = {
  path: v.string(),
  name: v.string(),
  type: v.picklist(['dir', 'file']),
  size: v.optional(v.number(), 0),
  modified: v.optional(v.string()),
  md5: v.optional(v.string()),
  sha256: v.optional(v.string()),
}

const Resource = v.object({
  ...facts,
  _embedded: v.optional(v.object({ items: v.array(v.object(facts)), total: v.number() })),
})

function toNode({
  path: ref,
  name,
  type,
  size: sizeBytes,
  modified,
  md5,
  sha256,
}: Omit<v.InferOutput<typeof Resource>, '_embedded'>): DriveNode {
  const hash = sha256 === undefined ? md5 && `md5:${md5}` : `sha256:${sha256}`
  return {
    ref,
    name,
    kind: type === 'dir' ? 'folder' : 'file',
    sizeBytes,
    modifiedAt: new Date(modified ?? 0).toISOString(),
    ...(hash !== undefined && { hash }),
  }
}

function faultOf(received: OutboundResponse): StorageError | 'expired' | undefined {
  const { status, headers } = received
  if (status === 200) return undefined
  if (status === 401) return 'expired'
  // The item is being changed.
  if (status === 423) return toStatusError({ status: 503, headers })
  return toStatusError(received)
}

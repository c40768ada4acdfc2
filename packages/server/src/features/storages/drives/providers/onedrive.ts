/** OneDrive, Microsoft Graph v1.0. References are `{drive} {item}`, because a shortcut may lead to another user's drive. */
import * as v from 'valibot'
import type { OutboundResponse } from '../../../../lib/outbound.ts'
import { toStatusError } from '../../remote/reach.ts'
import { type Ref, StorageError, type StorageFault } from '../../storage.ts'
import {
  type AppPlacement,
  type Cloud as CloudName,
  clouds,
  type Drive,
  type DriveCalls,
  type DriveFeed,
  type DriveNode,
  parseResponse,
} from '../drive.ts'
import { parseJson } from '../drive-calls.ts'

/** National clouds have their own hosts (learn.microsoft.com, Microsoft Graph national cloud deployments). */
const hosts: Readonly<Record<CloudName, { readonly login: string; readonly graph: string }>> = {
  global: { login: 'https://login.microsoftonline.com', graph: 'https://graph.microsoft.com' },
  china: { login: 'https://login.chinacloudapi.cn', graph: 'https://microsoftgraph.chinacloudapi.cn' },
  usGovernment: { login: 'https://login.microsoftonline.us', graph: 'https://graph.microsoft.us' },
}

const Cloud = v.picklist(clouds)

async function graphUrl(calls: DriveCalls): Promise<string> {
  const { cloud } = await calls.extra()
  return hosts[v.is(Cloud, cloud) ? cloud : 'global'].graph
}

function placedUrls({ cloud, tenant = 'common' }: AppPlacement) {
  const base = `${hosts[cloud].login}/${encodeURIComponent(tenant)}/oauth2/v2.0`
  return { authorizeUrl: `${base}/authorize`, tokenUrl: `${base}/token`, extra: { cloud } }
}

/** A cursor begins with its drive. The feed does not report the contents of shortcuts to other users' drives. */
const oneDriveFeed: DriveFeed = {
  begin: async (calls) => {
    const { id } = parseResponse(MyDrive, await get(calls, '/me/drive'))
    const graph = await graphUrl(calls)
    let url = `${graph}/v1.0/me/drive/root/delta?token=latest`
    for (let left = maxPages; left > 0; left -= 1) {
      const page = parseResponse(Delta, await calls.send({ url: assertOwnUrl(url, graph), paced: 'list' }))
      if (page['@odata.deltaLink'] !== undefined) return `${normalizeRef(id)} ${page['@odata.deltaLink']}`
      url = page['@odata.nextLink'] ?? ''
    }
    throw new StorageError('damaged', { cause: 'a feed without an end' })
  },
  read: async (calls, cursor) => {
    const [drive = '', url = ''] = cursor.split(' ')
    const refIn = (driveId: string | undefined, id: string) => formatRef(driveId ?? drive, id)
    const graph = await graphUrl(calls)
    const found = parseResponse(Delta, await calls.send({ url: assertOwnUrl(url, graph), paced: 'list' }))
    const [next, last] = [found['@odata.nextLink'], found['@odata.deltaLink']]
    const rest = next ?? last
    if (rest === undefined) throw new StorageError('damaged', { cause: 'a feed without a cursor' })
    return {
      touched: found.value.map(({ id, parentReference }) => refIn(parentReference?.driveId, id)),
      folders: found.value.flatMap(({ parentReference: { driveId, id } = {} }) =>
        id === undefined ? [] : refIn(driveId, id),
      ),
      below: [],
      cursor: `${drive} ${rest}`,
      hasMore: next !== undefined,
      isReset: false,
    }
  },
  covers: (cursor, folder) =>
    normalizeRef(folder).startsWith(`${normalizeRef(cursor.split(' ', 1)[0] ?? '')} `),
}

/** Documented to need a single page. */
const maxPages = 100

export const oneDrive: Drive = {
  facts: {
    provider: 'onedrive',
    authorizeUrl: placedUrls({ cloud: 'global' }).authorizeUrl,
    authorizeParams: { scope: 'offline_access Files.Read User.Read', response_mode: 'query' },
    tokenUrl: placedUrls({ cloud: 'global' }).tokenUrl,
    placed: placedUrls,
    hasPkce: true,
    refreshToken: 'replaced',
    // A response names the short form, a URI or a broader permission, in any case.
    neededScope: ['Files.Read', 'Files.Read.All', 'Files.ReadWrite', 'Files.ReadWrite.All'],
    rootRef: 'root',
    links: 'redirect',
    parallel: 4,
    pace: {},
  },
  authorise: (token) => ({ authorization: `Bearer ${token}` }),
  findOwner: async (calls) => {
    const { id, userPrincipalName, displayName } = parseResponse(UserResponse, await get(calls, '/me'))
    return { accountId: id, name: userPrincipalName ?? displayName ?? id }
  },
  findSpace: async (calls) => {
    const { quota } = parseResponse(MyDrive, await get(calls, '/me/drive'))
    // SharePoint reports zeros if the values are unknown.
    return quota?.total ? { usedBytes: quota.used ?? 0, totalBytes: quota.total } : undefined
  },
  list: async (calls, folder, page) => {
    const graph = await graphUrl(calls)
    const url = page ?? `${graph}/v1.0${itemPath(folder)}/children?$top=1000&$select=${fields}`
    const found = parseResponse(Children, await calls.send({ url: assertOwnUrl(url, graph), paced: 'list' }))
    const next = found['@odata.nextLink']
    // A file has no children and is listed like an empty folder, so it is checked.
    if (page === undefined && found.value.length === 0 && next === undefined)
      await assertFolder(calls, folder)
    return {
      nodes: found.value.map(toNode),
      next: next === undefined ? undefined : assertOwnUrl(next, graph),
    }
  },
  stat: async (calls, ref) => toNode(await findItem(calls, ref)),
  link: async (calls, { ref }) => {
    const { '@microsoft.graph.downloadUrl': url } = await findItem(calls, ref, 'link')
    if (url === undefined) throw new StorageError('forbidden', { cause: 'no download' })
    return { url, headers: {}, expiresAt: calls.now() + linkMs }
  },
  feed: oneDriveFeed,
  faultOf,
}

/** Documented as minutes to an hour. */
const linkMs = 10 * 60_000

const fields =
  'id,name,size,file,folder,package,deleted,remoteItem,parentReference,fileSystemInfo,cTag,content.downloadUrl'

const formatRef = (drive: string, item: string): Ref => normalizeRef(`${drive} ${item}`)

/**
 * Normalizes references. IDs of personal drives have 16 hexadecimal digits. Endpoints return them in different case and without a leading
 * zero, which other endpoints reject (OneDrive/onedrive-api-docs issues 1890 and 1902; abraunegg/onedrive issues 3072 and 3115, pull
 * requests 3086 and 3116; rclone pads them too). IDs of other drives begin with `b!` and stay as they are.
 */
const normalizeRef = (ref: Ref): Ref => {
  const [, drive, item] = personalRef.exec(ref) ?? []
  if (drive === undefined) return ref
  const id = item === undefined ? '' : ` ${/^[\da-f]{15}!/i.test(item) ? '0' : ''}${item}`
  return `${drive.padStart(16, '0')}${id}`.toLowerCase()
}

const personalRef = /^([\da-f]{15,16})(?: (.*))?$/i

function itemPath(ref: Ref): string {
  if (ref === 'root') return '/me/drive/root'
  const [drive = '', item = ''] = normalizeRef(ref).split(' ')
  return `/drives/${encodeURIComponent(drive)}/items/${encodeURIComponent(item)}`
}

/** Returns the URL if it is on the Graph host. The token must not be sent to another host. */
function assertOwnUrl(url: string, graph: string): string {
  if (!url.startsWith(`${graph}/`)) throw new StorageError('damaged', { cause: 'a page of another host' })
  return url
}

const get = async (calls: DriveCalls, path: string, paced: 'link' | 'other' = 'other') =>
  calls.send({ url: `${await graphUrl(calls)}/v1.0${path}`, paced })

const findItem = async (calls: DriveCalls, ref: Ref, paced: 'link' | 'other' = 'other') =>
  parseResponse(Item, await get(calls, `${itemPath(ref)}?$select=${fields}`, paced))

async function assertFolder(calls: DriveCalls, folder: Ref): Promise<void> {
  if (toNode(await findItem(calls, folder)).kind !== 'folder') throw new StorageError('notFound')
}

const UserResponse = v.object({
  id: v.string(),
  displayName: v.nullish(v.string()),
  userPrincipalName: v.nullish(v.string()),
})

const MyDrive = v.object({
  id: v.string(),
  quota: v.optional(v.object({ total: v.optional(v.number()), used: v.optional(v.number()) })),
})

const facts = {
  id: v.string(),
  name: v.optional(v.string(), ''),
  size: v.optional(v.number(), 0),
  file: v.optional(v.object({ hashes: v.optional(v.object({ quickXorHash: v.optional(v.string()) })) })),
  folder: v.optional(v.object({})),
  parentReference: v.optional(v.object({ driveId: v.optional(v.string()), id: v.optional(v.string()) })),
  fileSystemInfo: v.optional(v.object({ lastModifiedDateTime: v.optional(v.string()) })),
  cTag: v.optional(v.string()),
}

const Item = v.object({
  ...facts,
  package: v.optional(v.object({})),
  remoteItem: v.optional(v.object(facts)),
  '@microsoft.graph.downloadUrl': v.optional(v.string()),
})
type Item = v.InferOutput<typeof Item>

const Children = v.object({ value: v.array(Item), '@odata.nextLink': v.optional(v.string()) })

/** A deleted item only has its ID. */
const Delta = v.object({
  value: v.array(v.object({ id: facts.id, parentReference: facts.parentReference })),
  '@odata.nextLink': v.optional(v.string()),
  '@odata.deltaLink': v.optional(v.string()),
})

/** Resolves a shortcut to its target. A notebook is a package, which cannot be downloaded. */
function toNode({ remoteItem, ...item }: Item): DriveNode {
  const meant = remoteItem ?? item
  const { file, folder, size, fileSystemInfo, parentReference, cTag } = meant
  const hash = file?.hashes?.quickXorHash
  return {
    ref: formatRef(parentReference?.driveId ?? '', meant.id),
    name: item.name,
    ...(remoteItem && { toldAs: formatRef(item.parentReference?.driveId ?? '', item.id) }),
    kind: item.package ? 'special' : folder ? 'folder' : file ? 'file' : 'special',
    sizeBytes: size,
    modifiedAt: new Date(fileSystemInfo?.lastModifiedDateTime ?? 0).toISOString(),
    ...(cTag !== undefined && { version: cTag }),
    ...(hash !== undefined && { hash: `quickxor:${hash}` }),
  }
}

const ErrorResponse = v.object({ error: v.object({ code: v.optional(v.string(), '') }) })

function faultOf(received: OutboundResponse): ReturnType<Drive['faultOf']> {
  const { status, headers } = received
  if (status === 200) return undefined
  if (status === 401) return received.body.includes('Unable to initialize RPS') ? 'transient' : 'expired'
  const isJson = /\bjson\b/.test(headers['content-type'] ?? '')
  const read = isJson ? v.safeParse(ErrorResponse, parseJson(received)) : undefined
  const code = read?.success ? read.output.error.code : ''
  const fault = faultsByCode[code]
  return fault === undefined ? toStatusError(received) : new StorageError(fault, { cause: code })
}

const faultsByCode: Readonly<Record<string, StorageFault>> = {
  itemNotFound: 'notFound',
  accessDenied: 'forbidden',
  // The item is being changed.
  resourceLocked: 'unavailable',
}

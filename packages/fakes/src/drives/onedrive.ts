/** OneDrive, according to the documentation of Microsoft Graph. */
import { randomBytes } from 'node:crypto'
import { respondBytes } from '../http/file-tree.ts'
import { createFakeFeed, type FakeFeed } from './fake-feed.ts'
import { authorise, createIssuer, type FakeIssuer, tokenReply } from './fake-issuer.ts'
import {
  bearerIn,
  createDriveTree,
  type DriveItem,
  type DriveTree,
  type FakeProvider,
  json,
  type ProviderReply,
  type ProviderRequest,
  plain,
} from './fake-provider.ts'
import { quickXorOf } from './quick-xor.ts'

const [login, graph, data] = [
  'login.microsoftonline.com',
  'graph.microsoft.com',
  'my.microsoftpersonalcontent.com',
] as const
/** Graph hosts by the login host of their cloud (learn.microsoft.com, national cloud deployments). */
const nationalClouds: Readonly<Record<string, string>> = {
  'login.chinacloudapi.cn': 'microsoftgraph.chinacloudapi.cn',
  'login.microsoftonline.us': 'graph.microsoft.us',
}
const accessSeconds = 3_599
const linkMs = 60 * 60 * 1000
const pageSize = 50
/**
 * IDs of personal accounts have no fixed case, and an ID that starts with 0 lacks it in remote items; such a short one is rejected in
 * requests (OneDrive/onedrive-api-docs issues 1890 and 1902; abraunegg/onedrive issues 3072 and 3115).
 */
export const fakeDriveId = '0a1b2c3d4e5f6071'
const shortDriveId = fakeDriveId.slice(1)

export interface FakeOneDrive extends FakeProvider {
  /** Adds a shortcut to the item at a path, as to another user's drive. */
  readonly addShortcut: (folder: string, name: string, target: string) => void
  /** Adds an item that is neither file nor folder. */
  readonly addNotebook: (folder: string, name: string) => void
  /** Accepts downloads with a bearer token, as OneDrive did until 2023; older clients send one. */
  readonly tolerateBearers: () => void
  /** Rejects this many requests with a transient 401 (rclone, backend/onedrive, shouldRetry). */
  readonly failRps: (count: number) => void
  /** Registers the app for this tenant only: `/common` is rejected with AADSTS50194 (Entra error codes). */
  readonly bindTenant: (tenant: string) => void
  /** Token responses contain this scope. */
  readonly nameScope: (scope: string) => void
}

interface OneDrive {
  readonly issuer: FakeIssuer
  readonly tree: DriveTree
  readonly feed: FakeFeed
  readonly remote: Map<string, DriveItem>
  readonly notebooks: Set<string>
  readonly links: Map<string, { readonly item: DriveItem; readonly until: number }>
  readonly now: () => number
  toleratesBearers: boolean
  rpsFaults: number
  scope: string
  tenant: string | undefined
}

export function createOneDrive(now: () => number): FakeOneDrive {
  const manner = { codeMs: 600_000, accessMs: accessSeconds * 1000, refreshTokens: 'replaced' } as const
  const issuer = createIssuer('onedrive', manner, now)
  const tree = createDriveTree(`${fakeDriveId}!1`, (number) => `${fakeDriveId}!${number + 1}`)
  const of: OneDrive = { ...newState(), issuer, tree, feed: createFakeFeed(tree), now }
  const consentOf = (query: URLSearchParams) => ({
    hasRefresh: (query.get('scope') ?? '').split(' ').includes('offline_access'),
    parameters: { session_state: 'x' },
  })
  return {
    name: 'onedrive',
    hosts: [login, graph, data, ...Object.keys(nationalClouds), ...Object.values(nationalClouds)],
    issuer,
    tree,
    feed: of.feed,
    endLinks: () => of.links.clear(),
    addShortcut: (folder, name, target) => {
      const item = tree.at(target)
      if (item) of.remote.set(tree.add(folder, name, '').id, item)
    },
    addNotebook: (folder, name) => void of.notebooks.add(tree.add(folder, name, '').id),
    tolerateBearers: () => {
      of.toleratesBearers = true
    },
    failRps: (count) => {
      of.rpsFaults = count
    },
    bindTenant: (tenant) => {
      of.tenant = tenant
    },
    nameScope: (scope) => {
      of.scope = scope
    },
    reply: (request) => {
      if (request.host === data) return download(of, request)
      if (request.host === graph || Object.values(nationalClouds).includes(request.host))
        return call(of, request)
      if (request.path.endsWith('/authorize')) return authorise(request, issuer, consentOf)
      return token(of, request)
    },
  }
}

const newState = () => ({
  remote: new Map(),
  notebooks: new Set<string>(),
  links: new Map(),
  toleratesBearers: false,
  rpsFaults: 0,
  scope: 'Files.Read User.Read',
  tenant: undefined,
})

/** Confidential clients must not send an Origin header. */
function token({ issuer, scope, tenant }: OneDrive, request: ProviderRequest): ProviderReply {
  if (tenant !== undefined && !request.path.startsWith(`/${tenant}/`))
    return json(400, { error: 'invalid_request', error_description: 'AADSTS50194: not multi-tenant' })
  if (request.headers.origin !== undefined)
    return json(400, { error: 'invalid_request', error_description: 'AADSTS9002326' })
  return tokenReply(request, issuer, ({ accessToken, refreshToken }) => ({
    token_type: 'Bearer',
    scope,
    expires_in: accessSeconds,
    ext_expires_in: accessSeconds,
    access_token: accessToken,
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
  }))
}

const refused = (status: number, code: string): ProviderReply =>
  json(status, {
    error: { code, message: code, innerError: { 'request-id': 'r', date: '2026-01-01T00:00:00' } },
  })

function call(of: OneDrive, request: ProviderRequest): ProviderReply {
  const { path, headers } = request
  if (!of.issuer.isGood(bearerIn(headers))) return refused(401, 'InvalidAuthenticationToken')
  if (of.rpsFaults > 0) {
    of.rpsFaults -= 1
    return json(401, { error: { code: 'unauthenticated', message: 'Unable to initialize RPS' } })
  }
  if (path === '/v1.0/me')
    return json(200, { id: 'u1', displayName: 'Haruka', userPrincipalName: 'haruka@one.example' })
  if (path === '/v1.0/me/drive' || path.toLowerCase() === `/v1.0/drives/${fakeDriveId}`)
    return json(200, {
      id: fakeDriveId.toUpperCase(),
      driveType: 'personal',
      quota: { total: 10_000_000, used: 5, remaining: 1 },
    })
  if (path === '/v1.0/me/drive/root/delta') return delta(of, request)
  if (path.toLowerCase().startsWith(`/v1.0/drives/${shortDriveId}/`)) return refused(400, 'invalidRequest')
  const item = itemIn(of, path)
  if (!item) return refused(404, 'itemNotFound')
  if (path.endsWith('/children')) return children(of, item, request)
  if (!path.endsWith('/content')) return json(200, itemOf(of, item))
  return { status: 302, headers: { location: linkTo(of, item) } }
}

const drivePath = '/v1.0/(?:me/drive|drives/[\\da-f]{16})'
const rootPattern = new RegExp(`^${drivePath}/root$`, 'i')
const itemPattern = new RegExp(`^${drivePath}/items/([^/]+)$`, 'i')
const belowItemPattern = new RegExp(`^${drivePath}/items/([^/:]+):/(.*?):?$`, 'i')
const belowRootPattern = new RegExp(`^${drivePath}/root:/(.*?):?$`, 'i')

function itemIn({ tree }: OneDrive, path: string): DriveItem | undefined {
  const plainPath = decodeURIComponent(path).replace(/\/(?:children|content)$/, '')
  if (rootPattern.test(plainPath)) return tree.root
  const id = itemPattern.exec(plainPath)?.[1]?.toLowerCase()
  if (id !== undefined) return id === 'root' ? tree.root : tree.find(id)
  const [, from = '', rest = ''] = belowItemPattern.exec(plainPath) ?? []
  const start = tree.find(from.toLowerCase())
  if (start) return tree.at([tree.pathOf(start), rest].filter(Boolean).join('/'))
  const below = belowRootPattern.exec(plainPath)?.[1]
  return below === undefined ? undefined : tree.at(below)
}

/** The change feed has IDs in upper case, unlike listings. */
const upperCased = (value: object): object =>
  JSON.parse(JSON.stringify(value), (key, one) =>
    /^(?:id|driveId)$/.test(key) ? String(one).toUpperCase() : one,
  )

/** Remote items lack the leading zero of their IDs. */
const shortened = (value: object): object =>
  JSON.parse(JSON.stringify(value), (key, one) =>
    /^(?:id|driveId)$/.test(key) ? String(one).replace(/^0(?=[\da-f]{15}(?:!|$))/i, '') : one,
  )

/** The next page is a complete URL. */
function children(of: OneDrive, { id }: DriveItem, { host, path, query }: ProviderRequest): ProviderReply {
  const all = of.tree.childrenOf(id)
  const from = Number(query.get('$skiptoken') ?? 0)
  const end = from + Math.min(Number(query.get('$top') ?? 200), pageSize)
  const next = `https://${host}${path}?${new URLSearchParams({ ...Object.fromEntries(query), $skiptoken: String(end) })}`
  return json(200, {
    '@odata.count': all.length,
    ...(end < all.length ? { '@odata.nextLink': next } : {}),
    value: all.slice(from, end).map((item) => itemOf(of, item)),
  })
}

/** Lists the root every time, and each item twice. Deleted items have only an ID. */
function delta(of: OneDrive, { host, path, query }: ProviderRequest): ProviderReply {
  const token = query.get('token') ?? ''
  const linkOf = (next: string) => `https://${host}${path}?token=${next}`
  if (token === 'latest') return json(200, { value: [], '@odata.deltaLink': linkOf(of.feed.latest()) })
  const read = of.feed.read(token)
  if (!read) {
    const { headers, ...gone } = refused(410, 'resyncChangesApplyDifferences')
    return { ...gone, headers: { ...headers, location: linkOf('') } }
  }
  const reported = read.changes.map(({ id, isGone }) => {
    const item = isGone ? undefined : of.tree.find(id)
    return item ? itemOf(of, item) : { id, deleted: { state: 'deleted' } }
  })
  const next = linkOf(read.next)
  return json(200, {
    value: [{ ...itemOf(of, of.tree.root), root: {} }, ...reported, ...reported].map(upperCased),
    ...(read.hasMore ? { '@odata.nextLink': next } : { '@odata.deltaLink': next }),
  })
}

function linkTo({ links, now }: OneDrive, item: DriveItem): string {
  const name = randomBytes(12).toString('hex')
  links.set(name, { item, until: now() + linkMs })
  return `https://${data}/content/${name}?tempauth=t`
}

function itemOf(of: OneDrive, item: DriveItem): object {
  const { id, name, parent, bytes, modifiedAt, version } = item
  const at = modifiedAt.toISOString().replace(/\.\d+Z$/, 'Z')
  const parentReference = { driveId: fakeDriveId, driveType: 'personal', id: parent, path: '/drive/root:' }
  const reported = {
    id,
    name,
    parentReference,
    fileSystemInfo: { createdDateTime: at, lastModifiedDateTime: at },
  }
  const target = of.remote.get(id)
  if (target) return { ...reported, size: 0, remoteItem: shortened(itemOf(of, target)) }
  if (of.notebooks.has(id)) return { ...reported, size: 10, package: { type: 'oneNote' } }
  if (!bytes) return { ...reported, size: 0, folder: { childCount: of.tree.childrenOf(id).length } }
  return {
    ...reported,
    size: bytes.length,
    cTag: `"c:${id},${version}"`,
    file: {
      mimeType: 'audio/wav',
      hashes: { quickXorHash: quickXorOf(bytes) },
    },
    '@microsoft.graph.downloadUrl': linkTo(of, item),
  }
}

/** Authorization is part of the URL; a bearer token is rejected. */
function download(
  { links, now, toleratesBearers }: OneDrive,
  { path, headers }: ProviderRequest,
): ProviderReply {
  if (headers.authorization !== undefined && !toleratesBearers) return plain(401, 'unauthorized')
  const found = links.get(path.replace('/content/', ''))
  if (!found?.item.bytes) return plain(404, 'not found')
  if (found.until <= now()) return plain(401, 'expired')
  return respondBytes({ ...found.item, bytes: found.item.bytes, etag: '' }, headers.range)
}

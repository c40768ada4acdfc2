/** Box, according to its OpenAPI document and guides. */
import { createHash, randomBytes } from 'node:crypto'
import { respondBytes } from '../http/file-tree.ts'
import { createFakeFeed, type FakeFeed } from './fake-feed.ts'
import { authorise, createIssuer, type FakeIssuer, tokenReply } from './fake-issuer.ts'
import {
  bearerIn,
  createDriveTree,
  type DriveChange,
  type DriveItem,
  type DriveTree,
  type FakeProvider,
  json,
  type ProviderReply,
  type ProviderRequest,
  plain,
} from './fake-provider.ts'

const [account, app, api, data] = [
  'account.box.com',
  'app.box.com',
  'api.box.com',
  'dl.boxcloud.com',
] as const
const accessSeconds = 3_943
/** Codes expire after half a minute. */
const codeMs = 30_000
const linkMs = 15 * 60_000
const pageSize = 50
const firstPosition = 1_152_922_976_252_290_886n

export interface FakeBox extends FakeProvider {
  /** The marker of the last page is null. Some clients start over if it is an empty string. */
  readonly endWithNull: () => void
}

interface Box {
  lastMarker: '' | null
  /** Cursors of the feed by stream position. */
  readonly positions: Map<string, string>
  lastEntries: readonly object[]
  readonly issuer: FakeIssuer
  readonly tree: DriveTree
  readonly feed: FakeFeed
  readonly links: Map<string, { readonly bytes: Buffer; readonly modifiedAt: Date; readonly until: number }>
  /** Versions that were listed stay readable. */
  readonly versions: Map<string, DriveItem>
  readonly now: () => number
}

export function createBox(now: () => number): FakeBox {
  const issuer = createIssuer('box', { codeMs, accessMs: accessSeconds * 1000, refreshTokens: 'once' }, now)
  const tree = createDriveTree('0', (number) => String(9_000_000_000 + number))
  const feed = createFakeFeed(tree)
  const kept = { links: new Map(), versions: new Map(), positions: new Map(), lastEntries: [] }
  const of: Box = { lastMarker: '', issuer, tree, feed, ...kept, now }
  return {
    name: 'box',
    hosts: [account, app, api, data],
    issuer,
    tree,
    feed,
    endLinks: () => of.links.clear(),
    endWithNull: () => {
      of.lastMarker = null
    },
    reply: (request) => {
      const { host, path } = request
      if (host === data) return download(of, request)
      if (path === '/api/oauth2/authorize') return authorise(request, issuer, () => ({ hasRefresh: true }))
      if (path.endsWith('/oauth2/token')) return tokenReply(request, issuer, tokensJson)
      if (path === '/oauth2/revoke') return revoke(issuer, request)
      return call(of, request)
    },
  }
}

const tokensJson = (tokens: { accessToken: string; refreshToken: string | undefined }) => ({
  access_token: tokens.accessToken,
  expires_in: accessSeconds,
  restricted_to: [],
  token_type: 'bearer',
  refresh_token: tokens.refreshToken,
})

function revoke(issuer: FakeIssuer, { body }: ProviderRequest): ProviderReply {
  const form = new URLSearchParams(body)
  if (form.get('client_secret') !== issuer.app.clientSecret) return json(400, { error: 'invalid_client' })
  issuer.revoke()
  return { status: 200 }
}

/** The response has no body. */
const isOver: ProviderReply = {
  status: 401,
  headers: {
    'www-authenticate': 'Bearer realm="Service", error="invalid_token", error_description="invalid."',
  },
}

const refused = (status: number, code: string): ProviderReply =>
  json(status, { type: 'error', status, code, message: code, help_url: 'x', request_id: 'r' })

function call(box: Box, request: ProviderRequest): ProviderReply {
  const { path, query, headers } = request
  if (!box.issuer.isGood(bearerIn(headers))) return isOver
  if (path === '/2.0/users/me')
    return json(200, {
      type: 'user',
      id: '1',
      name: 'Haruka',
      login: 'haruka@box.example',
      space_amount: 10_737_418_240,
      space_used: 123,
    })
  if (path === '/2.0/events') return boxEvents(box, query) ?? refused(400, 'invalid_parameter')
  const [, kind, id = '', rest = ''] = /^\/2\.0\/(folders|files)\/(\d+)(\/items|\/content)?$/.exec(path) ?? []
  const item = box.tree.find(id)
  if (!item || (kind === 'files') !== (item.bytes !== undefined)) return refused(404, 'not_found')
  if (rest === '/items') return items(box, item, request)
  if (rest === '/content') return content(box, item, request)
  return { ...json(200, 0), body: written(itemOf(box, item)) }
}

/** The last marker alternates between null and an empty string. */
function items(box: Box, { id }: DriveItem, { query }: ProviderRequest): ProviderReply {
  const all = box.tree.childrenOf(id)
  const from = Number(query.get('marker') ?? 0)
  const end = from + Math.min(Number(query.get('limit') ?? 100), pageSize)
  const entries = all.slice(from, end).map((item) => itemOf(box, item))
  const last = from === 0 ? null : box.lastMarker
  const link = from === 0 ? [{ type: 'web_link', id: '11', name: 'a page' }] : []
  const reported = {
    entries: [...entries, ...link],
    limit: pageSize,
    next_marker: end < all.length ? String(end) : last,
  }
  return { ...json(200, 0), body: written(reported) }
}

/** Sizes may be written with an exponent. */
const written = (value: object): string =>
  JSON.stringify(value).replaceAll(/"size":(\d+)/g, (_, size) => `"size":${Number(size).toExponential()}`)

const versionOf = ({ id, version }: DriveItem) => `${id}${version}`

function itemOf({ versions }: Box, item: DriveItem): object {
  const { id, name, bytes, modifiedAt } = item
  const at = modifiedAt.toISOString().replace(/\.\d+Z$/, '+00:00')
  const reported = {
    id,
    name,
    etag: '1',
    sequence_id: '0',
    content_modified_at: at,
    modified_at: at,
    item_status: 'active',
  }
  if (!bytes) return { type: 'folder', ...reported }
  versions.set(versionOf(item), item)
  const sha1 = createHash('sha1').update(bytes).digest('hex')
  return {
    type: 'file',
    ...reported,
    sha1,
    size: bytes.length,
    file_version: { type: 'file_version', id: versionOf(item) },
  }
}

/** Redirects to another host, which sends no CORS headers. */
function content({ links, versions, now }: Box, item: DriveItem, { query }: ProviderRequest): ProviderReply {
  const { bytes, modifiedAt } = versions.get(query.get('version') ?? '') ?? item
  if (!bytes) return refused(404, 'not_found')
  const name = randomBytes(12).toString('hex')
  links.set(name, { bytes, modifiedAt, until: now() + linkMs })
  return { status: 302, headers: { location: `https://${data}/d/1/${name}/download` } }
}

function download({ links, now }: Box, { path, headers }: ProviderRequest): ProviderReply {
  const found = links.get(path.split('/')[3] ?? '')
  if (!found) return plain(404, 'not found')
  if (found.until <= now()) return plain(403, 'expired')
  return respondBytes({ ...found, etag: '' }, headers.range)
}

/**
 * Returns events unordered and twice, including some that are not about files. Positions are 64-bit integers beyond the precision of a
 * double (box/box-openapi, Events: example 1152922976252290886). The last events are repeated with the same IDs at each later position
 * (rclone, backend/box, changeNotifyRunner; box/box-java-sdk issues 57 and 564).
 */
function boxEvents(
  box: Pick<Box, 'tree' | 'feed' | 'positions' | 'lastEntries'>,
  query: URLSearchParams,
): ProviderReply | undefined {
  const { tree, feed, positions } = box
  const positionOf = (cursor: string) => {
    const position = String(firstPosition + BigInt(positions.size))
    positions.set(position, cursor)
    return position
  }
  const reply = (cursor: string, entries: readonly object[]) => {
    const body = { chunk_size: entries.length, next_stream_position: `#${positionOf(cursor)}`, entries }
    return { ...json(200, 0), body: JSON.stringify(body).replace(/"#(\d+)"/, '$1') }
  }
  const position = query.get('stream_position') ?? ''
  if (position === 'now') return reply(feed.latest(), [])
  const read = feed.read(positions.get(position) ?? '')
  if (!read) return undefined
  const reported = read.changes.map((change, at) => eventOf(tree, change, `${position} ${at}`)).reverse()
  const entries =
    reported.length > 0
      ? [...reported, { event_id: 'x', event_type: 'LOGIN', source: null }, ...reported]
      : box.lastEntries
  box.lastEntries = entries
  return reply(read.next, entries)
}

function eventOf(tree: DriveTree, { id, was, isGone, isFolder }: DriveChange, event_id: string): object {
  const item = isGone ? undefined : tree.find(id)
  const type = isGone ? 'ITEM_TRASH' : was === undefined ? 'ITEM_UPLOAD' : 'ITEM_MOVE'
  const parent = item ? { type: 'folder', id: item.parent, sequence_id: '0' } : null
  const source = { type: isFolder ? 'folder' : 'file', id, parent, ...(item ? { name: item.name } : {}) }
  return { event_id, event_type: type, created_at: '2026-01-01T00:00:00-08:00', source }
}

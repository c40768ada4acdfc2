/** Google Drive, according to its discovery document. */
import { createHash } from 'node:crypto'
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
} from './fake-provider.ts'

const [accounts, oauth, api] = ['accounts.google.com', 'oauth2.googleapis.com', 'www.googleapis.com'] as const
const accessSeconds = 3_599
/** Pages may be shorter than requested. */
const pageSize = 50
const folderType = 'application/vnd.google-apps.folder'

export interface FakeGoogleDrive extends FakeProvider {
  /** Adds a shortcut to the item at a path; a dangling one if there is none. */
  readonly addShortcut: (folder: string, name: string, target: string) => void
  /**
   * A shared drive with a change log of its own: the user's log does not contain its changes (developers.google.com, about changes;
   * rclone, backend/drive, reads it with `driveId`). The ID of its root is the drive's ID.
   */
  readonly shared: DriveTree
}

interface Google {
  readonly issuer: FakeIssuer
  readonly tree: DriveTree
  readonly feed: FakeFeed
  readonly shared: DriveTree
  readonly sharedFeed: FakeFeed
  /** Targets by shortcut ID. */
  readonly shortcuts: Map<string, DriveItem>
}

export function createGoogleDrive(now: () => number): FakeGoogleDrive {
  const manner = { codeMs: 600_000, accessMs: accessSeconds * 1000, refreshTokens: 'kept' } as const
  const issuer = createIssuer('google', manner, now)
  const tree = createDriveTree(
    '0AROOT',
    (number) => `1${createHash('sha1').update(String(number)).digest('base64url')}`,
  )
  const shared = createDriveTree(
    fakeSharedDrive,
    (number) => `1s${createHash('sha1').update(String(number)).digest('base64url')}`,
  )
  const feeds = { feed: createFakeFeed(tree), sharedFeed: createFakeFeed(shared) }
  const google: Google = { issuer, tree, shared, ...feeds, shortcuts: new Map() }
  let hasConsent = false
  const consentOf = (query: URLSearchParams) => {
    const isPrompted = query.get('prompt') === 'consent' || !hasConsent
    hasConsent = true
    const parameters = { scope: query.get('scope') ?? '', iss: `https://${accounts}`, authuser: '0' }
    return { hasRefresh: query.get('access_type') === 'offline' && isPrompted, parameters }
  }
  return {
    name: 'google',
    hosts: [accounts, oauth, api],
    issuer,
    tree,
    shared,
    feed: google.feed,
    hasTwins: true,
    // Reading always needs the token.
    endLinks: issuer.expireAccess,
    addShortcut: (folder, name, target) => {
      const item = tree.add(folder, name, '')
      google.shortcuts.set(item.id, tree.at(target) ?? shared.at(target) ?? { ...item, id: 'gone' })
    },
    reply: (request) => {
      if (request.host === accounts) return authorise(request, issuer, consentOf)
      if (request.host === api) return call(google, request)
      if (request.path === '/token') return tokenReply(request, issuer, tokensJson)
      return revoke(issuer, request)
    },
  }
}

const tokensJson = (tokens: {
  accessToken: string
  refreshToken: string | undefined
  scope: string | undefined
}) => ({
  access_token: tokens.accessToken,
  expires_in: accessSeconds,
  token_type: 'Bearer',
  ...(tokens.scope === undefined ? {} : { scope: tokens.scope }),
  ...(tokens.refreshToken === undefined ? {} : { refresh_token: tokens.refreshToken }),
})

function revoke(issuer: FakeIssuer, { body }: ProviderRequest): ProviderReply {
  if (!new URLSearchParams(body).get('token')) return json(400, { error: 'invalid_token' })
  issuer.revoke()
  return json(200, {})
}

const refused = (code: number, reason: string, message = reason): ProviderReply =>
  json(code, { error: { code, message, errors: [{ domain: 'global', reason, message }] } })

function call(google: Google, request: ProviderRequest): ProviderReply {
  const { path, query, headers } = request
  if (!google.issuer.isGood(bearerIn(headers))) return refused(401, 'authError', 'Invalid Credentials')
  if (path === '/drive/v3/about') return about(query)
  if (path === '/drive/v3/changes/startPageToken')
    return json(200, { startPageToken: feedOf(google, query).latest() })
  if (path === '/drive/v3/changes') return changes(google, query)
  if (path === '/drive/v3/files') return list(google, query)
  const id = decodeURIComponent(/^\/drive\/v3\/files\/([^/]+)$/.exec(path)?.[1] ?? '')
  const item = findIn(google, id)
  if (!item) return refused(404, 'notFound', `File not found: ${id}.`)
  if (query.get('alt') !== 'media') return json(200, fileOf(google, item))
  if (!item.bytes) return refused(403, 'fileNotDownloadable')
  return respondBytes({ ...item, bytes: item.bytes, etag: '' }, headers.range)
}

export const fakeSharedDrive = '0ASHARED'

const findIn = ({ tree, shared }: Google, id: string): DriveItem | undefined =>
  id === 'root' ? tree.root : (tree.find(id) ?? shared.find(id))

const feedOf = ({ feed, sharedFeed }: Google, query: URLSearchParams): FakeFeed =>
  query.get('driveId') === fakeSharedDrive ? sharedFeed : feed

function changes(google: Google, query: URLSearchParams): ProviderReply {
  const read = feedOf(google, query).read(query.get('pageToken') ?? '')
  if (!read) return refused(400, 'invalid', 'Invalid Value')
  const reported = read.changes.map(({ id, isGone }) => {
    const item = isGone ? undefined : findIn(google, id)
    return item ? { fileId: id, removed: false, file: fileOf(google, item) } : { fileId: id, removed: true }
  })
  return json(200, {
    changes: reported,
    ...(read.hasMore ? { nextPageToken: read.next } : { newStartPageToken: read.next }),
  })
}

function about(query: URLSearchParams): ProviderReply {
  if (!query.has('fields'))
    return refused(400, 'required', 'The "fields" parameter is required for this method.')
  return json(200, {
    user: { displayName: 'Haruka', emailAddress: 'haruka@google.example', permissionId: '077' },
    storageQuota: { limit: '16106127360', usage: '123', usageInDrive: '120', usageInDriveTrash: '0' },
  })
}

/** The page token is an offset. The second page is empty although there are more. */
function list(google: Google, query: URLSearchParams): ProviderReply {
  const q = query.get('q') ?? ''
  const [named] = quoted(q, /'((?:[^'\\]|\\.)*)' in parents/g)
  const names = quoted(q, /name='((?:[^'\\]|\\.)*)'/g)
  const types = quoted(q, /mimeType='((?:[^'\\]|\\.)*)'/g)
  if (named === undefined) return refused(400, 'invalid', 'Invalid Value')
  const folder = findIn(google, named)
  if (!folder) return refused(404, 'notFound', `File not found: ${named}.`)
  const all = [...google.tree.childrenOf(folder.id), ...google.shared.childrenOf(folder.id)].filter(
    (item) => {
      const { name, mimeType } = fileOf(google, item)
      return (names.length === 0 || names.includes(name)) && (types.length === 0 || types.includes(mimeType))
    },
  )
  const [from = 0, isEmpty = 0] = (query.get('pageToken') ?? '~!!~0.0').slice(4).split('.').map(Number)
  const size = Math.min(Number(query.get('pageSize') ?? 100), pageSize)
  const end = isEmpty === 1 ? from : from + size
  const next = end < all.length ? { nextPageToken: `~!!~${end}.${from === 0 && isEmpty === 0 ? 1 : 0}` } : {}
  return json(200, {
    ...next,
    incompleteSearch: false,
    files: all.slice(from, end).map((item) => fileOf(google, item)),
  })
}

const quoted = (q: string, pattern: RegExp): string[] =>
  [...q.matchAll(pattern)].map(([, text = '']) => text.replaceAll(/\\(.)/g, '$1'))

function fileOf({ shortcuts, shared }: Google, item: DriveItem) {
  const { id, name, parent, bytes, modifiedAt } = item
  const reported = {
    id,
    name,
    modifiedTime: modifiedAt.toISOString(),
    trashed: false,
    parents: parent ? [parent] : [],
    ...(shared.find(id) && { driveId: fakeSharedDrive }),
  }
  const target = shortcuts.get(id)
  if (target) {
    const details = { targetId: target.id, targetMimeType: target.bytes ? 'audio/x-wav' : folderType }
    return { ...reported, mimeType: 'application/vnd.google-apps.shortcut', shortcutDetails: details }
  }
  if (!bytes) return { ...reported, mimeType: folderType }
  return {
    ...reported,
    mimeType: 'audio/x-wav',
    size: String(bytes.length),
    md5Checksum: createHash('md5').update(bytes).digest('hex'),
    capabilities: { canDownload: true },
  }
}

/** Dropbox, according to its API specification. */
import { createHash } from 'node:crypto'
import { respondBytes } from '../http/file-tree.ts'
import { createDropboxFiles, type DropboxFiles, refused } from './dropbox-files.ts'
import { createFakeFeed, type FakeFeed } from './fake-feed.ts'
import { authorise, createIssuer, tokenReply } from './fake-issuer.ts'
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

const [www, api, content, links] = [
  'www.dropbox.com',
  'api.dropboxapi.com',
  'content.dropboxapi.com',
  'uc1.dl.dropboxusercontent.com',
] as const

const accessMs = 14_400_000
const linkMs = 4 * 60 * 60 * 1000

interface Dropbox extends Pick<FakeProvider, 'issuer' | 'tree'> {
  home: string | undefined
  readonly files: DropboxFiles
  readonly cursors: DropboxFeed
  readonly links: Map<string, { readonly item: DriveItem; readonly bytes: Buffer; readonly until: number }>
  readonly now: () => number
}

export interface FakeDropbox extends FakeProvider {
  /**
   * Makes the account a member of a team whose space is the whole tree. Without `Dropbox-API-Path-Root`, paths start in this folder of
   * the member (OpenListTeam/OpenList, drivers/dropbox/util.go; dropbox-api-spec, users.stone, RootInfo).
   */
  readonly joinTeam: (home: string) => void
}

const teamRoot = '77'

export function createDropbox(now: () => number): FakeDropbox {
  const manner = { codeMs: 600_000, accessMs, refreshTokens: 'kept' } as const
  const issuer = createIssuer('dropbox', manner, now)
  const tree = createDriveTree('', (number) => `id:${String(number).padStart(16, 'a')}`)
  const files = createDropboxFiles(tree)
  const feed = createFakeFeed(tree)
  const cursors = createDropboxFeed({ tree, feed, find: files.versionAt, metadata: files.metadata })
  const of: Dropbox = { issuer, tree, files, cursors, home: undefined, links: new Map(), now }
  return {
    name: 'dropbox',
    hosts: [www, api, content, links],
    issuer,
    tree,
    feed,
    endLinks: () => of.links.clear(),
    joinTeam: (home) => {
      of.home = home
    },
    reply: (request) => {
      if (request.host === links) return download(of, request)
      if (request.host === content) return downloadNow(of, request)
      if (request.path === '/oauth2/authorize') return authorise(request, issuer, consentOf)
      if (/^(?:\/1)?\/oauth2\/token$/.test(request.path)) return token(of, request)
      return call(of, request)
    },
  }
}

const consentOf = (query: URLSearchParams) => ({ hasRefresh: query.get('token_access_type') === 'offline' })

/** A refresh returns no refresh token. */
const token = ({ issuer }: Dropbox, request: ProviderRequest): ProviderReply =>
  tokenReply(request, issuer, ({ accessToken, refreshToken, scope }) => ({
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: accessMs / 1000,
    ...(refreshToken === undefined
      ? {}
      : { refresh_token: refreshToken, uid: '12', account_id: account.account_id }),
    ...(scope === undefined ? {} : { scope }),
  }))

const account = {
  account_id: 'dbid:AAfake',
  name: { display_name: 'Haruka' },
  email: 'haruka@dropbox.example',
  email_verified: true,
  root_info: { '.tag': 'user', root_namespace_id: '1', home_namespace_id: '1' },
  account_type: { '.tag': 'basic' },
}

const teamInfo = (home: string) => ({
  '.tag': 'team',
  root_namespace_id: teamRoot,
  home_namespace_id: '1',
  home_path: `/${home}`,
})

const isOver = json(401, {
  error_summary: 'expired_access_token/..',
  error: { '.tag': 'expired_access_token' },
})

function call(dropbox: Dropbox, { path, headers, body }: ProviderRequest): ProviderReply {
  const { issuer, files, cursors, home } = dropbox
  if (!issuer.isGood(bearerIn(headers))) return isOver
  const root = headers['dropbox-api-path-root']
  if (root !== undefined && (home === undefined || JSON.parse(String(root)).root !== teamRoot))
    return json(422, { error_summary: 'path_root/no_permission/..', error: { '.tag': 'path_root' } })
  const sent = JSON.parse(body || 'null') ?? {}
  const isBelowHome = home !== undefined && root === undefined && /^(?:\/|$)/.test(sent.path ?? 'id:')
  const given = isBelowHome ? { ...sent, path: `/${home}${sent.path}` } : sent
  switch (path) {
    case '/2/users/get_current_account':
      return json(200, home === undefined ? account : { ...account, root_info: teamInfo(home) })
    case '/2/users/get_space_usage':
      return json(200, { used: 1_000, allocation: { '.tag': 'individual', allocated: 2_147_483_648_000 } })
    case '/2/files/list_folder':
      return files.list(given)
    case '/2/files/list_folder/continue':
      return cursors.goOn(given) ?? files.goOn(given)
    case '/2/files/list_folder/get_latest_cursor':
      return cursors.latest(given)
    case '/2/files/get_metadata':
      return files.stat(given)
    case '/2/files/get_temporary_link':
      return link(dropbox, given)
    case '/2/auth/token/revoke':
      issuer.revoke()
      return json(200, null)
    default:
      return plain(400, `Unknown API function: "${path}"`)
  }
}

function link(
  { files, links: kept, now }: Dropbox,
  { path = '' }: { readonly path?: string },
): ProviderReply {
  const item = files.versionAt(path)
  if (!item) return refused('path/not_found')
  if (!item.bytes) return refused('path/not_file')
  const name = `/cd/0/get/${createHash('sha1').update(`${item.id} ${kept.size}`).digest('base64url')}/file`
  kept.set(name, { item, bytes: item.bytes, until: now() + linkMs })
  return json(200, { metadata: files.metadata(item), link: `https://${links}${name}` })
}

/** Links work for anyone, but reject requests with a token. */
function download({ links: kept, now }: Dropbox, { path, headers }: ProviderRequest): ProviderReply {
  const found = kept.get(path)
  if (headers.authorization !== undefined || !found) return plain(404, 'not found')
  if (found.until <= now()) return plain(410, 'this link is over')
  return respondBytes({ bytes: found.bytes, modifiedAt: found.item.modifiedAt, etag: '' }, headers.range)
}

/** The other form of download: the argument is in a header. */
function downloadNow({ issuer, files }: Dropbox, { headers }: ProviderRequest): ProviderReply {
  if (!issuer.isGood(bearerIn(headers))) return isOver
  const { path } = JSON.parse(String(headers['dropbox-api-arg'] ?? '{}'))
  const item = files.versionAt(path)
  if (!item?.bytes) return refused('path/not_found')
  const {
    status,
    headers: sent,
    body,
  } = respondBytes({ ...item, bytes: item.bytes, etag: '' }, headers.range)
  return { status, headers: { ...sent, 'dropbox-api-result': headerJson(files.metadata(item)) }, body }
}

/** Escapes non-ASCII characters for a header. */
const headerJson = (value: object) =>
  JSON.stringify(value).replaceAll(
    /[^ -~]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Recursive cursors: changes below a folder. Deletions are reported by path only. */
interface Sources {
  readonly tree: DriveTree
  readonly feed: FakeFeed
  readonly find: (path: string) => DriveItem | undefined
  readonly metadata: (item: DriveItem) => object
}

interface DropboxFeed {
  readonly latest: (given: { readonly path?: string; readonly recursive?: boolean }) => ProviderReply
  /** Returns undefined if the cursor belongs to a listing. */
  readonly goOn: (given: { readonly cursor?: string }) => ProviderReply | undefined
}

const mark = 'AAF'

function createDropboxFeed({ tree, feed, find, metadata }: Sources): DropboxFeed {
  const below = (item: DriveItem): DriveItem[] => [item, ...tree.childrenOf(item.id).flatMap(below)]
  const entriesOf = ({ id, was, isGone }: DriveChange) => {
    const item = isGone ? undefined : tree.find(id)
    const isMoved = was !== undefined && (!item || tree.pathOf(item) !== was)
    const gone = isMoved ? [{ path: was, entry: deleted(was) }] : []
    const there = !item ? [] : isMoved ? below(item) : [item]
    return [...gone, ...there.map((one) => ({ path: tree.pathOf(one), entry: metadata(one) }))]
  }
  return {
    latest: ({ path = '', recursive = false }) => {
      const folder = find(path)
      if (!folder) return refused('path/not_found')
      if (!recursive) return plain(400, 'this fake reports whole trees alone')
      return json(200, { cursor: `${mark}${feed.latest()} ${folder.id}` })
    },
    goOn: ({ cursor = '' }) => {
      if (!cursor.startsWith(mark)) return undefined
      const [from = '', folderId = ''] = cursor.slice(mark.length).split(' ')
      const [read, folder] = [feed.read(from), tree.find(folderId)]
      if (!read || !folder) return refused('reset')
      const top = tree.pathOf(folder)
      const isInside = ({ path }: { readonly path: string }) => top === '' || path.startsWith(`${top}/`)
      const entries = read.changes
        .flatMap(entriesOf)
        .filter(isInside)
        .map(({ entry }) => entry)
      return json(200, { entries, cursor: `${mark}${read.next} ${folderId}`, has_more: read.hasMore })
    },
  }
}

const deleted = (path: string) => ({
  '.tag': 'deleted',
  name: path.slice(path.lastIndexOf('/') + 1),
  path_lower: `/${path.toLowerCase()}`,
  path_display: `/${path}`,
})

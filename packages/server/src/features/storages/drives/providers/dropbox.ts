/** Dropbox, API v2. References are its IDs, `id:…`. */
import * as v from 'valibot'
import type { OutboundResponse } from '../../../../lib/outbound.ts'
import { toStatusError } from '../../remote/reach.ts'
import { StorageError, type StorageFault } from '../../storage.ts'
import { type Drive, type DriveCalls, type DriveFeed, type DriveNode, parseResponse } from '../drive.ts'
import { parseJson } from '../drive-calls.ts'

const api = 'https://api.dropboxapi.com/2'

/** Deleted items are reported by path only, so cached listings store paths as well. */
const dropboxFeed: DriveFeed = {
  begin: async (calls, path) => {
    const wanted = { path, recursive: true, include_mounted_folders: true }
    return parseResponse(Latest, await callRpc(calls, '/files/list_folder/get_latest_cursor', wanted)).cursor
  },
  read: async (calls, from) => {
    const { entries, cursor, has_more } = parseResponse(
      Listing,
      await callRpc(calls, '/files/list_folder/continue', { cursor: from }),
    )
    const paths = entries.flatMap(({ path_lower }) => path_lower ?? [])
    const ids = entries.flatMap((entry) => (entry['.tag'] === 'deleted' ? [] : entry.id))
    const gone = entries.flatMap((one) => (one['.tag'] === 'deleted' ? (one.path_lower ?? []) : []))
    const folders = paths.map((path) => path.slice(0, path.lastIndexOf('/'))).filter(Boolean)
    const changed = { touched: [...ids, ...paths], folders, below: gone }
    return { ...changed, cursor, hasMore: has_more, isReset: false }
  },
}

export const dropbox: Drive = {
  facts: {
    provider: 'dropbox',
    authorizeUrl: 'https://www.dropbox.com/oauth2/authorize',
    // Without `offline` there is no refresh token.
    authorizeParams: {
      token_access_type: 'offline',
      scope: 'account_info.read files.metadata.read files.content.read',
    },
    tokenUrl: 'https://api.dropboxapi.com/oauth2/token',
    revoke: { url: `${api}/auth/token/revoke`, by: 'bearer' },
    // Documented as an alternative to the secret, not in addition.
    hasPkce: false,
    refreshToken: 'kept',
    neededScope: 'files.content.read',
    rootRef: '',
    links: 'redirect',
    parallel: 4,
    pace: {},
  },
  authorise: (token) => ({ authorization: `Bearer ${token}` }),
  findOwner: async (calls) => {
    const found = parseResponse(Account, await callRpc(calls, '/users/get_current_account'))
    const {
      account_id,
      email,
      name,
      root_info: { root_namespace_id: root, home_namespace_id: home } = {},
    } = found
    const owner = { accountId: account_id, name: email ?? name.display_name }
    return root === undefined || root === home ? owner : { ...owner, extra: { rootNamespace: root } }
  },
  findSpace: async (calls) => {
    const { used, allocation } = parseResponse(Space, await callRpc(calls, '/users/get_space_usage'))
    return allocation.allocated === undefined
      ? undefined
      : { usedBytes: used, totalBytes: allocation.allocated }
  },
  list: async (calls, folder, page) => {
    const found =
      page === undefined
        ? await callRpc(calls, '/files/list_folder', {
            path: folder,
            include_mounted_folders: true,
            limit: 2000,
          })
        : await callRpc(calls, '/files/list_folder/continue', { cursor: page })
    const { entries, cursor, has_more } = parseResponse(Listing, found)
    return { nodes: entries.flatMap(toNode), next: has_more ? cursor : undefined }
  },
  stat: async (calls, ref) => {
    const found = parseResponse(Metadata, await callRpc(calls, '/files/get_metadata', { path: ref }))
    const [node] = toNode(found)
    if (!node) throw new StorageError('notFound')
    return node
  },
  link: async (calls, { version, ref }) => {
    const path = version === undefined ? ref : `rev:${version}`
    const { link } = parseResponse(
      TemporaryLink,
      await callRpc(calls, '/files/get_temporary_link', { path }, 'link'),
    )
    return { url: link, headers: {}, expiresAt: calls.now() + linkMs }
  },
  feed: dropboxFeed,
  faultOf,
}

/** Documented as four hours. */
const linkMs = 4 * 60 * 60 * 1000

/** Calls without an argument send `null`. */
const callRpc = async (
  calls: DriveCalls,
  path: string,
  json: unknown = null,
  paced: 'list' | 'link' = 'list',
): Promise<unknown> => {
  const { rootNamespace } = path.startsWith('/files/') ? await calls.extra() : {}
  const headers =
    rootNamespace === undefined ? {} : { 'dropbox-api-path-root': formatPathRoot(rootNamespace) }
  return calls.send({ url: api + path, method: 'POST', json, headers, paced })
}

/** Without this header, members of a team see their own folder instead of the team space (OpenListTeam/OpenList, drivers/dropbox). */
const formatPathRoot = (root: string) => JSON.stringify({ '.tag': 'root', root })

const Account = v.object({
  account_id: v.string(),
  email: v.optional(v.string()),
  name: v.object({ display_name: v.string() }),
  /** The two differ for members of a team with a team space. */
  root_info: v.optional(v.object({ root_namespace_id: v.string(), home_namespace_id: v.string() })),
})

const Space = v.object({ used: v.number(), allocation: v.object({ allocated: v.optional(v.number()) }) })

/** Missing for items that are not mounted. */
const path_lower = v.optional(v.string())

const Metadata = v.variant('.tag', [
  v.object({
    '.tag': v.literal('file'),
    id: v.string(),
    name: v.string(),
    path_lower,
    size: v.number(),
    client_modified: v.string(),
    rev: v.string(),
    content_hash: v.optional(v.string()),
    is_downloadable: v.optional(v.boolean()),
  }),
  v.object({ '.tag': v.literal('folder'), id: v.string(), name: v.string(), path_lower }),
  v.object({ '.tag': v.literal('deleted'), name: v.string(), path_lower }),
])

const Listing = v.object({ entries: v.array(Metadata), cursor: v.string(), has_more: v.boolean() })
const Latest = v.object({ cursor: v.string() })
const TemporaryLink = v.object({ link: v.string() })

function toNode(entry: v.InferOutput<typeof Metadata>): DriveNode[] {
  if (entry['.tag'] === 'deleted') return []
  const { id: ref, name, path_lower: toldAs } = entry
  const named = { ref, name, ...(toldAs !== undefined && { toldAs }) }
  if (entry['.tag'] === 'folder') return [{ ...named, kind: 'folder', sizeBytes: 0, modifiedAt: epochStart }]
  const { size: sizeBytes, client_modified, rev: version, content_hash } = entry
  return [
    {
      ...named,
      kind: entry.is_downloadable === false ? 'special' : 'file',
      sizeBytes,
      modifiedAt: new Date(client_modified).toISOString(),
      version,
      ...(content_hash !== undefined && { hash: `dropbox:${content_hash}` }),
    },
  ]
}

/** Dropbox has no modification time of folders. */
const epochStart = new Date(0).toISOString()

/** `error_summary` begins with the error's tags and ends with random characters. */
const ErrorResponse = v.object({ error_summary: v.optional(v.string(), '') })

function faultOf(received: OutboundResponse): StorageError | 'expired' | undefined {
  const { status } = received
  if (status === 200) return undefined
  const read = isJson(received) ? v.safeParse(ErrorResponse, parseJson(received)) : undefined
  const summary = read?.success ? read.output.error_summary : ''
  if (status === 401 && /^(?:expired_access_token|invalid_access_token)/.test(summary)) return 'expired'
  // The account left the team space with which it was linked.
  if (status === 422) return new StorageError('forbidden', { cause: 'path root' })
  if (status !== 409) return toStatusError(received)
  const [, tag = ''] =
    /(?:^|\/)(not_found|not_folder|not_file|restricted_content|reset|malformed_path)(?:\/|$)/.exec(summary) ??
    []
  return new StorageError(faultsByTag[tag] ?? 'forbidden', { cause: summary })
}

const isJson = ({ headers }: OutboundResponse) => /\bjson\b/.test(headers['content-type'] ?? '')

const faultsByTag: Readonly<Record<string, StorageFault>> = {
  not_found: 'notFound',
  not_folder: 'notFound',
  not_file: 'notFound',
  malformed_path: 'notFound',
  restricted_content: 'forbidden',
  // The listing or feed must start over; it does not say what was deleted.
  reset: 'damaged',
}

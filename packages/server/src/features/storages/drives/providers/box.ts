/** Box. Files and folders have separate IDs, so references are `file {id}` or `folder {id}`. */
import * as v from 'valibot'
import type { OutboundResponse } from '../../../../lib/outbound.ts'
import { toStatusError } from '../../remote/reach.ts'
import { type Ref, StorageError } from '../../storage.ts'
import { type Drive, type DriveCalls, type DriveFeed, type DriveNode, parseResponse } from '../drive.ts'

const api = 'https://api.box.com/2.0'
const oauth = 'https://api.box.com/oauth2'

/**
 * Events arrive twice and in any order, and the same event IDs return at later positions for a while. The feed ends with a page without
 * new event IDs (rclone, backend/box, changeNotifyRunner).
 */
const boxFeed: DriveFeed = {
  begin: async (calls) => (await fetchEvents(calls, 'now')).cursor,
  read: async (calls, from) => {
    const found = new Map<string, unknown>()
    let [cursor, hasMore] = [from, true]
    for (let pages = 0; pages < maxPagesPerRead && hasMore; pages += 1) {
      const page = await fetchEvents(calls, cursor)
      hasMore = page.entries.some(({ event_id }) => !found.has(event_id))
      for (const { event_id, source } of page.entries) found.set(event_id, source)
      cursor = page.cursor
    }
    const sources = [...found.values()].flatMap((source) => {
      const read = v.safeParse(Source, source)
      return read.success ? [read.output] : []
    })
    return {
      touched: sources.map(({ type, id }) => `${type} ${id}`),
      folders: sources.flatMap(({ parent }) => (parent ? `folder ${parent.id}` : [])),
      below: [],
      cursor,
      hasMore,
      isReset: false,
    }
  },
}

const maxPagesPerRead = 20

async function fetchEvents(calls: DriveCalls, position: string) {
  const query = { stream_type: 'changes', stream_position: position, limit: '500' }
  const found = parseResponse(Events, await get(calls, `/events?${new URLSearchParams(query)}`, 'list'))
  return { entries: found.entries, cursor: String(found.next_stream_position) }
}

export const box: Drive = {
  facts: {
    provider: 'box',
    authorizeUrl: 'https://account.box.com/api/oauth2/authorize',
    authorizeParams: { scope: 'root_readonly' },
    tokenUrl: `${oauth}/token`,
    revoke: { url: `${oauth}/revoke`, by: 'app' },
    hasPkce: false,
    // Event positions are 64-bit numbers.
    hasLongNumbers: true,
    refreshToken: 'once',
    rootRef: 'folder 0',
    links: 'redirect',
    parallel: 4,
    // The limit is 1,000 calls per minute.
    pace: { list: 10, link: 10, other: 10 },
  },
  authorise: (token) => ({ authorization: `Bearer ${token}` }),
  findOwner: async (calls) => {
    const { id, login, name } = parseResponse(UserResponse, await get(calls, '/users/me'))
    return { accountId: id, name: login ?? name }
  },
  findSpace: async (calls) => {
    const { space_amount, space_used } = parseResponse(UserResponse, await get(calls, '/users/me'))
    return space_amount === undefined ? undefined : { usedBytes: space_used ?? 0, totalBytes: space_amount }
  },
  list: async (calls, folder, page) => {
    const query = { limit: '1000', usemarker: 'true', fields, ...(page !== undefined && { marker: page }) }
    const path = `/folders/${parseId(folder, 'folder')}/items?${new URLSearchParams(query)}`
    const { entries, next_marker } = parseResponse(Items, await get(calls, path, 'list'))
    return {
      nodes: entries.filter(({ type }) => type !== 'web_link').map(toNode),
      next: next_marker || undefined,
    }
  },
  stat: async (calls, ref) => {
    const [kind = '', id = ''] = ref.split(' ')
    const path = `/${kind === 'folder' ? 'folders' : 'files'}/${encodeURIComponent(id)}?fields=${fields}`
    const item = parseResponse(Item, await get(calls, path))
    if (item.item_status !== undefined && item.item_status !== 'active') throw new StorageError('notFound')
    return toNode(item)
  },
  link: async (calls, { ref, version }) => {
    const query = version === undefined ? '' : `?version=${encodeURIComponent(version)}`
    const path = `/files/${parseId(ref, 'file')}/content${query}`
    const url = await calls.locate({ url: api + path, paced: 'link' })
    return { url, headers: {}, expiresAt: calls.now() + linkMs }
  },
  feed: boxFeed,
  faultOf,
}

/** Documented as 15 minutes. */
const linkMs = 15 * 60_000

const fields = 'type,id,sha1,name,size,content_modified_at,item_status,file_version'

/** Returns the ID; fails with `notFound` if the reference is of the other kind. */
function parseId(ref: Ref, kind: 'file' | 'folder'): string {
  const [found, id = ''] = ref.split(' ')
  if (found !== kind) throw new StorageError('notFound')
  return encodeURIComponent(id)
}

const get = (calls: DriveCalls, path: string, paced: 'list' | 'other' = 'other') =>
  calls.send({ url: api + path, paced })

const UserResponse = v.object({
  id: v.string(),
  name: v.string(),
  login: v.optional(v.string()),
  space_amount: v.optional(v.number()),
  space_used: v.optional(v.number()),
})

const Item = v.object({
  type: v.picklist(['file', 'folder', 'web_link']),
  id: v.string(),
  name: v.string(),
  sha1: v.optional(v.string()),
  size: v.optional(v.number(), 0),
  content_modified_at: v.nullish(v.string()),
  item_status: v.optional(v.string()),
  file_version: v.nullish(v.object({ id: v.string() })),
})

const Events = v.object({
  entries: v.array(v.object({ event_id: v.string(), source: v.unknown() })),
  next_stream_position: v.union([v.string(), v.number()]),
})

/** Events also concern users and comments. */
const Source = v.object({
  type: v.picklist(['file', 'folder']),
  id: v.string(),
  parent: v.nullish(v.object({ id: v.string() })),
})

const Items = v.object({ entries: v.array(Item), next_marker: v.nullish(v.string()) })

function toNode({
  type,
  id,
  name,
  sha1,
  size,
  content_modified_at,
  file_version,
}: v.InferOutput<typeof Item>): DriveNode {
  const hash = sha1 === undefined || sha1 === '' ? {} : { hash: `sha1:${sha1}` }
  const version = file_version ? { version: file_version.id } : {}
  return {
    ref: `${type} ${id}`,
    name,
    kind: type === 'folder' ? 'folder' : 'file',
    sizeBytes: size,
    modifiedAt: new Date(content_modified_at ?? 0).toISOString(),
    ...hash,
    ...version,
  }
}

function faultOf(received: OutboundResponse): StorageError | 'expired' | undefined {
  const { status, headers } = received
  if (status === 200 || status === 302) return undefined
  // The body is empty; the reason is in a header.
  if (status === 401) return 'expired'
  // The file is not ready yet.
  if (status === 202) return toStatusError({ status: 503, headers })
  return toStatusError(received)
}

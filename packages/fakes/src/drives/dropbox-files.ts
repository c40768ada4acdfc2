/** Files of the fake Dropbox, in pages. */
import { createHash } from 'node:crypto'
import { type DriveItem, type DriveTree, json, type ProviderReply, plain } from './fake-provider.ts'

export interface DropboxFiles {
  readonly list: (given: { readonly path?: string; readonly limit?: number }) => ProviderReply
  readonly goOn: (given: { readonly cursor?: string }) => ProviderReply
  readonly stat: (given: { readonly path?: string }) => ProviderReply
  /** Finds an item by path, ID or listed revision. */
  readonly versionAt: (path: string) => DriveItem | undefined
  readonly metadata: (item: DriveItem) => object
}

interface Cursor {
  readonly folder: string
  readonly from: number
  readonly size: number
  /** The second page is empty although there are more, which the API allows. */
  readonly isEmpty: boolean
}

/** Maximum page length; `limit` is only a hint. */
const pageSize = 50

export function createDropboxFiles(tree: DriveTree): DropboxFiles {
  const cursors = new Map<string, Cursor>()
  /** Revisions that were listed stay readable. */
  const versions = new Map<string, DriveItem>()
  const metadata = (item: DriveItem) => {
    if (item.bytes) versions.set(revisionOf(item), item)
    return metadataOf(item, `/${tree.pathOf(item)}`)
  }
  const pageOf = ({ folder, from, size, isEmpty }: Cursor): ProviderReply => {
    const all = tree.childrenOf(folder)
    const end = isEmpty ? from : from + size
    const cursor = `AAE${createHash('sha1').update(`${folder} ${end} ${cursors.size}`).digest('base64url')}`
    cursors.set(cursor, { folder, from: end, size, isEmpty: from === 0 })
    return json(200, { entries: all.slice(from, end).map(metadata), cursor, has_more: end < all.length })
  }
  const find = (path: string) => findIn(tree, path)
  return {
    list: ({ path, limit = 2000 }) => {
      if (path === undefined || !/^(?:\/(?!$).*|id:.*|)$/s.test(path))
        return plain(400, `Error in call to API function "files/list_folder": path: '${path}' did not match`)
      const item = find(path)
      if (!item) return refused('path/not_found')
      if (item.bytes) return refused('path/not_folder')
      return pageOf({ folder: item.id, from: 0, size: Math.min(limit, pageSize), isEmpty: false })
    },
    goOn: ({ cursor = '' }) => {
      const found = cursors.get(cursor)
      return found ? pageOf(found) : refused('reset')
    },
    stat: ({ path = '' }) => {
      if (path === '') return plain(400, 'The root folder is unsupported.')
      const item = find(path)
      return item ? json(200, metadata(item)) : refused('path/not_found')
    },
    versionAt: (path) => (path.startsWith('rev:') ? versions.get(path.slice(4)) : find(path)),
    metadata,
  }
}

/** Finds an item by path or ID. Names are compared without case, and slashes may be doubled. */
function findIn(tree: DriveTree, path: string): DriveItem | undefined {
  if (path.startsWith('id:')) return tree.find(path)
  let item: DriveItem | undefined = tree.root
  for (const name of path.split('/').filter(Boolean)) {
    const { id }: DriveItem = item
    item = tree.childrenOf(id).find((one) => one.name.toLowerCase() === name.toLowerCase())
    if (!item) return undefined
  }
  return item
}

const revisionOf = ({ id, version }: DriveItem) =>
  createHash('sha1').update(`${id} ${version}`).digest('hex').slice(0, 18)

function metadataOf(item: DriveItem, path: string) {
  const { id, name, bytes } = item
  const metadata = { name, path_lower: path.toLowerCase(), path_display: path, id }
  if (!bytes) return { '.tag': 'folder', ...metadata }
  const at = item.modifiedAt.toISOString().replace(/\.\d+Z$/, 'Z')
  return {
    '.tag': 'file',
    ...metadata,
    client_modified: at,
    server_modified: at,
    rev: revisionOf(item),
    size: bytes.length,
    is_downloadable: true,
    content_hash: contentHash(bytes),
  }
}

/** The end of `error_summary` is arbitrary. */
export function refused(tags: string): ProviderReply {
  const [tag = '', inner] = tags.split('/')
  const error = inner === undefined ? { '.tag': tag } : { '.tag': tag, [tag]: { '.tag': inner } }
  return json(409, { error_summary: `${tags}/..`, error })
}

const blockBytes = 4 * 1024 * 1024

function contentHash(bytes: Buffer): string {
  const blocks: Buffer[] = []
  for (let at = 0; at < bytes.length; at += blockBytes)
    blocks.push(
      createHash('sha256')
        .update(bytes.subarray(at, at + blockBytes))
        .digest(),
    )
  return createHash('sha256').update(Buffer.concat(blocks)).digest('hex')
}

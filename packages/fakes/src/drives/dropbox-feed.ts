/** Recursive cursors of the fake Dropbox: what changed below a folder. Of what is gone nothing is told but where it was. */
import type { DriveChange, DriveItem, DriveTree } from './drive-tree.ts'
import { refused } from './dropbox-files.ts'
import type { FakeFeed } from './fake-feed.ts'
import { json, type ProviderReply, plain } from './fake-provider.ts'

interface Sources {
  readonly tree: DriveTree
  readonly feed: FakeFeed
  readonly find: (path: string) => DriveItem | undefined
  readonly metadata: (item: DriveItem) => object
}

export interface DropboxFeed {
  readonly latest: (given: { readonly path?: string; readonly recursive?: boolean }) => ProviderReply
  /** Undefined for a cursor of a listing. */
  readonly goOn: (given: { readonly cursor?: string }) => ProviderReply | undefined
}

const mark = 'AAF'

export function createDropboxFeed({ tree, feed, find, metadata }: Sources): DropboxFeed {
  const below = (item: DriveItem): DriveItem[] => [item, ...tree.childrenOf(item.id).flatMap(below)]
  const entriesOf = ({ id, was, isGone }: DriveChange) => {
    const item = isGone ? undefined : tree.find(id)
    const isMoved = was !== undefined && (!item || tree.pathOf(item) !== was)
    const gone = isMoved ? [{ path: was, told: deleted(was) }] : []
    const there = !item ? [] : isMoved ? below(item) : [item]
    return [...gone, ...there.map((one) => ({ path: tree.pathOf(one), told: metadata(one) }))]
  }
  return {
    latest: ({ path = '', recursive = false }) => {
      const folder = find(path)
      if (!folder) return refused('path/not_found')
      if (!recursive) return plain(400, 'this fake tells of whole trees alone')
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
        .map(({ told }) => told)
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

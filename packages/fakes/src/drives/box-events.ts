/** The events of the fake Box: in no order, each told twice, some of them of nothing that is a file. */
import type { DriveChange, DriveTree } from './drive-tree.ts'
import type { FakeFeed } from './fake-feed.ts'
import { json, type ProviderReply } from './fake-provider.ts'

export function boxEvents(
  { tree, feed }: { readonly tree: DriveTree; readonly feed: FakeFeed },
  query: URLSearchParams,
): ProviderReply | undefined {
  const position = query.get('stream_position') ?? ''
  if (position === 'now')
    return json(200, { chunk_size: 0, next_stream_position: feed.latest(), entries: [] })
  const read = feed.read(position)
  if (!read) return undefined
  const told = read.changes.map((change) => eventOf(tree, change)).reverse()
  const entries =
    told.length > 0 ? [...told, { event_id: 'x', event_type: 'LOGIN', source: null }, ...told] : []
  return json(200, { chunk_size: entries.length, next_stream_position: read.next, entries })
}

function eventOf(tree: DriveTree, { id, was, isGone, isFolder }: DriveChange): object {
  const item = isGone ? undefined : tree.find(id)
  const type = isGone ? 'ITEM_TRASH' : was === undefined ? 'ITEM_UPLOAD' : 'ITEM_MOVE'
  const parent = item ? { type: 'folder', id: item.parent, sequence_id: '0' } : null
  const source = { type: isFolder ? 'folder' : 'file', id, parent, ...(item ? { name: item.name } : {}) }
  return { event_id: `${id} ${type}`, event_type: type, created_at: '2026-01-01T00:00:00-08:00', source }
}

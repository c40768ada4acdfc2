/** Finds works of the queue that the server no longer shows to the listener: they were deleted, or are hidden now. */
import { listMarks } from '@koedana/contract/marks.ts'
import { suggest } from '@koedana/contract/works.ts'
import { quietClient } from '../domain/quiet-client.ts'
import { isLoggedIn } from '../domain/session.ts'
import { isShareLink } from '../domain/shared-files.ts'
import type { Queue } from './engine/queue.rules.ts'
import type { PlayerItem } from './player-item.ts'

/** The limit of one request for marks. */
const maxWorks = 200
/** Visitors have no marks: their works are looked up one by one. */
const maxLookUps = 10

const call = quietClient()

/**
 * Returns the queue without deleted works, or the same queue if there are none. Works of a shared link are visible to its holder only, so they stay. Without a response of the server nothing is dropped.
 */
export async function withoutDeleted(
  queue: Queue<PlayerItem>,
  signal: AbortSignal,
): Promise<Queue<PlayerItem>> {
  const ids = new Set(queue.items.filter(({ track }) => !isShareLink(track.url)).map(({ workId }) => workId))
  const deleted = await findDeleted([...ids], signal).catch(() => undefined)
  if (!deleted || deleted.size === 0) return queue
  const items = queue.items.filter(({ workId, track }) => isShareLink(track.url) || !deleted.has(workId))
  const before = queue.items.slice(0, queue.index)
  const droppedBefore = before.filter((item) => !items.includes(item)).length
  return { items, index: Math.max(0, Math.min(queue.index - droppedBefore, items.length - 1)) }
}

async function findDeleted(ids: readonly string[], signal: AbortSignal): Promise<ReadonlySet<string>> {
  const unmarked = isLoggedIn() ? await withoutMark(ids.slice(0, maxWorks), signal) : ids
  const lookUp = async (id: string) => {
    // A work with a new ID is still found by its old one.
    const { jump } = await call(suggest, { query: { q: id } }, signal)
    return jump === null ? [id] : []
  }
  return new Set((await Promise.all(unmarked.slice(0, maxLookUps).map(lookUp))).flat())
}

/** Every visible work has a mark in the response. */
async function withoutMark(ids: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
  const { items } = await call(listMarks, { query: { ids: [...ids] } }, signal)
  const marked = new Set(items.map(({ id }) => id))
  return ids.filter((id) => !marked.has(id))
}

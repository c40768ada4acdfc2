/** The queue as an immutable value. `index` points at an item unless the queue is empty. */

export interface Queue<Item> {
  readonly items: readonly Item[]
  readonly index: number
}

export const emptyQueue: Queue<never> = { items: [], index: 0 }

export const currentOf = <Item>({ items, index }: Queue<Item>): Item | undefined => items[index]

export function queueFrom<Item>(items: readonly Item[], index: number): Queue<Item> {
  return withIndex({ items, index: 0 }, index)
}

/** Makes the item at `index` current; the index is clamped to the queue. */
export function withIndex<Item>({ items }: Queue<Item>, index: number): Queue<Item> {
  return { items, index: Math.max(0, Math.min(index, items.length - 1)) }
}

/** Returns undefined past either end. */
export function withStep<Item>({ items, index }: Queue<Item>, by: 1 | -1): Queue<Item> | undefined {
  const next = index + by
  return next >= 0 && next < items.length ? { items, index: next } : undefined
}

/** Returns the queue after the current item has ended; undefined after the last item. */
export function queueAfterEnd<Item>(
  queue: Queue<Item>,
  repeat: 'off' | 'all' | 'one',
): Queue<Item> | undefined {
  if (repeat === 'one') return queue
  return withStep(queue, 1) ?? (repeat === 'all' ? withIndex(queue, 0) : undefined)
}

/** Removes an item. The current item stays current; if it was removed, the item after it is current. */
export function withoutAt<Item>(queue: Queue<Item>, at: number): Queue<Item> {
  if (at < 0 || at >= queue.items.length) return queue
  const items = queue.items.filter((_, index) => index !== at)
  return withIndex({ items, index: 0 }, at < queue.index ? queue.index - 1 : queue.index)
}

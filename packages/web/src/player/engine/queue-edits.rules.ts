/** User edits of a queue. The current item stays current, whatever position it moves to. */
import { currentOf, type Queue, withoutAt } from './queue.rules.ts'

/** An item of a shuffled queue stores its original index. */
export interface Shufflable {
  readonly order?: number | undefined
}

export function moveItemInQueue<Item>(queue: Queue<Item>, from: number, to: number): Queue<Item> {
  const { items } = queue
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length || from === to) return queue
  const rest = items.toSpliced(from, 1)
  return { items: rest.toSpliced(to, 0, item), index: indexAfter(queue.index, from, to) }
}

function indexAfter(index: number, from: number, to: number): number {
  if (index === from) return to
  if (from < index && to >= index) return index - 1
  return from > index && to <= index ? index + 1 : index
}

/** Inserts items after the current one. */
export const withNext = <Item>({ items, index }: Queue<Item>, more: readonly Item[]): Queue<Item> => ({
  items: items.toSpliced(items.length === 0 ? 0 : index + 1, 0, ...more),
  index,
})

export const withLast = <Item>({ items, index }: Queue<Item>, more: readonly Item[]): Queue<Item> => ({
  items: [...items, ...more],
  index,
})

/** Removes the items that joined the queue; of several equal items the last one is removed. */
export function withoutItems<Item>(
  queue: Queue<Item>,
  those: readonly Item[],
  isSame: (one: Item, other: Item) => boolean,
): Queue<Item> {
  return those.toReversed().reduce((left, joined) => {
    return withoutAt(
      left,
      left.items.findLastIndex((item) => isSame(item, joined)),
    )
  }, queue)
}

export function onlyCurrent<Item>(queue: Queue<Item>): Queue<Item> {
  const item = currentOf(queue)
  return { items: item === undefined ? [] : [item], index: 0 }
}

export const isShuffled = ({ items }: Queue<Shufflable>): boolean =>
  items.some(({ order }) => order !== undefined)

/** Moves the current item to the front and shuffles the rest. `random` returns 0 to below 1. */
export function shuffled<Item extends Shufflable>(queue: Queue<Item>, random: () => number): Queue<Item> {
  const numbered = queue.items.map((item, order) => ({ ...item, order: item.order ?? order }))
  const [current] = numbered.splice(queue.index, 1)
  for (let left = numbered.length; left > 1; left -= 1) {
    const [picked] = numbered.splice(Math.floor(random() * left), 1)
    if (picked) numbered.push(picked)
  }
  return { items: current ? [current, ...numbered] : numbered, index: 0 }
}

/** Restores the order before the shuffle; items that joined since come last. */
export function unshuffled<Item extends Shufflable>(queue: Queue<Item>): Queue<Item> {
  const at = ({ order = Number.MAX_SAFE_INTEGER }: Shufflable) => order
  const current = currentOf(queue)
  const sorted = queue.items.toSorted((a, b) => at(a) - at(b))
  const index = current === undefined ? 0 : sorted.indexOf(current)
  return { items: sorted.map((item) => ({ ...item, order: undefined })), index }
}

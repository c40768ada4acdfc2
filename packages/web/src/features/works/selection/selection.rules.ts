/** Computes keyboard navigation and selection in a list of works. */
import { maxWorksAtOnce } from '@koedana/contract/marks.ts'

/** Returns the card that a key moves to; undefined for other keys. */
export function cardAfterKey(
  key: string,
  from: number,
  { columns, total }: { columns: number; total: number },
) {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from - columns,
    ArrowDown: from + columns,
    Home: 0,
    End: total - 1,
  }
  const to = steps[key]
  return to === undefined || to < 0 || to >= total ? undefined : to
}

export interface Selection<Item> {
  /** By ID, in the order of selection. */
  readonly chosen: ReadonlyMap<string, Item>
  /** The index at which a range starts; undefined before the first selection. */
  readonly anchor: number | undefined
  /** The selection before the range, which is restored when the range shrinks. */
  readonly base: ReadonlyMap<string, Item>
}

interface Identified {
  readonly id: string
}

const nothing: ReadonlyMap<string, never> = new Map<string, never>()
export const emptySelection: Selection<never> = { chosen: nothing, anchor: undefined, base: nothing }

/** Toggles an item, and starts a range there. */
export function toggleItem<Item extends Identified>(
  { chosen }: Selection<Item>,
  item: Item,
  at: number,
): Selection<Item> {
  const next = new Map(chosen)
  if (!next.delete(item.id)) next.set(item.id, item)
  return startingAt(limitSelection(next), at)
}

/** Starts a range without changing the selection. */
export const startRangeAt = <Item>({ chosen }: Selection<Item>, at: number): Selection<Item> =>
  startingAt(chosen, at)

/** Replaces the previous range; items selected before it stay selected. */
export function withRange<Item extends Identified>(
  { base, anchor }: Selection<Item>,
  range: readonly Item[],
): Selection<Item> {
  return { chosen: limitSelection(mergeItems(base, range)), anchor, base }
}

export function withAll<Item extends Identified>(
  { chosen, anchor }: Selection<Item>,
  items: readonly Item[],
): Selection<Item> {
  const all = limitSelection(mergeItems(chosen, items))
  return { chosen: all, anchor, base: all }
}

const startingAt = <Item>(chosen: ReadonlyMap<string, Item>, at: number): Selection<Item> => ({
  chosen,
  anchor: at,
  base: chosen,
})

const mergeItems = <Item extends Identified>(
  chosen: ReadonlyMap<string, Item>,
  items: readonly Item[],
): ReadonlyMap<string, Item> => new Map([...chosen, ...items.map((item) => [item.id, item] as const)])

/** Limits the selection to what one request can change. */
const limitSelection = <Item>(chosen: ReadonlyMap<string, Item>): ReadonlyMap<string, Item> =>
  chosen.size <= maxWorksAtOnce ? chosen : new Map([...chosen].slice(0, maxWorksAtOnce))

/** Returns the indexes between two, both inclusive, starting at `from`; up to the maximum selection size. */
export function rangeBetween(from: number, to: number): number[] {
  const step = to < from ? -1 : 1
  const count = Math.min(Math.abs(to - from) + 1, maxWorksAtOnce)
  return Array.from({ length: count }, (_, at) => from + at * step)
}

/** Returns a CSV file with a header and one ID per line, or a JSON array of IDs. */
export function idsFile(ids: readonly string[], format: 'csv' | 'json'): string {
  return format === 'json' ? `${JSON.stringify(ids, null, 2)}\n` : ['id', ...ids, ''].join('\r\n')
}

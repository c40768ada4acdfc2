/** Finds where keys lead in a list of works, and which works are selected then. */
import { mostWorksAtOnce } from '@koedana/contract/marks.ts'

/** The card a key leads to, undefined for keys that lead nowhere. */
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
  /** They stand by id, in the order in which they were selected. */
  readonly chosen: ReadonlyMap<string, Item>
  /** The index that a range begins at; undefined before anything was pressed. */
  readonly anchor: number | undefined
  /** The works that were selected before the range: one that becomes shorter gives back what it had taken. */
  readonly base: ReadonlyMap<string, Item>
}

interface Identified {
  readonly id: string
}

const nothing: ReadonlyMap<string, never> = new Map<string, never>()
export const emptySelection: Selection<never> = { chosen: nothing, anchor: undefined, base: nothing }

/** Selects one, or takes it out; a range begins there. */
export function toggled<Item extends Identified>(
  { chosen }: Selection<Item>,
  item: Item,
  at: number,
): Selection<Item> {
  const next = new Map(chosen)
  if (!next.delete(item.id)) next.set(item.id, item)
  return startingAt(bounded(next), at)
}

/** A range begins there, and nothing else changes. */
export const anchoredAt = <Item>({ chosen }: Selection<Item>, at: number): Selection<Item> =>
  startingAt(chosen, at)

/** The range joins what was selected before it, instead of the range of before. */
export function withRange<Item extends Identified>(
  { base, anchor }: Selection<Item>,
  range: readonly Item[],
): Selection<Item> {
  return { chosen: bounded(joined(base, range)), anchor, base }
}

export function withAll<Item extends Identified>(
  { chosen, anchor }: Selection<Item>,
  items: readonly Item[],
): Selection<Item> {
  const all = bounded(joined(chosen, items))
  return { chosen: all, anchor, base: all }
}

const startingAt = <Item>(chosen: ReadonlyMap<string, Item>, at: number): Selection<Item> => ({
  chosen,
  anchor: at,
  base: chosen,
})

const joined = <Item extends Identified>(
  chosen: ReadonlyMap<string, Item>,
  items: readonly Item[],
): ReadonlyMap<string, Item> => new Map([...chosen, ...items.map((item) => [item.id, item] as const)])

/** No more than one request changes. */
const bounded = <Item>(chosen: ReadonlyMap<string, Item>): ReadonlyMap<string, Item> =>
  chosen.size <= mostWorksAtOnce ? chosen : new Map([...chosen].slice(0, mostWorksAtOnce))

/** The indices between two, both included, nearest to the first one first; no more than can be selected. */
export function rangeBetween(from: number, to: number): number[] {
  const step = to < from ? -1 : 1
  const count = Math.min(Math.abs(to - from) + 1, mostWorksAtOnce)
  return Array.from({ length: count }, (_, at) => from + at * step)
}

/** Returns a file of one id a line, below a head, or a JSON array of them: what other programs read. */
export function idsFile(ids: readonly string[], format: 'csv' | 'json'): string {
  return format === 'json' ? `${JSON.stringify(ids, null, 2)}\n` : ['id', ...ids, ''].join('\r\n')
}

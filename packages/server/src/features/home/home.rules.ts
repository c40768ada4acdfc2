/** How the home page is put together: which rows stand in which order, and what is in each. */
import { type HomeLayout, type HomeRow, homeRows } from '@koedana/contract/home-page.ts'

/** A shorter row joins the next one, or goes. */
export const shortestRow = 4
export const longestRow = 12

/** Rows of plain works: what is too little of one may stand in the next. */
const plainRows: readonly HomeRow[] = ['followed', 'added', 'latest']

/** The minus before a hidden row is no part of any name. */
export const writeLayout = ({ order, hidden }: HomeLayout): string =>
  whole(order)
    .map((row) => (hidden.includes(row) ? `-${row}` : row))
    .join()

/** A name that means nothing any more is left out, and a row that is new stands behind the others. */
export function readLayout(text: string): HomeLayout {
  const named = text
    .split(',')
    .map((name) => ({ name: name.replace(/^-/, ''), isHidden: name.startsWith('-') }))
  const hidden = named.filter(({ isHidden }) => isHidden).map(({ name }) => name)
  return {
    order: whole(named.flatMap(({ name }) => homeRows.find((row) => row === name) ?? [])),
    hidden: homeRows.filter((row) => hidden.includes(row)),
  }
}

const whole = (order: readonly HomeRow[]): HomeRow[] => [...new Set([...order, ...homeRows])]

export interface Candidates {
  readonly [row: string]: readonly number[] | undefined
}

/**
 * Shares the works out to the rows, in their order: each stands in one of them alone, and what was claimed before in none.
 * Rows without candidates are not in the result.
 */
export function arrangeRows(
  order: readonly HomeRow[],
  candidates: Candidates,
  claimed: Iterable<number>,
): ReadonlyMap<HomeRow, readonly number[]> {
  const taken = new Set(claimed)
  const arranged = new Map<HomeRow, readonly number[]>()
  let carried: number[] = []
  for (const [at, row] of order.entries()) {
    const own = candidates[row]?.filter((key) => !taken.has(key)) ?? []
    const isPlain = plainRows.includes(row)
    const works = (isPlain ? [...carried, ...own] : own).slice(0, longestRow)
    if (works.length === 0) continue
    if (works.length < shortestRow) {
      if (!isPlain) continue
      if (order.slice(at + 1).some((later) => plainRows.includes(later) && candidates[later]?.length)) {
        carried = works
        for (const key of works) taken.add(key)
        continue
      }
    }
    if (isPlain) carried = []
    for (const key of works) taken.add(key)
    arranged.set(row, works)
  }
  return arranged
}

export interface Visit {
  /** When the visit before ended; null where none is known. */
  readonly sinceMs: number | null
  readonly seenMs: number
}

/** Whoever comes back after this long begins another visit. */
const apartMs = 4 * 3_600_000

export function visitAt(before: Visit | undefined, nowMs: number): Visit {
  if (!before) return { sinceMs: null, seenMs: nowMs }
  if (nowMs - before.seenMs < apartMs) return { ...before, seenMs: Math.max(before.seenMs, nowMs) }
  return { sinceMs: before.seenMs, seenMs: nowMs }
}

export interface CountedSet {
  readonly kind: 'series' | 'makers'
  readonly key: number
  readonly owned: number
  readonly total: number
}

const fewestOwned = 2
const mostOfSet = 40

/** Returns sets of which at least half is here, and not whole: the nearest to its end first, series before circles. */
export function incompleteSets(kind: CountedSet['kind'], owned: Uint32Array, all: Uint32Array): CountedSet[] {
  const found: CountedSet[] = []
  owned.forEach((here, key) => {
    const total = all[key] ?? 0
    if (here >= fewestOwned && here < total && here * 2 >= total && total <= mostOfSet) {
      found.push({ kind, key, owned: here, total })
    }
  })
  return found
}

export const nearestFirst = (sets: readonly CountedSet[]): CountedSet[] =>
  sets.toSorted(
    (one, other) =>
      other.owned / other.total - one.owned / one.total ||
      other.owned - one.owned ||
      Number(one.kind === 'makers') - Number(other.kind === 'makers') ||
      one.key - other.key,
  )

const shownOfSet = 6

/** Works of a set in the order of their release: the missing ones, and of the others the latest, as far as there is room. */
export function shownOf(all: readonly number[], owned: ReadonlySet<number>): number[] {
  const missing = all.filter((key) => !owned.has(key)).slice(0, shownOfSet)
  const room = shownOfSet - missing.length
  const here = room > 0 ? all.filter((key) => owned.has(key)).slice(-room) : []
  const shown = new Set([...missing, ...here])
  return all.filter((key) => shown.has(key))
}

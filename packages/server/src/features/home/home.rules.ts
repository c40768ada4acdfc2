/** Decides which rows the home page has, in which order, and which works each row shows. */
import { type HomeLayout, type HomeRow, homeRows } from '@koedana/contract/home-page.ts'

/** The minimum number of works in a row. A shorter row is merged into the next plain row, or omitted. */
export const minRowLength = 4
export const maxRowLength = 12

/** Rows without a special meaning: works of a row that is too short may be shown in the next one. */
const plainRows: readonly HomeRow[] = ['followed', 'added', 'latest']

/** A minus sign marks a hidden row; row names contain none. */
export const writeLayout = ({ order, hidden }: HomeLayout): string =>
  completeOrder(order)
    .map((row) => (hidden.includes(row) ? `-${row}` : row))
    .join()

/** Parses a stored layout. Unknown names are ignored; rows that the text does not name are appended. */
export function readLayout(text: string): HomeLayout {
  const named = text
    .split(',')
    .map((name) => ({ name: name.replace(/^-/, ''), isHidden: name.startsWith('-') }))
  const hidden = named.filter(({ isHidden }) => isHidden).map(({ name }) => name)
  return {
    order: completeOrder(named.flatMap(({ name }) => homeRows.find((row) => row === name) ?? [])),
    hidden: homeRows.filter((row) => hidden.includes(row)),
  }
}

const completeOrder = (order: readonly HomeRow[]): HomeRow[] => [...new Set([...order, ...homeRows])]

export interface Candidates {
  readonly [row: string]: readonly number[] | undefined
}

/**
 * Assigns works to rows in order. Each work appears in one row only, and works in `claimed` in none. Rows without works are not in the
 * result.
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
    const works = (isPlain ? [...carried, ...own] : own).slice(0, maxRowLength)
    if (works.length === 0) continue
    if (works.length < minRowLength) {
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
  /** When the previous visit ended; null if there was none. */
  readonly sinceMs: number | null
  readonly seenMs: number
}

/** After this time without a request, a new visit begins. */
const visitGapMs = 4 * 3_600_000

export function nextVisit(before: Visit | undefined, nowMs: number): Visit {
  if (!before) return { sinceMs: null, seenMs: nowMs }
  if (nowMs - before.seenMs < visitGapMs) return { ...before, seenMs: Math.max(before.seenMs, nowMs) }
  return { sinceMs: before.seenMs, seenMs: nowMs }
}

export interface CountedSet {
  readonly kind: 'series' | 'makers'
  readonly key: number
  readonly owned: number
  readonly total: number
}

const minOwned = 2
const maxPerSet = 40

/** Returns the incomplete sets of which at least half of the works are in the library. */
export function incompleteSets(kind: CountedSet['kind'], owned: Uint32Array, all: Uint32Array): CountedSet[] {
  const found: CountedSet[] = []
  owned.forEach((here, key) => {
    const total = all[key] ?? 0
    if (here >= minOwned && here < total && here * 2 >= total && total <= maxPerSet) {
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

const worksPerSet = 6

/**
 * Returns up to `worksPerSet` works, in the order of `all` (by release date). Missing works have priority; the latest owned ones fill
 * the rest.
 */
export function selectShownWorks(all: readonly number[], owned: ReadonlySet<number>): number[] {
  const missing = all.filter((key) => !owned.has(key)).slice(0, worksPerSet)
  const room = worksPerSet - missing.length
  const here = room > 0 ? all.filter((key) => owned.has(key)).slice(-room) : []
  const shown = new Set([...missing, ...here])
  return all.filter((key) => shown.has(key))
}

/** Which columns of the table of works stand beside each other, and what a press on a heading orders by. */
import type { WorkSort } from '@koedana/contract/filters.ts'

export const tableColumns = [
  'artists',
  'genres',
  'releaseDate',
  'duration',
  'sales',
  'rating',
  'price',
] as const
export type TableColumn = (typeof tableColumns)[number]

/** Those of somebody who never chose. */
export const usualColumns: readonly TableColumn[] = ['releaseDate', 'duration', 'sales', 'rating', 'price']

/** Pixels. */
export const columnWidths: Readonly<Record<TableColumn, number>> = {
  artists: 168,
  genres: 168,
  releaseDate: 108,
  duration: 100,
  sales: 84,
  rating: 60,
  price: 72,
}
/** The room between two columns. */
export const columnGap = 16
/** The cover, and the least that a title can be read in. */
const coverWidth = 84
const titleWidths = { phone: 160, wide: 220 } as const

/** What gives way last comes first. */
const byWeight: readonly TableColumn[] = [
  'rating',
  'price',
  'duration',
  'releaseDate',
  'sales',
  'artists',
  'genres',
]

/** Returns the chosen columns that a table of this width has room for, in their order on screen. */
export function fittingColumns(width: number, chosen: readonly TableColumn[]): TableColumn[] {
  let room = width - coverWidth - (width < 600 ? titleWidths.phone : titleWidths.wide)
  const fitting = new Set<TableColumn>()
  for (const column of byWeight) {
    const needed = columnWidths[column] + columnGap
    if (!chosen.includes(column) || needed > room) continue
    room -= needed
    fitting.add(column)
  }
  return tableColumns.filter((column) => fitting.has(column))
}

interface Orders {
  readonly desc: WorkSort
  /** Absent where lists know no such order. */
  readonly asc?: WorkSort
}

const orders: Readonly<Partial<Record<TableColumn, Orders>>> = {
  releaseDate: { desc: 'releaseDateDesc', asc: 'releaseDateAsc' },
  duration: { desc: 'durationDesc' },
  sales: { desc: 'salesDesc' },
  rating: { desc: 'ratingDesc' },
  price: { desc: 'priceDesc', asc: 'priceAsc' },
}

/** How the list is ordered by a column, as `aria-sort` says it. */
export function directionOf(column: TableColumn, sort: WorkSort): 'ascending' | 'descending' | undefined {
  const { desc, asc } = orders[column] ?? {}
  if (sort === desc) return 'descending'
  return sort === asc ? 'ascending' : undefined
}

/** Returns the order that a press on the heading leads to; undefined if lists cannot be ordered by the column. */
export function orderAfterPress(column: TableColumn, sort: WorkSort): WorkSort | undefined {
  const { desc, asc } = orders[column] ?? {}
  return sort === desc && asc ? asc : desc
}

/** Reads what was stored; what is no column any more is left out. */
export function readColumns(stored: string | null): readonly TableColumn[] {
  if (stored === null) return usualColumns
  const names = new Set(stored.split(' '))
  return tableColumns.filter((column) => names.has(column))
}

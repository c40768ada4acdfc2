/** Chooses the columns of the work table, and the order that a column heading selects. */
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

export const defaultColumns: readonly TableColumn[] = ['releaseDate', 'duration', 'sales', 'rating', 'price']

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
/** The gap between two columns in pixels. */
export const columnGap = 16
/** The widths of the cover and of the shortest readable title, in pixels. */
const coverWidth = 84
const titleWidths = { phone: 160, wide: 220 } as const

/** Columns by priority, the most important first. */
const columnsByPriority: readonly TableColumn[] = [
  'rating',
  'price',
  'duration',
  'releaseDate',
  'sales',
  'artists',
  'genres',
]

/** Returns the chosen columns that fit into this width, in display order. */
export function fittingColumns(width: number, chosen: readonly TableColumn[]): TableColumn[] {
  let room = width - coverWidth - (width < 600 ? titleWidths.phone : titleWidths.wide)
  const fitting = new Set<TableColumn>()
  for (const column of columnsByPriority) {
    const needed = columnWidths[column] + columnGap
    if (!chosen.includes(column) || needed > room) continue
    room -= needed
    fitting.add(column)
  }
  return tableColumns.filter((column) => fitting.has(column))
}

interface Orders {
  readonly desc: WorkSort
  /** Absent if lists have no such order. */
  readonly asc?: WorkSort
}

const orders: Readonly<Partial<Record<TableColumn, Orders>>> = {
  releaseDate: { desc: 'releaseDateDesc', asc: 'releaseDateAsc' },
  duration: { desc: 'durationDesc' },
  sales: { desc: 'salesDesc' },
  rating: { desc: 'ratingDesc' },
  price: { desc: 'priceDesc', asc: 'priceAsc' },
}

/** Returns the sort direction of a column as an `aria-sort` value. */
export function directionOf(column: TableColumn, sort: WorkSort): 'ascending' | 'descending' | undefined {
  const { desc, asc } = orders[column] ?? {}
  if (sort === desc) return 'descending'
  return sort === asc ? 'ascending' : undefined
}

/** Returns the order that a press on the heading selects; undefined if the column cannot be sorted. */
export function orderAfterPress(column: TableColumn, sort: WorkSort): WorkSort | undefined {
  const { desc, asc } = orders[column] ?? {}
  return sort === desc && asc ? asc : desc
}

/** Parses the stored columns; unknown columns are dropped. */
export function readColumns(stored: string | null): readonly TableColumn[] {
  if (stored === null) return defaultColumns
  const names = new Set(stored.split(' '))
  return tableColumns.filter((column) => names.has(column))
}

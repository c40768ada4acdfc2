/** Layout rules of entity lists: the displayed value, and the number of columns. */
import { defaultEntitySort, type EntitySort } from '@koedana/contract/entities.ts'
import { ratingSorts } from '@koedana/contract/field-lists.ts'

/**
 * Returns the format of the displayed value: `rating` has decimals, `count` is an integer. Undefined if the order has no value of its own.
 */
export function valueFormOf(sort: EntitySort = defaultEntitySort): 'rating' | 'count' | undefined {
  if (ratingSorts.includes(sort)) return 'rating'
  return sort.startsWith('average') || sort.startsWith('total') ? 'count' : undefined
}

/** Returns false for the alphabetical order, which has no ranks. */
export const isRanking = (sort: EntitySort = defaultEntitySort): boolean => sort !== 'nameAsc'

const lineWidth = 380
const tileWidth = { least: 150, wide: 190 } as const
/** The height of the name, the counts and the bar below a 4:3 picture. */
const tileTextHeight = 78

/** Returns the layout in pixels: rows in up to three columns, or tiles in at least two columns. */
export function entityLayoutOf(width: number, isLine: boolean) {
  if (isLine)
    return { columns: Math.min(3, Math.max(1, Math.floor(width / lineWidth))), gap: 32, rowHeight: 60 }
  const gap = width < 500 ? 14 : 20
  const least = width < 900 ? tileWidth.least : tileWidth.wide
  const columns = Math.max(2, Math.floor((width + gap) / (least + gap)))
  const tile = (width - gap * (columns - 1)) / columns
  return { columns, gap, rowHeight: Math.round(tile * 0.75 + tileTextHeight) }
}

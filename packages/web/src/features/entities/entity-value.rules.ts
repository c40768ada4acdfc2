/** How entities stand in their list: which number explains the order, and how many fit beside each other. */
import { defaultEntitySort, type EntitySort } from '@koedana/contract/entities.ts'
import { ratingSorts } from '@koedana/contract/field-lists.ts'

/** `rating` has decimals, a `count` is whole; undefined if the order needs no number of its own. */
export function valueFormOf(sort: EntitySort = defaultEntitySort): 'rating' | 'count' | undefined {
  if (ratingSorts.includes(sort)) return 'rating'
  return sort.startsWith('average') || sort.startsWith('total') ? 'count' : undefined
}

/** An alphabet has no winners. */
export const isRanking = (sort: EntitySort = defaultEntitySort): boolean => sort !== 'nameAsc'

const lineWidth = 380
const tileWidth = { least: 150, wide: 190 } as const
/** The name, the counts and the bar below a picture of 4:3. */
const tileTextHeight = 78

/** Lines in up to three columns, or tiles, at least two beside each other; pixels. */
export function entityShapeOf(width: number, isLine: boolean) {
  if (isLine)
    return { columns: Math.min(3, Math.max(1, Math.floor(width / lineWidth))), gap: 32, rowHeight: 60 }
  const gap = width < 500 ? 14 : 20
  const least = width < 900 ? tileWidth.least : tileWidth.wide
  const columns = Math.max(2, Math.floor((width + gap) / (least + gap)))
  const tile = (width - gap * (columns - 1)) / columns
  return { columns, gap, rowHeight: Math.round(tile * 0.75 + tileTextHeight) }
}

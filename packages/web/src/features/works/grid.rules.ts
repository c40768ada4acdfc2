/** How many cards fit beside each other. */
import type { Density } from '../../lib/settings.ts'

export interface GridShape {
  readonly columns: number
  readonly gap: number
  /** The height of one row with its gap, in pixels. */
  readonly rowHeight: number
}

const leastWidths: Readonly<Record<Exclude<Density, 'rows'>, number>> = { comfortable: 176, compact: 132 }
/** The height of a work in one row, in pixels. */
export const lineHeight = 72
/** Two lines of title, the maker, the numbers. */
const textHeight = 98

/** Wide screens get more columns, not bigger cards; the narrowest phone still gets two. */
export function shapeOf(width: number, density: Density): GridShape {
  if (density === 'rows') return { columns: 1, gap: 0, rowHeight: lineHeight }
  const gap = density === 'compact' || width < 500 ? 14 : 20
  const columns = Math.max(2, Math.floor((width + gap) / (leastWidths[density] + gap)))
  const cardWidth = (width - gap * (columns - 1)) / columns
  return { columns, gap, rowHeight: Math.round(cardWidth * 0.75 + textHeight + gap) }
}

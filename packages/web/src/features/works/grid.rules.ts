/** How many cards fit beside each other. */
import type { Density } from '../../lib/settings.ts'

export interface GridShape {
  readonly columns: number
  readonly gap: number
  /** The width in pixels. */
  readonly cardWidth: number
  /** The height of one row with its gap, in pixels. */
  readonly rowHeight: number
}

type GridDensity = Exclude<Density, 'rows'>

const leastWidths: Readonly<Record<GridDensity, number>> = { comfortable: 176, compact: 132 }
/** The reader chooses between these how wide cards are at least. */
export const cardWidths = { least: 120, most: 320 } as const
/** Three cards beside each other on the narrowest phone. */
const leastOnPhones = 100

/** Reads a width in pixels; what was stored may be anything, `''` is no choice. */
export function leastWidthOf(density: GridDensity, stored: string): number {
  const chosen = Number(stored)
  return chosen > 0 ? Math.min(cardWidths.most, Math.max(cardWidths.least, chosen)) : leastWidths[density]
}

/** The height of a work in one row, in pixels. */
export const lineHeight = 72
/** Two lines of title, the maker, the numbers. */
const textHeight = 98

/** Wide screens get more columns, not bigger cards; the narrowest phone still gets two. */
export function shapeOf(width: number, density: Density, chosenWidth = ''): GridShape {
  if (density === 'rows') return { columns: 1, gap: 0, cardWidth: width, rowHeight: lineHeight }
  const isPhone = width < 500
  const gap = density === 'compact' || isPhone ? 14 : 20
  const least = leastWidthOf(density, isPhone ? '' : chosenWidth)
  const columns = Math.max(
    2,
    Math.floor((width + gap) / ((isPhone && density === 'compact' ? leastOnPhones : least) + gap)),
  )
  const cardWidth = (width - gap * (columns - 1)) / columns
  return { columns, gap, cardWidth, rowHeight: Math.round(cardWidth * 0.75 + textHeight + gap) }
}

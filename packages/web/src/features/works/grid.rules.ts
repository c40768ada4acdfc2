import type { Density } from '../../lib/settings.ts'

export interface GridShape {
  readonly columns: number
  readonly gap: number
  /** Pixels. */
  readonly cardWidth: number
  /** Pixels, including the gap. */
  readonly rowHeight: number
}

type GridDensity = Exclude<Density, 'rows'>

const minWidths: Readonly<Record<GridDensity, number>> = { comfortable: 176, compact: 132 }
/** The range of the minimum card width that users can set, in pixels. */
export const cardWidths = { least: 120, most: 320 } as const
/** Three cards fit side by side on the narrowest phone. */
const minWidthOnPhones = 100

/** Returns the minimum card width in pixels. `stored` may be any text; `''` and invalid text give the default. */
export function minWidthOf(density: GridDensity, stored: string): number {
  const chosen = Number(stored)
  return chosen > 0 ? Math.min(cardWidths.most, Math.max(cardWidths.least, chosen)) : minWidths[density]
}

/** The height of a work in the row layout, in pixels. */
export const lineHeight = 72
/** Two lines of title, the maker, and the numbers. */
const textHeight = 98

/** Wide screens get more columns, not larger cards; the narrowest phone still gets two. */
export function gridLayoutOf(width: number, density: Density, chosenWidth = ''): GridShape {
  if (density === 'rows') return { columns: 1, gap: 0, cardWidth: width, rowHeight: lineHeight }
  const isPhone = width < 500
  const gap = density === 'compact' || isPhone ? 14 : 20
  const least = minWidthOf(density, isPhone ? '' : chosenWidth)
  const columns = Math.max(
    2,
    Math.floor((width + gap) / ((isPhone && density === 'compact' ? minWidthOnPhones : least) + gap)),
  )
  const cardWidth = (width - gap * (columns - 1)) / columns
  return { columns, gap, cardWidth, rowHeight: Math.round(cardWidth * 0.75 + textHeight + gap) }
}

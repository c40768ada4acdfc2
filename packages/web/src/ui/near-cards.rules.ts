/** Decides which cards of a long list are rendered: the visible ones, and some above and below. */

export interface CardRows {
  readonly total: number
  readonly columns: number
  /** Pixels, including the gap. */
  readonly rowHeight: number
}

/** Card indexes; ends are exclusive. */
export interface NearCards {
  readonly from: number
  readonly end: number
  /** The range of the rows on screen. */
  readonly seenFrom: number
  readonly seenEnd: number
}

/** Converts pixels to a number of cards: a row counts as many as it has columns. So cards are added one at a time while scrolling. */
export const inCards = (pixels: number, { columns, rowHeight }: CardRows): number =>
  Math.floor((pixels * columns) / rowHeight)

/**
 * Returns the cards to render. `scrolled` is the position of the viewport's top edge in the list, `height` that of the viewport, both in
 * cards.
 */
export function cardsNear(
  { total, columns }: CardRows,
  scrolled: number,
  height: number,
  rowsAhead: number,
): NearCards {
  const within = (at: number) => Math.max(0, Math.min(total, at))
  const ahead = rowsAhead * columns
  // Both lengths were rounded down.
  const lowerEdge = scrolled + height + 2
  const seenFrom = Math.floor(scrolled / columns) * columns
  const seenEnd = Math.ceil(lowerEdge / columns) * columns
  return {
    from: Math.min(within(Math.min(seenFrom, scrolled - ahead)), Math.max(0, total - columns)),
    end: within(Math.max(seenEnd, lowerEdge + ahead)),
    seenFrom: within(seenFrom),
    seenEnd: within(seenEnd),
  }
}

/** Returns the cards to render in one frame on the way from `drawn` to `wanted`: all on screen, and up to `most` more at each end. */
export function stepTowards(wanted: NearCards, drawn: NearCards, maxPerEnd: number): NearCards {
  const { seenFrom, seenEnd } = wanted
  // After a jump, none of the rendered cards is on screen.
  if (drawn.end <= seenFrom || drawn.from >= seenEnd) return onlyVisible(wanted)
  return {
    from: Math.max(wanted.from, Math.min(seenFrom, drawn.from - maxPerEnd)),
    end: Math.min(wanted.end, Math.max(seenEnd, drawn.end + maxPerEnd)),
    seenFrom,
    seenEnd,
  }
}

/** Returns only the cards of the rows on screen, unless no row is on screen. */
export const onlyVisible = (near: NearCards): NearCards =>
  near.seenFrom === near.seenEnd ? near : { ...near, from: near.seenFrom, end: near.seenEnd }

export const isSame = (one: NearCards, other: NearCards): boolean =>
  one.from === other.from &&
  one.end === other.end &&
  one.seenFrom === other.seenFrom &&
  one.seenEnd === other.seenEnd

export interface Viewport {
  readonly scrolled: number
  readonly height: number
}

/** Returns the scroll position at which a row is completely visible below the sticky header; all in pixels. */
export function scrollToSee(
  row: { readonly top: number; readonly height: number },
  viewport: Viewport,
  header: number,
): number {
  if (row.top < viewport.scrolled + header) return row.top - header
  return Math.max(viewport.scrolled, row.top + row.height - viewport.height)
}

/** Decides which cards of a long list exist: those on screen, and some above and below. */

export interface CardRows {
  readonly total: number
  readonly columns: number
  /** Pixels, with the gap. */
  readonly rowHeight: number
}

/** Indexes of cards; ends are exclusive. */
export interface NearCards {
  readonly from: number
  readonly end: number
  /** They bound the rows on screen. */
  readonly seenFrom: number
  readonly seenEnd: number
}

/** A length in cards: a row is as many as it has columns. So a list that is scrolled gets its cards one at a time. */
export const inCards = (pixels: number, { columns, rowHeight }: CardRows): number =>
  Math.floor((pixels * columns) / rowHeight)

/** `scrolled` is where the upper edge of the window is in the list, `height` that of the window, both in cards. */
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

/**
 * The cards that a frame draws on the way from those that are drawn to those wanted: all that are on screen, and at most so
 * many more at each end.
 */
export function stepTo(wanted: NearCards, drawn: NearCards, most: number): NearCards {
  const { seenFrom, seenEnd } = wanted
  // The page leapt: nothing of what is drawn is on screen.
  if (drawn.end <= seenFrom || drawn.from >= seenEnd) return onlySeen(wanted)
  return {
    from: Math.max(wanted.from, Math.min(seenFrom, drawn.from - most)),
    end: Math.min(wanted.end, Math.max(seenEnd, drawn.end + most)),
    seenFrom,
    seenEnd,
  }
}

/** The cards of the rows on screen, without those above and below, unless nothing is on screen. */
export const onlySeen = (near: NearCards): NearCards =>
  near.seenFrom === near.seenEnd ? near : { ...near, from: near.seenFrom, end: near.seenEnd }

export const isSame = (one: NearCards, other: NearCards): boolean =>
  one.from === other.from &&
  one.end === other.end &&
  one.seenFrom === other.seenFrom &&
  one.seenEnd === other.seenEnd

/** The part of the page that is on screen; both in pixels. */
export interface Viewport {
  readonly scrolled: number
  readonly height: number
}

/** Returns where the window has to be scrolled for a row to be whole below what stays at the upper edge; all in pixels. */
export function scrollToSee(
  row: { readonly top: number; readonly height: number },
  viewport: Viewport,
  header: number,
): number {
  if (row.top < viewport.scrolled + header) return row.top - header
  return Math.max(viewport.scrolled, row.top + row.height - viewport.height)
}

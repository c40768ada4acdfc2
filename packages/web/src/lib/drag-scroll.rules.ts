/** Computes the scroll speed while an item is dragged. */

export interface DragPosition {
  /** The y coordinates of the drag start and of the pointer, in CSS pixels of the viewport, like `top` and `bottom`. */
  readonly from: number
  readonly y: number
}

const maxPixelsPerFrame = 14

/**
 * Returns pixels per frame, negative for up: faster near an edge. A drag that starts near an edge and moves away from it does not scroll.
 * Toolbars may cover the edges, so each zone is a fifth of the height.
 */
export function scrollStep(
  { from, y }: DragPosition,
  { top, bottom }: { readonly top: number; readonly bottom: number },
): number {
  const zone = (bottom - top) / 5
  const speed = (depth: number) => Math.ceil(Math.min(1, depth / zone) * maxPixelsPerFrame)
  if (y < from && y < top + zone) return -speed(top + zone - y)
  if (y > from && y > bottom - zone) return speed(y - bottom + zone)
  return 0
}

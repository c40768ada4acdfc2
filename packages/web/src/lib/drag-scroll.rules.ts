/** How fast something scrolls under what is dragged over it. */

export interface Dragged {
  /** The height that it was taken at, and the one that it is at now; pixels of the window, as the ends. */
  readonly from: number
  readonly y: number
}

const fastestPixels = 14

/**
 * Returns pixels a frame, negative towards the top: the faster, the nearer to an end. What is taken near an end and moved
 * away from it scrolls nothing. The bars of the page may lie over its ends, so these are a fifth of its height.
 */
export function scrollStep(
  { from, y }: Dragged,
  { top, bottom }: { readonly top: number; readonly bottom: number },
): number {
  const zone = (bottom - top) / 5
  const speed = (depth: number) => Math.ceil(Math.min(1, depth / zone) * fastestPixels)
  if (y < from && y < top + zone) return -speed(top + zone - y)
  if (y > from && y > bottom - zone) return speed(y - bottom + zone)
  return 0
}

/** Computes menu positions. All values are CSS pixels of the viewport. */

export interface Point {
  readonly x: number
  readonly y: number
}

interface Size {
  readonly width: number
  readonly height: number
}

export type Box = Pick<DOMRectReadOnly, 'top' | 'right' | 'bottom' | 'left'>

interface Position extends Point {
  /** The corner from which the menu grows, as a `transform-origin`. */
  readonly origin: string
}

/** Returns the position for a menu of this size in a window of that size. */
export type Positioner = (menu: Size, room: Size) => Position

/** Places the menu to the lower right of a point; above the point if there is no room below. */
export function positionAt({ x, y }: Point, gap: number): Positioner {
  return (menu, room) => {
    const above = y - gap - menu.height
    const isAbove = y + gap + menu.height > room.height - margin && above >= margin
    return {
      x: clampToWindow(x, menu.width, room.width),
      y: isAbove ? above : clampToWindow(y + gap, menu.height, room.height),
      origin: isAbove ? 'bottom left' : 'top left',
    }
  }
}

/** Places the menu above a button at the bottom of the window, aligned with its right edge. */
export function positionAbove({ top, right }: Box, gap: number): Positioner {
  return (menu, room) => ({
    x: clampToWindow(right - menu.width, menu.width, room.width),
    y: clampToWindow(top - gap - menu.height, menu.height, room.height),
    origin: 'bottom right',
  })
}

/** Places a submenu to the right of its entry, or to the left; below the entry if there is room for neither. */
export function positionSubmenu({ top, right, bottom, left }: Box): Positioner {
  return (menu, room) => {
    const fitsRight = right + submenuGap + menu.width <= room.width - margin
    const fitsLeft = left - submenuGap - menu.width >= margin
    const x = fitsRight || !fitsLeft ? right + submenuGap : left - submenuGap - menu.width
    return {
      x: clampToWindow(x, menu.width, room.width),
      y: clampToWindow(fitsRight || fitsLeft ? top - firstEntryOffset : bottom, menu.height, room.height),
      origin: fitsRight || !fitsLeft ? 'top left' : 'top right',
    }
  }
}

/** Returns whether a pointer that moves between two points approaches a box and would hit it. Entries on the way are then only passed. */
export function isHeadedTo({ top, right, bottom, left }: Box, from: Point, to: Point): boolean {
  const edge = to.x < left ? left : right
  const [before, after] = [edge - from.x, edge - to.x]
  if (Math.abs(after) >= Math.abs(before)) return false
  const meets = from.y + ((to.y - from.y) * before) / (before - after)
  return meets >= top - margin && meets <= bottom + margin
}

/** Minimum distance between a menu and the window edge. */
const margin = 8
const submenuGap = 2
/** The padding above the first entry, so that the first entry aligns with the parent entry. */
const firstEntryOffset = 6

const clampToWindow = (at: number, length: number, room: number): number =>
  Math.round(Math.max(margin, Math.min(at, room - margin - length)))

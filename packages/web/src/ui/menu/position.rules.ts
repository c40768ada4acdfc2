/** Finds where a menu stands in the window. Everything is in pixels of the viewport. */

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
  /** The corner it grows from, as a `transform-origin`. */
  readonly origin: string
}

/** Returns the position of a menu of this size in a window of that size. */
export type Positioner = (menu: Size, room: Size) => Position

/** Below a point and to its right; where there is no room below, above it. */
export function positionAt({ x, y }: Point, gap: number): Positioner {
  return (menu, room) => {
    const above = y - gap - menu.height
    const isAbove = y + gap + menu.height > room.height - margin && above >= margin
    return {
      x: within(x, menu.width, room.width),
      y: isAbove ? above : within(y + gap, menu.height, room.height),
      origin: isAbove ? 'bottom left' : 'top left',
    }
  }
}

/** Above a button at the foot of the window, and as far right as it. */
export function positionAbove({ top, right }: Box, gap: number): Positioner {
  return (menu, room) => ({
    x: within(right - menu.width, menu.width, room.width),
    y: within(top - gap - menu.height, menu.height, room.height),
    origin: 'bottom right',
  })
}

/** A submenu stands to the right of the entry that opens it, or to its left; where there is room for neither, below it. */
export function positionBeside({ top, right, bottom, left }: Box): Positioner {
  return (menu, room) => {
    const fitsRight = right + beside + menu.width <= room.width - margin
    const fitsLeft = left - beside - menu.width >= margin
    const x = fitsRight || !fitsLeft ? right + beside : left - beside - menu.width
    return {
      x: within(x, menu.width, room.width),
      y: within(fitsRight || fitsLeft ? top - raised : bottom, menu.height, room.height),
      origin: fitsRight || !fitsLeft ? 'top left' : 'top right',
    }
  }
}

/** Whether a pointer that moves between two points comes nearer to a box, and would meet it: what lies between is only passed. */
export function isHeadedTo({ top, right, bottom, left }: Box, from: Point, to: Point): boolean {
  const edge = to.x < left ? left : right
  const [before, after] = [edge - from.x, edge - to.x]
  if (Math.abs(after) >= Math.abs(before)) return false
  const meets = from.y + ((to.y - from.y) * before) / (before - after)
  return meets >= top - margin && meets <= bottom + margin
}

/** The room between a menu and the edge of the window. */
const margin = 8
/** The room between a menu and the one it belongs to. */
const beside = 2
/** Its first entry stands beside the one that opens it: this is what is above the first. */
const raised = 6

const within = (at: number, length: number, room: number): number =>
  Math.round(Math.max(margin, Math.min(at, room - margin - length)))

/** Callbacks for swipes in each direction. */
import { type PointerEvent, useRef } from 'react'

export interface Swipes {
  readonly onUp?: () => void
  readonly onDown?: () => void
  readonly onLeft?: () => void
  readonly onRight?: () => void
}

const farPixels = 60

/** Returns the event handlers and style of the element. Mouse drags are not swipes. */
export function useSwipe({ onUp, onDown, onLeft, onRight }: Swipes) {
  const start = useRef<{ readonly x: number; readonly y: number }>(undefined)
  return {
    style: { touchAction: onLeft || onRight ? 'none' : 'pan-x' },
    onPointerDown: ({ pointerType, clientX, clientY }: PointerEvent) => {
      start.current = pointerType === 'mouse' ? undefined : { x: clientX, y: clientY }
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      const [dx, dy] = [clientX - (start.current?.x ?? clientX), clientY - (start.current?.y ?? clientY)]
      start.current = undefined
      if (Math.max(Math.abs(dx), Math.abs(dy)) < farPixels) return
      if (Math.abs(dx) > Math.abs(dy)) (dx < 0 ? onLeft : onRight)?.()
      else (dy < 0 ? onUp : onDown)?.()
    },
    onPointerCancel: () => {
      start.current = undefined
    },
  }
}

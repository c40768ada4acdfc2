/** A finger that stays where it is; some phones do not report it themselves. */

export interface LongPress {
  readonly target: EventTarget | null
  /** The position in pixels of the viewport. */
  readonly x: number
  readonly y: number
}

/**
 * `onPress` returns whether it did something: what lifting the finger then sets off is swallowed. Returns what to call
 * if the platform reports the press first; it returns the same.
 */
export function listenForLongPress(
  onPress: (press: LongPress) => boolean,
  signal: AbortSignal,
): (didSomething: boolean) => void {
  let finger: { readonly x: number; readonly y: number; readonly timer: number } | undefined
  let swallows = false
  const release = () => {
    clearTimeout(finger?.timer)
    finger = undefined
  }
  const press = ({ pointerType, isPrimary, target, clientX: x, clientY: y }: PointerEvent) => {
    release()
    swallows = false
    if (pointerType !== 'touch' || !isPrimary) return
    const timer = window.setTimeout(() => {
      swallows = onPress({ target, x, y })
    }, longPressMs)
    finger = { x, y, timer }
  }
  const move = ({ clientX, clientY }: PointerEvent) => {
    if (finger && Math.hypot(clientX - finger.x, clientY - finger.y) > tremorPixels) release()
  }
  // A mouse is made up at the position of the finger unless it is refused here; its press beside the menu would close it.
  const lift = (event: TouchEvent) => {
    if (swallows && event.cancelable) event.preventDefault()
  }
  const click = (event: MouseEvent) => {
    // Enter and a reader's double tap have no finger to lift.
    if (!swallows || event.detail === 0) return
    swallows = false
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('pointerdown', press, { signal })
  document.addEventListener('pointermove', move, { signal, passive: true })
  document.addEventListener('pointerup', release, { signal })
  document.addEventListener('pointercancel', release, { signal })
  document.addEventListener('touchend', lift, { signal, capture: true, passive: false })
  document.addEventListener('click', click, { signal, capture: true })
  return (didSomething) => {
    if (finger) swallows = didSomething
    release()
  }
}

/** The press lasts as long as the platforms' own. */
const longPressMs = 500
const tremorPixels = 10

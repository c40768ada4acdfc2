/** Detects long presses, because some phones fire no `contextmenu` event. */

export interface LongPress {
  readonly target: EventTarget | null
  /** Pixels of the viewport. */
  readonly x: number
  readonly y: number
}

/**
 * `onPress` returns whether it handled the press: then the events that follow when the finger is lifted are suppressed. Returns a function
 * to call if the platform reports the press first; it takes the same value.
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
  // Suppresses the emulated mouse events, whose press outside the menu would close it.
  const lift = (event: TouchEvent) => {
    if (swallows && event.cancelable) event.preventDefault()
  }
  const click = (event: MouseEvent) => {
    // Enter and a screen reader's double tap do not involve a finger.
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

/** The same as on the platforms. */
const longPressMs = 500
const tremorPixels = 10

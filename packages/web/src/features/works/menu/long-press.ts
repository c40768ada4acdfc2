/** A finger that stays where it is; some phones tell nothing of it themselves. */

export interface LongPress {
  readonly target: EventTarget | null
  /** In pixels of the viewport. */
  readonly x: number
  readonly y: number
}

/** `onPress` answers whether it did something: the click that ends the press is then swallowed. */
export function listenForLongPress(onPress: (press: LongPress) => boolean, signal: AbortSignal): () => void {
  let finger: { readonly x: number; readonly y: number; readonly timer: number } | undefined
  let swallowsClick = false
  const letGo = () => {
    clearTimeout(finger?.timer)
    finger = undefined
  }
  const press = ({ pointerType, isPrimary, target, clientX: x, clientY: y }: PointerEvent) => {
    letGo()
    swallowsClick = false
    if (pointerType !== 'touch' || !isPrimary) return
    const timer = window.setTimeout(() => {
      swallowsClick = onPress({ target, x, y })
    }, longPressMs)
    finger = { x, y, timer }
  }
  const move = ({ clientX, clientY }: PointerEvent) => {
    if (finger && Math.hypot(clientX - finger.x, clientY - finger.y) > tremorPixels) letGo()
  }
  const click = (event: MouseEvent) => {
    // Enter and a reader's double tap have no finger to lift.
    if (!swallowsClick || event.detail === 0) return
    swallowsClick = false
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('pointerdown', press, { signal })
  document.addEventListener('pointermove', move, { signal, passive: true })
  document.addEventListener('pointerup', letGo, { signal })
  document.addEventListener('pointercancel', letGo, { signal })
  document.addEventListener('click', click, { signal, capture: true })
  return letGo
}

/** As long as the platforms' own. */
const longPressMs = 500
const tremorPixels = 10

/** Manages the page around an open menu, from the press that opens it until it has disappeared. */

export interface MenuPage {
  /** Gets the focus when the menu is closed. */
  readonly opener: HTMLElement
  /** A sheet covers everything else and captures every press. */
  readonly isSheet: boolean
  /** Called when the menu has disappeared. */
  readonly onClosed: () => void
}

export interface OpenMenu {
  /** Returns a function that stops it. */
  readonly begin: (frame: HTMLElement) => () => void
  readonly close: () => void
  /** Closes the menu without moving the focus, because another element has it already. */
  readonly closeBehind: () => void
}

export function openMenu({ opener, isSheet, onClosed }: MenuPage): OpenMenu {
  let open: { readonly frame: HTMLElement; readonly stop: () => void } | undefined
  const end = (givesBack: boolean) => {
    if (!open) return
    const { frame, stop } = open
    open = undefined
    stop()
    if (givesBack) opener.focus({ preventScroll: true })
    void fade(frame).then(onClosed)
  }
  const close = () => end(true)
  return {
    begin: (frame) => {
      const stop = isSheet ? hideOthers(frame) : closeOnOutsidePress(frame, close)
      open = { frame, stop }
      return stop
    },
    close,
    closeBehind: () => end(false),
  }
}

/** Closes the menu on a press outside, which keeps its normal effect. */
function closeOnOutsidePress(frame: HTMLElement, close: () => void): () => void {
  const listening = new AbortController()
  const press = ({ target }: Event) => {
    if (!(target instanceof Node && frame.contains(target))) close()
  }
  document.addEventListener('pointerdown', press, { capture: true, signal: listening.signal })
  addEventListener('resize', close, { signal: listening.signal })
  return () => listening.abort()
}

/** Hides the page behind a sheet from screen readers. */
function hideOthers(frame: HTMLElement): () => void {
  const others = [...document.body.children].filter(
    (other) => other !== frame && !other.hasAttribute('aria-hidden') && !other.matches('script, style'),
  )
  for (const other of others) other.setAttribute('aria-hidden', 'true')
  return () => {
    for (const other of others) other.removeAttribute('aria-hidden')
  }
}

/** Resolves when the closing animations are done. */
async function fade(frame: HTMLElement): Promise<void> {
  frame.style.pointerEvents = 'none'
  for (const part of frame.children) part.toggleAttribute('data-ending-style', true)
  const animations = [...frame.children].flatMap((part) => part.getAnimations())
  await Promise.allSettled(animations.map(({ finished }) => finished))
}

/** Manages the focus in a virtualized list, where most cards are not rendered and some are still loading. */
export interface CardFocus {
  /** Until the card is rendered, the list itself has the focus, so that key presses are not lost. */
  readonly moveTo: (at: number) => void
  /** Returns the card of an event target; undefined outside cards. */
  readonly cardOf: (target: EventTarget | null) => number | undefined
  /** Call it whenever cards were rendered. */
  readonly settle: () => void
}

/** `frame` is the element around the cards, each of which is in a `[data-card]` with its index. */
export function cardFocus(frame: HTMLElement): CardFocus {
  let awaited: number | undefined
  frame.tabIndex = -1
  frame.style.outline = 'none'
  const focusAwaited = () => {
    const link = frame.querySelector<HTMLElement>(`[data-card="${awaited}"] a`)
    link?.focus({ preventScroll: true })
    return link !== null
  }
  return {
    moveTo: (at) => {
      awaited = at
      if (!focusAwaited()) frame.focus({ preventScroll: true })
    },
    cardOf: (target) => (target === frame ? awaited : cardAt(target)),
    settle: () => {
      // If the user has moved the focus elsewhere, it stays there.
      if (document.activeElement === frame && awaited !== undefined) focusAwaited()
    },
  }
}

export function cardAt(target: EventTarget | null): number | undefined {
  const card = target instanceof Element ? target.closest<HTMLElement>('[data-card]') : null
  return card ? Number(card.dataset.card) : undefined
}

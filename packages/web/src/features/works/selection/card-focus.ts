/** The focus among cards of a list, of which most are not drawn and some wait for their page. */
export interface CardFocus {
  /** Until the card is here the list itself has the focus, so that keys go on and nothing is lost. */
  readonly moveTo: (at: number) => void
  /** Returns the card that an event is about; undefined beside cards. */
  readonly cardOf: (target: EventTarget | null) => number | undefined
  /** Call it whenever cards were drawn. */
  readonly settle: () => void
}

/** The frame is the element around the cards, each of which is in a `[data-card]` with its index. */
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
      // Whoever has gone elsewhere meanwhile stays there.
      if (document.activeElement === frame && awaited !== undefined) focusAwaited()
    },
  }
}

export function cardAt(target: EventTarget | null): number | undefined {
  const card = target instanceof Element ? target.closest<HTMLElement>('[data-card]') : null
  return card ? Number(card.dataset.card) : undefined
}

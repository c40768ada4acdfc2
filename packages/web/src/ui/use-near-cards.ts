import { useDeferredValue, useState, useSyncExternalStore } from 'react'
import { type CardRows, cardsNear, inCards, type NearCards } from './near-cards.rules.ts'

const rowsAhead = 2

/** The cards to draw of a list whose upper edge is `top` pixels below the page's: what is on screen first, then what is near. */
export function useNearCards(rows: CardRows, top: number): NearCards {
  const [place] = useState(windowPlace)
  const scrolled = useSyncExternalStore(place.onScroll, () => inCards(place.scrolled() - top, rows))
  const height = useSyncExternalStore(place.onResize, () => inCards(place.height(), rows))
  const ahead = useDeferredValue(rowsAhead, 0)
  return cardsNear(rows, scrolled, height, ahead)
}

/**
 * It is read once an event, before anything is drawn for it: whoever asks the window after that makes the browser lay out the
 * page at once.
 */
function windowPlace() {
  let scrolled = scrollY
  let height = innerHeight
  const told = (name: 'scroll' | 'resize', read: () => void) => (onChange: () => void) => {
    const tell = () => {
      read()
      onChange()
    }
    addEventListener(name, tell, { passive: true })
    // It may have been scrolled since it was drawn.
    tell()
    return () => removeEventListener(name, tell)
  }
  return {
    scrolled: () => scrolled,
    height: () => height,
    onScroll: told('scroll', () => {
      scrolled = scrollY
    }),
    onResize: told('resize', () => {
      height = innerHeight
    }),
  }
}

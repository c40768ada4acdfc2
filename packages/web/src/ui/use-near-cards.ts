import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  type CardRows,
  cardsNear,
  inCards,
  isSame,
  type NearCards,
  onlySeen,
  stepTo,
  type Viewport,
} from './near-cards.rules.ts'

const rowsAhead = 2
/** How many cards a frame draws at each end of those that are drawn, beside those without which there is a gap on screen. */
const mostAFrame = 2

interface List extends CardRows {
  /** Pixels between the upper edges of the page and of the list. */
  readonly top: number
}

/** Cards that were chosen of a list as it was. */
interface Chosen extends List {
  readonly near: NearCards
}

/**
 * The cards to draw of a list: what is on screen first, then what is near, a few a frame. They are drawn within the frame that
 * the page was scrolled to. While the browser scrolls by itself it has every other task done before a frame, so that what is
 * drawn between two frames puts off the next one.
 */
export function useNearCards({ total, columns, rowHeight }: CardRows, top: number): NearCards {
  // The window is read before anything is drawn: a read after that makes the browser lay out the page at once.
  const viewport = useRef<Viewport>(undefined)
  viewport.current ??= readViewport()
  const [chosen, choose] = useState<Chosen>()
  const near = nearFor({ total, columns, rowHeight, top }, viewport.current, chosen)
  const drawn = useRef(near)
  useLayoutEffect(() => {
    drawn.current = near
  }, [near])
  useEffect(() => {
    const list = { total, columns, rowHeight, top }
    let frame: number | undefined
    const stop = () => frame !== undefined && cancelAnimationFrame(frame)
    const follow = () => {
      stop()
      viewport.current = readViewport()
      const wanted = nearAt(viewport.current, list)
      const near = stepTo(wanted, drawn.current, mostAFrame)
      if (!isSame(near, drawn.current)) flushSync(() => choose({ ...list, near }))
      if (isSame(near, wanted)) return
      // The first callback is still of this frame, which has drawn its cards.
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(follow)
      })
    }
    const listening = new AbortController()
    const options = { passive: true, signal: listening.signal }
    addEventListener('scroll', follow, options)
    addEventListener('resize', follow, options)
    // The page may have been scrolled since the list was drawn.
    frame = requestAnimationFrame(follow)
    return () => {
      stop()
      listening.abort()
    }
  }, [total, columns, rowHeight, top])
  return near
}

/** Another list keeps the cards at the same indexes as far as they are near. */
function nearFor(list: List, viewport: Viewport, chosen: Chosen | undefined): NearCards {
  if (!chosen) return onlySeen(nearAt(viewport, list))
  return isSameList(chosen, list) ? chosen.near : stepTo(nearAt(viewport, list), chosen.near, 0)
}

const readViewport = (): Viewport => ({ scrolled: scrollY, height: innerHeight })

const nearAt = ({ scrolled, height }: Viewport, { top, ...rows }: List): NearCards =>
  cardsNear(rows, inCards(scrolled - top, rows), inCards(height, rows), rowsAhead)

const isSameList = (one: List, other: List): boolean =>
  one.total === other.total &&
  one.columns === other.columns &&
  one.rowHeight === other.rowHeight &&
  one.top === other.top

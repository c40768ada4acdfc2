import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  type CardRows,
  cardsNear,
  inCards,
  isSame,
  type NearCards,
  onlyVisible,
  stepTowards,
  type Viewport,
} from './near-cards.rules.ts'

const rowsAhead = 2
/** Maximum number of cards per frame added at each end, besides those on screen. */
const maxPerFrame = 2

interface List extends CardRows {
  /** Pixels between the top edges of the page and of the list. */
  readonly top: number
}

/** The cards chosen for a certain list. */
interface ChosenCards extends List {
  readonly near: NearCards
}

/**
 * Returns the cards of a list to render: those on screen first, then nearby ones, a few per frame. They are rendered synchronously in the
 * frame of the scroll event. During scrolling the browser runs other tasks before the next frame, so rendering between frames would delay
 * it.
 */
export function useNearCards({ total, columns, rowHeight }: CardRows, top: number): NearCards {
  // Read before rendering: a later read would force a synchronous layout.
  const viewport = useRef<Viewport>(undefined)
  viewport.current ??= readViewport()
  const [chosen, choose] = useState<ChosenCards>()
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
      const near = stepTowards(wanted, drawn.current, maxPerFrame)
      if (!isSame(near, drawn.current)) flushSync(() => choose({ ...list, near }))
      if (isSame(near, wanted)) return
      // The first callback still belongs to the frame that has rendered its cards.
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(follow)
      })
    }
    const listening = new AbortController()
    const options = { passive: true, signal: listening.signal }
    addEventListener('scroll', follow, options)
    addEventListener('resize', follow, options)
    // The page may have been scrolled since the list was rendered.
    frame = requestAnimationFrame(follow)
    return () => {
      stop()
      listening.abort()
    }
  }, [total, columns, rowHeight, top])
  return near
}

/** For another list, keeps the cards at the same indexes as far as they are near. */
function nearFor(list: List, viewport: Viewport, chosen: ChosenCards | undefined): NearCards {
  if (!chosen) return onlyVisible(nearAt(viewport, list))
  return isSameList(chosen, list) ? chosen.near : stepTowards(nearAt(viewport, list), chosen.near, 0)
}

const readViewport = (): Viewport => ({ scrolled: scrollY, height: innerHeight })

const nearAt = ({ scrolled, height }: Viewport, { top, ...rows }: List): NearCards =>
  cardsNear(rows, inCards(scrolled - top, rows), inCards(height, rows), rowsAhead)

const isSameList = (one: List, other: List): boolean =>
  one.total === other.total &&
  one.columns === other.columns &&
  one.rowHeight === other.rowHeight &&
  one.top === other.top

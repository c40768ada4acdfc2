/** Reserves space for bars that float at the bottom of the window: each reports its height, and what is above keeps clear of it. */
import { type CSSProperties, type RefObject, useEffect } from 'react'
import { create } from 'zustand'

/**
 * The pixels taken by the selection bar and by standing notices. Only notices are placed above them, so this is a store: a CSS variable on
 * the root would restyle the whole page with each change.
 */
const useBottomHeights = create(() => ({ selection: 0, standing: 0 }))

const positionAbove = (taken: number): CSSProperties => ({
  bottom: `calc(var(--tabs) + var(--player) + ${taken}px)`,
})

// From the bottom up: the tabs, the player, the selection bar, standing notices, and passing notices.
export const selectionPosition = positionAbove(12)
export const useStandingPosition = () => positionAbove(useBottomHeights(({ selection }) => selection) + 16)
export const useNoticePosition = () =>
  positionAbove(useBottomHeights(({ selection, standing }) => selection + standing) + 16)

/** A bar next to the sidebar, across the rest of the window. */
export const barClass =
  'fixed inset-x-2 z-30 rounded-2xl border border-line bg-surface/94 shadow-float backdrop-blur-xl md:right-4 md:left-[calc(var(--side)+16px)]'

/** Reports the height of a bar. `gap` is in pixels, and is added while the bar is not empty. */
export function useReservedSpaceBelow(
  ref: RefObject<HTMLElement | null>,
  bar: 'player' | 'selection' | 'standing',
  gap: number,
): void {
  useEffect(() => {
    const take = (pixels: number) => {
      if (bar === 'player') document.documentElement.style.setProperty('--player', `${pixels}px`)
      else useBottomHeights.setState({ [bar]: pixels })
    }
    const measure = () => {
      const height = ref.current?.offsetHeight ?? 0
      take(height && height + gap)
    }
    const observer = new ResizeObserver(measure)
    if (ref.current) observer.observe(ref.current)
    return () => {
      observer.disconnect()
      take(0)
    }
  }, [ref, bar, gap])
}

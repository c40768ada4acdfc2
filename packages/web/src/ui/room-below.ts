/** Keeps room for what floats at the lower edge of the window: each reports its height, and what stands above it keeps clear of it. */
import { type CSSProperties, type RefObject, useEffect } from 'react'
import { create } from 'zustand'

/**
 * Pixels that the bar of what is selected takes, and what stands until it is closed. Notices alone stand above them: as
 * variables of the whole page, each change of them would style all of it anew.
 */
const useTaken = create(() => ({ selection: 0, standing: 0 }))

const above = (taken: number): CSSProperties => ({ bottom: `calc(var(--tabs) + var(--player) + ${taken}px)` })

// The order from below: the tabs, the player, the bar of what is selected, what stands until it is closed, and passing notices.
export const selectionPosition = above(12)
export const useStandingPosition = () => above(useTaken(({ selection }) => selection) + 16)
export const useNoticePosition = () => above(useTaken(({ selection, standing }) => selection + standing) + 16)

/** A bar beside the side bar, across the rest of the window. */
export const barClass =
  'fixed inset-x-2 z-30 rounded-2xl border border-line bg-surface/94 shadow-float backdrop-blur-xl md:right-4 md:left-[calc(var(--side)+16px)]'

/** `gap` is in pixels, and counts while there is something. */
export function useRoomBelow(
  ref: RefObject<HTMLElement | null>,
  bar: 'player' | 'selection' | 'standing',
  gap: number,
): void {
  useEffect(() => {
    const take = (pixels: number) => {
      if (bar === 'player') document.documentElement.style.setProperty('--player', `${pixels}px`)
      else useTaken.setState({ [bar]: pixels })
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

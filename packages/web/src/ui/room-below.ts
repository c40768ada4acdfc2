/** What floats at the lower edge of the window: each reports how high it is, and what stands above it keeps clear of it. */
import { type RefObject, useEffect } from 'react'

/** From below: the tabs, the player, the bar of what is selected, what stands until it is closed, and passing notices. */
const aboveSelection = 'var(--tabs) + var(--player) + var(--selection, 0px) + 16px'
export const selectionPlace = { bottom: 'calc(var(--tabs) + var(--player) + 12px)' } as const
export const standingPlace = { bottom: `calc(${aboveSelection})` } as const
export const noticePlace = { bottom: `calc(${aboveSelection} + var(--standing, 0px))` } as const

/** A bar beside the side bar, across the rest of the window. */
export const barClass =
  'fixed inset-x-2 z-30 rounded-2xl border border-line bg-surface/94 shadow-float backdrop-blur-xl md:right-4 md:left-[calc(var(--side)+16px)]'

/** `gap` is in pixels, and counts while there is something. */
export function useRoomBelow(
  ref: RefObject<HTMLElement | null>,
  variable: '--player' | '--selection' | '--standing',
  gap: number,
): void {
  useEffect(() => {
    const { style } = document.documentElement
    const measure = () => {
      const height = ref.current?.offsetHeight ?? 0
      style.setProperty(variable, `${height && height + gap}px`)
    }
    const observer = new ResizeObserver(measure)
    if (ref.current) observer.observe(ref.current)
    return () => {
      observer.disconnect()
      style.removeProperty(variable)
    }
  }, [ref, variable, gap])
}

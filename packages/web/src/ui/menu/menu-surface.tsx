import { type AriaAttributes, type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Positioner } from './position.rules.ts'

export interface MenuSurfaceProps extends Pick<AriaAttributes, 'aria-label' | 'aria-labelledby'> {
  /** Undefined for a sheet at the bottom edge. */
  readonly position: Positioner | undefined
  /** What gets the focus on opening; if absent, the focus stays where it is. */
  readonly focus?: 'itself' | 'first' | undefined
  readonly isSubmenu?: boolean
  readonly children: ReactNode
}

/** The panel that holds the entries. It is measured before it is painted, and again when its entries change. */
export function MenuSurface({ position, focus, isSubmenu, children, ...names }: MenuSurfaceProps) {
  const ref = useRef<HTMLDivElement>(null)
  // A menu keeps its position and initial focus, even if the page behind it moves.
  const opening = useRef({ position, focus })
  useLayoutEffect(() => {
    const surface = ref.current
    if (!surface) return undefined
    const { position, focus } = opening.current
    const put = () => {
      const { offsetWidth: width, offsetHeight: height } = surface
      const room = { width: document.documentElement.clientWidth, height: innerHeight }
      const { x, y, origin } = position?.({ width, height }, room) ?? {}
      if (origin) Object.assign(surface.style, { translate: `${x}px ${y}px`, transformOrigin: origin })
    }
    put()
    const focused = focus === 'first' ? surface.querySelector<HTMLElement>('[role=menuitem]') : surface
    if (focus) focused?.focus({ preventScroll: true })
    if (!position) return undefined
    const observer = new ResizeObserver(put)
    observer.observe(surface)
    return () => observer.disconnect()
  }, [])
  return (
    <div
      ref={ref}
      role="menu"
      tabIndex={-1}
      className="pop"
      style={position ? floating : sheet}
      data-submenu={isSubmenu}
      {...names}
    >
      {children}
    </div>
  )
}

const floating = {
  top: 0,
  left: 0,
  maxWidth: 'min(20rem, calc(100vw - 1rem))',
  maxHeight: 'calc(100dvh - 1rem)',
} as const

/** A finger covers its target, so touch menus are sheets at the bottom edge. */
const sheet = {
  inset: 'auto 0 0 0',
  maxHeight: '85dvh',
  borderRadius: '24px 24px 0 0',
  paddingBottom: 'calc(8px + env(safe-area-inset-bottom))',
  overscrollBehavior: 'contain',
} as const

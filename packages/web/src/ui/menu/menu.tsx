/**
 * A menu over the page. Load lazily. It appears in the frame after the press: its entries are plain elements that key handlers look up in
 * the DOM, and submenus are rendered when they open.
 */
import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { menuKeys } from './menu-keys.ts'
import { MenuSurface } from './menu-surface.tsx'
import { type MenuPage, openMenu } from './open-menu.ts'
import { trackPointedEntry } from './pointed-entry.ts'
import type { Positioner } from './position.rules.ts'

export interface MenuProps extends Omit<MenuPage, 'isSheet'> {
  readonly label: string
  /** Undefined for a sheet at the bottom edge. */
  readonly position: Positioner | undefined
  readonly children: ReactNode
}

export function Menu({ label, position, opener, onClosed, children }: MenuProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [submenu, setSubmenu] = useState<OpenSubmenu>()
  const [{ page, acts, press, pointed }] = useState(() => {
    const page = openMenu({ opener, onClosed, isSheet: position === undefined })
    const closeSubmenu = () => {
      frame.current?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus()
      setSubmenu(undefined)
    }
    return {
      page,
      acts: { close: page.close, openSubmenu: setSubmenu, frameOf: () => frame.current },
      press: menuKeys({ close: page.close, closeSubmenu }),
      pointed: trackPointedEntry((id) =>
        setSubmenu((now) => (now?.id === id ? now : id === undefined ? undefined : { id, by: 'rest' })),
      ),
    }
  })
  useEffect(() => {
    const stop = frame.current && page.begin(frame.current)
    return () => {
      stop?.()
      pointed.stop()
    }
  }, [page, pointed])
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: the frame only handles key and pointer events of its entries
    <div
      ref={frame}
      onKeyDown={press}
      onPointerMove={pointed.move}
      onPointerLeave={pointed.leave}
      onBlur={({ currentTarget, relatedTarget: next }) => {
        if (next && !currentTarget.contains(next)) page.closeBehind()
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: Escape closes it too. */}
      {!position && <div className="fixed inset-0 z-40 bg-black/45" style={veil} onClick={page.close} />}
      <Acts value={acts}>
        <Submenu value={submenu}>
          <MenuSurface position={position} aria-label={label} focus="itself">
            {children}
          </MenuSurface>
        </Submenu>
      </Acts>
    </div>,
    document.body,
  )
}

/** Prevents scrolling of the page behind it. */
const veil = { touchAction: 'none' } as const

/** The open submenu, and what opened it. */
export interface OpenSubmenu {
  readonly id: string
  readonly by: 'key' | 'press' | 'rest'
}

export interface MenuActs {
  readonly close: () => void
  readonly openSubmenu: (submenu: OpenSubmenu | undefined) => void
  /** The element that submenus are rendered into. */
  readonly frameOf: () => HTMLElement | null
}

const Acts = createContext<MenuActs | undefined>(undefined)
const Submenu = createContext<OpenSubmenu | undefined>(undefined)

/** Returns the actions of the surrounding menu. Throws outside a menu. */
export function useMenu(): MenuActs {
  const acts = use(Acts)
  if (!acts) throw new Error('an entry stands in a menu')
  return acts
}

/** Returns what opened this submenu; undefined while it is closed. */
export function useOpenedBy(id: string): OpenSubmenu['by'] | undefined {
  const submenu = use(Submenu)
  return submenu?.id === id ? submenu.by : undefined
}

/**
 * A menu over the page. Import it lazily. It is there in the frame after the press: its entries are plain elements, found
 * in the document when a key needs them, and a submenu is made when it opens.
 */
import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { menuKeys } from './menu-keys.ts'
import { MenuSurface } from './menu-surface.tsx'
import { type MenuPage, openMenu } from './open-menu.ts'
import { pointedEntry } from './pointed-entry.ts'
import type { Positioner } from './position.rules.ts'

export interface MenuProps extends Omit<MenuPage, 'isSheet'> {
  readonly label: string
  /** Undefined for a sheet at the lower edge. */
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
      pointed: pointedEntry((id) =>
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
    // biome-ignore lint/a11y/noStaticElementInteractions: what its entries do by keys and under the pointer is read here alone.
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

/** The page behind it does not scroll. */
const veil = { touchAction: 'none' } as const

/** The submenu that is open, and what opened it. */
export interface OpenSubmenu {
  readonly id: string
  readonly by: 'key' | 'press' | 'rest'
}

export interface MenuActs {
  readonly close: () => void
  readonly openSubmenu: (submenu: OpenSubmenu | undefined) => void
  /** The element that submenus are put into. */
  readonly frameOf: () => HTMLElement | null
}

const Acts = createContext<MenuActs | undefined>(undefined)
const Submenu = createContext<OpenSubmenu | undefined>(undefined)

/** The acts that entries have on the menu they stand in. */
export function useMenu(): MenuActs {
  const acts = use(Acts)
  if (!acts) throw new Error('an entry stands in a menu')
  return acts
}

/** The entry that opened this submenu, while it is open. */
export function useOpenedBy(id: string): OpenSubmenu['by'] | undefined {
  const submenu = use(Submenu)
  return submenu?.id === id ? submenu.by : undefined
}

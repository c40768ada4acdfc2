import { type Icon, IconChevronRight } from '@tabler/icons-react'
import { type MouseEvent, type ReactNode, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useMenu, useOpenedBy } from './menu.tsx'
import { MenuSurface } from './menu-surface.tsx'
import { positionSubmenu } from './position.rules.ts'

interface EntryProps {
  readonly icon?: Icon
  readonly children: ReactNode
  readonly onSelect: () => void
}

export function Entry({ icon: Picture, children, onSelect }: EntryProps) {
  const { close } = useMenu()
  const select = () => {
    close()
    onSelect()
  }
  return (
    <button type="button" role="menuitem" tabIndex={-1} className="pop-item" onClick={select}>
      {Picture && <Picture size={17} className="shrink-0" aria-hidden />}
      <span className="min-w-0 truncate">{children}</span>
    </button>
  )
}

interface LinkEntryProps extends Omit<EntryProps, 'onSelect'> {
  readonly href: string
  readonly isNewTab?: boolean
  /** Called when a click is likely, to prefetch. */
  readonly onLikely?: () => void
  /** Called to open the link in this tab. */
  readonly onFollow: () => void
}

/** An entry that is a real link, so the browser can open it in a new tab, too. */
export function LinkEntry(props: LinkEntryProps) {
  const { icon: Picture, children, href, isNewTab, onLikely, onFollow } = props
  const { close } = useMenu()
  const follow = (event: MouseEvent) => {
    close()
    if (isNewTab || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onFollow()
  }
  return (
    <a
      href={href}
      target={isNewTab ? '_blank' : undefined}
      role="menuitem"
      tabIndex={-1}
      className="pop-item"
      onFocus={onLikely}
      onClick={follow}
    >
      {Picture && <Picture size={17} className="shrink-0" aria-hidden />}
      <span className="min-w-0 truncate">{children}</span>
    </a>
  )
}

interface SubmenuProps {
  readonly icon: Icon
  readonly label: string
  readonly children: ReactNode
}

export function Submenu({ icon: Picture, label, children }: SubmenuProps) {
  const id = useId()
  const entry = useRef<HTMLButtonElement>(null)
  const { frameOf, openSubmenu } = useMenu()
  const openedBy = useOpenedBy(id)
  const frame = openedBy && frameOf()
  return (
    <>
      <button
        ref={entry}
        id={id}
        type="button"
        role="menuitem"
        tabIndex={-1}
        aria-haspopup="menu"
        aria-expanded={openedBy !== undefined}
        className="pop-item aria-expanded:bg-soft"
        data-opens={id}
        onClick={({ detail }) => {
          if (detail === 0) openSubmenu({ id, by: 'key' })
          // A press does not close a submenu that hovering has just opened.
          else if (openedBy !== 'rest') openSubmenu(openedBy ? undefined : { id, by: 'press' })
        }}
      >
        <Picture size={17} className="shrink-0" aria-hidden />
        {label}
        <IconChevronRight size={15} className="ml-auto text-mut" aria-hidden />
      </button>
      {frame &&
        entry.current &&
        createPortal(
          <MenuSurface
            key={openedBy}
            isSubmenu
            aria-labelledby={id}
            position={positionSubmenu(entry.current.getBoundingClientRect())}
            focus={initialFocusBy[openedBy]}
          >
            {children}
          </MenuSurface>,
          frame,
        )}
    </>
  )
}

const initialFocusBy = { key: 'first', press: 'itself', rest: undefined } as const

export function Divider() {
  return <hr className="mx-3 my-1.5 border-line" />
}

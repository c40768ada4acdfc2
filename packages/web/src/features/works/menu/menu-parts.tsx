/** The parts every context menu is made of. */
import { Menu } from '@base-ui/react/menu'
import { type Icon, IconChevronRight } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'

/** Never higher than the screen leaves room for. */
export const menuClass = 'pop max-h-(--available-height) max-w-[min(20rem,calc(100vw-1rem))] overflow-y-auto'
const itemClass = 'pop-item pointer-coarse:min-h-11'

interface EntryProps {
  readonly icon?: Icon
  readonly children: ReactNode
  readonly onSelect: () => void
}

export function Entry({ icon: Picture, children, onSelect }: EntryProps) {
  return (
    <Menu.Item className={itemClass} onClick={onSelect}>
      {Picture && <Picture size={17} className="shrink-0" aria-hidden />}
      <span className="min-w-0 truncate">{children}</span>
    </Menu.Item>
  )
}

interface LinkEntryProps {
  readonly icon: Icon
  readonly children: ReactNode
  readonly link: ReactElement
}

export function LinkEntry({ icon: Picture, children, link }: LinkEntryProps) {
  return (
    <Menu.LinkItem className={itemClass} closeOnClick render={link}>
      <Picture size={17} className="shrink-0" aria-hidden />
      {children}
    </Menu.LinkItem>
  )
}

interface SubmenuProps {
  readonly icon: Icon
  readonly label: string
  readonly children: ReactNode
}

export function Submenu({ icon: Picture, label, children }: SubmenuProps) {
  return (
    <Menu.SubmenuRoot>
      <Menu.SubmenuTrigger className={`${itemClass} data-popup-open:bg-soft`}>
        <Picture size={17} className="shrink-0" aria-hidden />
        {label}
        <IconChevronRight size={15} className="ml-auto text-mut" aria-hidden />
      </Menu.SubmenuTrigger>
      <Menu.Portal>
        <Menu.Positioner className="z-50" sideOffset={2} alignOffset={-6}>
          <Menu.Popup className={menuClass}>{children}</Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.SubmenuRoot>
  )
}

export function Divider() {
  return <Menu.Separator className="mx-3 my-1.5 h-px bg-line" />
}

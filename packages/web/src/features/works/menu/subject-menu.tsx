import { Menu } from '@base-ui/react/menu'
import { useState } from 'react'
import type { MenuSubject } from '../../../lib/menu-subject.ts'
import { EntityEntries } from './entity-entries.tsx'
import type { Press } from './listen.ts'
import { menuClass } from './menu-parts.tsx'
import { TitleEntries, WorkEntries } from './work-entries.tsx'

export interface SubjectMenuProps {
  readonly press: Press
  /** It has left the screen. */
  readonly onClosed: () => void
}

/** Import it lazily: it brings the menu with it. */
export function SubjectMenu({ press, onClosed }: SubjectMenuProps) {
  const { subject, link, by, x, y } = press
  const [isOpen, setOpen] = useState(true)
  const [anchor] = useState(() => ({ getBoundingClientRect: () => new DOMRect(x, y) }))
  return (
    <Menu.Root
      open={isOpen}
      onOpenChange={setOpen}
      onOpenChangeComplete={(open) => open || onClosed()}
      // A tap beside it only closes it; a right click elsewhere opens the next one at once.
      modal={by === 'touch'}
    >
      <Menu.Portal>
        <Menu.Positioner
          anchor={anchor}
          align="start"
          side="bottom"
          sideOffset={by === 'key' ? 4 : 1}
          className="z-50"
        >
          <Menu.Popup
            className={menuClass}
            aria-label={'work' in subject ? subject.work.title : subject.entity.name}
            finalFocus={() => link}
          >
            <Entries subject={subject} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function Entries({ subject }: { readonly subject: MenuSubject }) {
  if (subject.kind === 'works') return <WorkEntries work={subject.work} />
  if (subject.kind === 'titles') return <TitleEntries work={subject.work} />
  return <EntityEntries kind={subject.kind} entity={subject.entity} />
}

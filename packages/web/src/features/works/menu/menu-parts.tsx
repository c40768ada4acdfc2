/** The parts every context menu is made of, and what its entries do. */
import { Menu } from '@base-ui/react/menu'
import type { WorkCard } from '@koedana/contract/works.ts'
import { type Icon, IconChevronRight, IconCopy, IconHash, IconPencil } from '@tabler/icons-react'
import type { RegisteredRouter } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { useIsAdmin } from '../../../domain/session.ts'
import { copyText } from '../../../lib/copy-text.ts'
import { translate, useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { readFilterUrl, type WorksSearch } from '../filter-url.rules.ts'
import type { FilterPatch } from '../filters/change-filter.ts'
import { keptHead } from '../head-entity.ts'
import { playWork } from '../player-items.ts'

/** Menus are never higher than the screen leaves room for. */
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

/** The change joins the filter that the list already has; from anywhere else it is the whole filter. */
export function narrowWorks(
  router: RegisteredRouter,
  patchOf: (search: WorksSearch) => FilterPatch,
): Promise<void> {
  const isList = router.state.location.pathname === '/works'
  const before = currentFilter(router)
  return router.navigate({
    to: '/works',
    search: { ...before, ...patchOf(before) },
    resetScroll: !isList,
    state: isList ? keptHead(before, router.state.location.state) : {},
  })
}

/** Returns the filter of the list on screen; nothing anywhere else. */
export function currentFilter(router: RegisteredRouter): WorksSearch {
  const { pathname, search } = router.state.location
  return pathname === '/works' ? readFilterUrl({ ...search }) : {}
}

export async function play(work: WorkCard): Promise<void> {
  try {
    if (!(await playWork(work))) notify(translate('menu.noTracks'))
  } catch {
    // The call has said why.
  }
}

const copy = (text: string) =>
  copyText(text, { copied: translate('menu.copied', { text }), refused: translate('menu.copyFailed') })

export function CopyEntries({ id, name }: { readonly id: string; readonly name: string }) {
  const t = useT()
  return (
    <>
      <Entry icon={IconHash} onSelect={() => void copy(id)}>
        {t('menu.copyId')}
      </Entry>
      <Entry icon={IconCopy} onSelect={() => void copy(name)}>
        {t('menu.copyName')}
      </Entry>
    </>
  )
}

export interface EditEntryProps {
  /** The link that opens the editor. */
  readonly link: ReactElement
  readonly children: ReactNode
}

/** Administrators alone see it. */
export function EditEntry({ link, children }: EditEntryProps) {
  if (!useIsAdmin()) return null
  return (
    <>
      <Divider />
      <LinkEntry icon={IconPencil} link={link}>
        {children}
      </LinkEntry>
    </>
  )
}

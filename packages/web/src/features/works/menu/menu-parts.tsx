/** Entries and actions shared by several context menus. */
import type { WorkCard } from '@koedana/contract/works.ts'
import { IconCopy, IconHash, IconPencil } from '@tabler/icons-react'
import type { LinkOptions, RegisteredRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useIsAdmin } from '../../../domain/session.ts'
import { copyText } from '../../../lib/copy-text.ts'
import { translate, useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { Divider, Entry, LinkEntry } from '../../../ui/menu/entries.tsx'
import { readFilterUrl, type WorksSearch } from '../filter-url.rules.ts'
import type { FilterPatch } from '../filters/change-filter.ts'
import { headStateOf } from '../head-entity.ts'
import { playWork } from '../player-items.ts'

/** The URL of a link entry, and its actions in this tab. */
export interface LinkEntryTarget {
  readonly href: string
  readonly onLikely: () => void
  readonly onFollow: () => void
}

/**
 * Returns the props of a link entry. Cheaper than the router's `Link`, whose subscriptions cost more than the rest of a short-lived menu.
 */
export function linkEntryTo(router: RegisteredRouter, options: LinkOptions): LinkEntryTarget {
  return {
    href: router.history.createHref(router.buildLocation(options).publicHref),
    onLikely: () => void router.preloadRoute(options).catch(() => undefined),
    onFollow: () => void router.navigate(options),
  }
}

/** Applies the change to the filter of the current list; elsewhere it becomes the whole filter. */
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
    state: isList ? headStateOf(before, router.state.location.state) : {},
  })
}

/** Returns the filter of the current work list; empty on other pages. */
export function currentFilter(router: RegisteredRouter): WorksSearch {
  const { pathname, search } = router.state.location
  return pathname === '/works' ? readFilterUrl({ ...search }) : {}
}

export async function play(work: WorkCard): Promise<void> {
  try {
    if (!(await playWork(work))) notify(translate('menu.noTracks'))
  } catch {
    // The call has shown the error.
  }
}

const copy = (text: string) => copyText(text, translate('menu.copied', { text }))

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

export interface EditEntryProps extends LinkEntryTarget {
  readonly children: ReactNode
}

/** An entry that opens the editor, only for administrators. */
export function EditEntry({ children, ...lead }: EditEntryProps) {
  if (!useIsAdmin()) return null
  return (
    <>
      <Divider />
      <LinkEntry icon={IconPencil} {...lead}>
        {children}
      </LinkEntry>
    </>
  )
}

/** What the entries of the context menu do. */
import type { WorkCard } from '@koedana/contract/works.ts'
import type { RegisteredRouter } from '@tanstack/react-router'
import { translate } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { readFilterUrl, type WorksSearch } from '../filter-url.rules.ts'
import type { FilterPatch } from '../filters/change-filter.ts'
import { keptHead } from '../head-entity.ts'
import { playWork } from '../player-items.ts'

/** On the list the change joins what is already asked; from anywhere else it is all that is asked. */
export function narrowWorks(
  router: RegisteredRouter,
  patchOf: (search: WorksSearch) => FilterPatch,
): Promise<void> {
  const isList = router.state.location.pathname === '/works'
  const before = askedNow(router)
  return router.navigate({
    to: '/works',
    search: { ...before, ...patchOf(before) },
    resetScroll: !isList,
    state: isList ? keptHead(before, router.state.location.state) : {},
  })
}

/** What the list on screen is asked for; nothing anywhere else. */
export function askedNow(router: RegisteredRouter): WorksSearch {
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

/** Browsers refuse on plain HTTP, and where the visitor said no. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify(translate('menu.copied', { text }), 'positive')
  } catch {
    notify(translate('menu.copyFailed'), 'negative')
  }
}

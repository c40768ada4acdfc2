/** The selected works of the current list. A selection belongs to one list and one user. */
import type { WorkCard } from '@koedana/contract/works.ts'
import { create } from 'zustand'
import { useSession } from '../../../domain/session.ts'
import { queryClient } from '../../../lib/query-client.ts'
import type { WorksSearch } from '../filter-url.rules.ts'
import { worksPage, worksPerPage } from '../works-query.ts'
import {
  emptySelection,
  rangeBetween,
  type Selection,
  startRangeAt,
  toggleItem,
  withAll,
  withRange,
} from './selection.rules.ts'

interface ListSelection extends Selection<WorkCard> {
  /** The list of the selection, which is restored when the user returns to it. */
  readonly list: string
  /** The progress of an action that processes works one by one. */
  readonly progress?: { readonly done: number; readonly total: number } | undefined
}

export const useSelection = create<ListSelection>(() => ({ ...emptySelection, list: '' }))

useSession.subscribe(({ signedIn }, before) => {
  if (signedIn?.token !== before.signedIn?.token) clearSelection()
})

export const clearSelection = (): void => useSelection.setState(emptySelection)

/** Clears the selection if the list is another one. */
export function selectIn(search: WorksSearch): void {
  const list = JSON.stringify(search)
  if (list !== useSelection.getState().list) useSelection.setState({ ...emptySelection, list })
}

export const toggleSelected = (work: WorkCard, at: number): void =>
  useSelection.setState((now) => toggleItem(now, work, at))

export const noteProgress = (progress: ListSelection['progress']): void => useSelection.setState({ progress })

export const startRange = (at: number): void => useSelection.setState((now) => startRangeAt(now, at))

export const selectAllLoaded = (search: WorksSearch, total: number): void =>
  useSelection.setState((now) => withAll(now, loadedWorks(search, total)))

/** Selects from the start of the range to this index. Missing works are loaded first; only the last call has an effect. */
export async function selectUpTo(search: WorksSearch, to: number): Promise<void> {
  const { anchor = to, list } = useSelection.getState()
  if (useSelection.getState().anchor === undefined) startRange(to)
  lastRange += 1
  const mine = lastRange
  const indices = rangeBetween(anchor, to)
  const pages = [...new Set(indices.map(pageOf))].map((page) => worksPage(search, page))
  try {
    await Promise.all(pages.map((page) => queryClient.ensureQueryData(page)))
  } catch {
    // The list shows the failure and offers a retry.
    return
  }
  if (mine !== lastRange || list !== useSelection.getState().list) return
  useSelection.setState((now) =>
    withRange(
      now,
      indices.flatMap((at) => loadedWorkAt(search, at) ?? []),
    ),
  )
}

let lastRange = 0

const pageOf = (at: number): number => Math.floor(at / worksPerPage)
const loadedPage = (search: WorksSearch, page: number): readonly WorkCard[] =>
  queryClient.getQueryData(worksPage(search, page).queryKey)?.items ?? []

export const loadedWorkAt = (search: WorksSearch, at: number): WorkCard | undefined =>
  loadedPage(search, pageOf(at))[at % worksPerPage]

const loadedWorks = (search: WorksSearch, total: number): WorkCard[] =>
  Array.from({ length: Math.ceil(total / worksPerPage) }, (_, page) => loadedPage(search, page)).flat()

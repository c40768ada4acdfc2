/** The works that are selected in the list on screen. A selection belongs to one list of one person. */
import type { WorkCard } from '@koedana/contract/works.ts'
import { create } from 'zustand'
import { useSession } from '../../../domain/session.ts'
import { queryClient } from '../../../lib/query-client.ts'
import type { WorksSearch } from '../filter-url.rules.ts'
import { worksPage, worksPerPage } from '../works-query.ts'
import {
  anchoredAt,
  emptySelection,
  rangeBetween,
  type Selection,
  toggled,
  withAll,
  withRange,
} from './selection.rules.ts'

interface ListSelection extends Selection<WorkCard> {
  /** The list that it was made in: coming back to it finds it as it was. */
  readonly list: string
  /** How far an act is that takes one work after the other. */
  readonly progress?: { readonly done: number; readonly total: number } | undefined
}

export const useSelection = create<ListSelection>(() => ({ ...emptySelection, list: '' }))

useSession.subscribe(({ signedIn }, before) => {
  if (signedIn?.token !== before.signedIn?.token) clearSelection()
})

export const clearSelection = (): void => useSelection.setState(emptySelection)

/** Another list begins without one. */
export function selectIn(search: WorksSearch): void {
  const list = JSON.stringify(search)
  if (list !== useSelection.getState().list) useSelection.setState({ ...emptySelection, list })
}

export const toggleSelected = (work: WorkCard, at: number): void =>
  useSelection.setState((now) => toggled(now, work, at))

export const noteProgress = (progress: ListSelection['progress']): void => useSelection.setState({ progress })

export const startRange = (at: number): void => useSelection.setState((now) => anchoredAt(now, at))

export const selectAllLoaded = (search: WorksSearch, total: number): void =>
  useSelection.setState((now) => withAll(now, loadedWorks(search, total)))

/** Selects from where the range began up to there. Works that are not here yet are loaded; the last press counts. */
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
    // The list shows what could not be loaded, and offers to try again.
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

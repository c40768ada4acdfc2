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
  /** Of an act that takes one work after the other. */
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
  const numbers = [...new Set(indices.map((at) => Math.floor(at / worksPerPage)))]
  const pages = await Promise.all(
    numbers.map(async (page) => [page, await queryClient.ensureQueryData(worksPage(search, page))] as const),
    // The list shows what could not be loaded, and offers to try again.
  ).catch(() => undefined)
  if (!pages || mine !== lastRange || list !== useSelection.getState().list) return
  const pageOf = new Map(pages)
  const range = indices.flatMap((at) => {
    return pageOf.get(Math.floor(at / worksPerPage))?.items[at % worksPerPage] ?? []
  })
  useSelection.setState((now) => withRange(now, range))
}

let lastRange = 0

export const loadedWorkAt = (search: WorksSearch, at: number): WorkCard | undefined =>
  queryClient.getQueryData(worksPage(search, Math.floor(at / worksPerPage)).queryKey)?.items[
    at % worksPerPage
  ]

function loadedWorks(search: WorksSearch, total: number): WorkCard[] {
  const pages = Math.ceil(total / worksPerPage)
  return Array.from({ length: pages }, (_, page) => worksPage(search, page).queryKey).flatMap(
    (key) => queryClient.getQueryData(key)?.items ?? [],
  )
}

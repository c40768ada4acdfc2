/** The saved views of the user. Not requested for visitors. */
import {
  createView,
  deleteView,
  listViews,
  orderViews,
  restoreView,
  type SavedView,
  seeView,
  updateView,
  type ViewSearch,
} from '@koedana/contract/views.ts'
import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '../lib/query-client.ts'
import { call } from './api.ts'
import { homeKey } from './home-key.ts'
import { currentUser } from './session.ts'

const key = ['views'] as const

export const viewsQuery = () =>
  queryOptions({
    queryKey: [...key, currentUser()?.id],
    queryFn: ({ signal }) => call(listViews, {}, signal),
  })

/** The home page shows the views, too. */
const reload = () =>
  Promise.all([key, homeKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })))

export async function addView(name: string, search: ViewSearch): Promise<void> {
  await call(createView, { body: { name, search } })
  await reload()
}

/** Shows the change at once; reverts it if the server rejects it. */
async function changeOptimistically(
  change: (views: readonly SavedView[]) => SavedView[],
  send: () => Promise<unknown>,
): Promise<boolean> {
  const { queryKey } = viewsQuery()
  // Sent before any `await`: a closing page sends nothing after one.
  const sent = send().then(
    () => true,
    () => false,
  )
  await queryClient.cancelQueries({ queryKey })
  const before = queryClient.getQueryData(queryKey)
  if (before) queryClient.setQueryData(queryKey, { items: change(before.items) })
  if (!(await sent)) {
    // The client has shown the error.
    queryClient.setQueryData(queryKey, before)
    return false
  }
  await reload()
  return true
}

export const renameView = (id: string, name: string): Promise<boolean> =>
  changeOptimistically(
    (views) => views.map((view) => (view.id === id ? { ...view, name } : view)),
    () => call(updateView, { params: { id }, body: { name } }),
  )

export const reorderViews = (ids: readonly string[]): Promise<boolean> =>
  changeOptimistically(
    (views) => views.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)),
    () => call(orderViews, { body: { ids: [...ids] } }),
  )

export const deleteViewOptimistically = (id: string): Promise<boolean> =>
  changeOptimistically(
    (views) => views.filter((view) => view.id !== id),
    () => call(deleteView, { params: { id } }),
  )

export async function restoreDeletedView(id: string): Promise<void> {
  await call(restoreView, { params: { id } })
  await reload()
}

export const markViewSeen = (id: string): Promise<boolean> =>
  changeOptimistically(
    (views) => views.map((view) => (view.id === id ? { ...view, newCount: 0 } : view)),
    () => call(seeView, { params: { id } }),
  )

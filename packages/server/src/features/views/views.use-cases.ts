/** Saved views, and the count of new works in each, under the policy of their owner. */
import { maxViews, type SavedView, type ViewSearch } from '@koedana/contract/views.ts'
import type { Db } from '../../db/schema.ts'
import type { SavedViewTable } from '../../db/tables/home.ts'
import { toIndexFilter } from '../../domain/query.rules.ts'
import { AppError } from '../../lib/app-error.ts'
import { createFairYield } from '../../lib/fair-yield.ts'
import { newId } from '../../lib/ids.ts'
import { requirePerson } from '../auth/auth-sources.ts'
import type { Caller, WorkSources } from '../works/viewers.ts'
import { newSince, readSearch, reordered, restorableSince, writeSearch } from './view.rules.ts'
import {
  changeView,
  findView,
  forgetDeletedViews,
  insertView,
  listViewRows,
  lockViews,
} from './views.store.ts'

export interface ViewSources extends Omit<WorkSources, 'cards' | 'signCover'> {
  readonly write: Db
  readonly now: () => Date
}

export async function listViews(sources: ViewSources, caller: Caller): Promise<SavedView[]> {
  const views: SavedView[] = []
  for (const row of await listViewRows(sources.db, requirePerson(caller).userKey)) {
    views.push(await viewOf(sources, row, caller))
  }
  return views
}

export async function createView(
  sources: ViewSources,
  { name, search }: { readonly name: string; readonly search: ViewSearch },
  caller: Caller,
): Promise<SavedView> {
  const seenMs = sources.now().getTime()
  const row = await change(sources, caller, async (tx, userKey) => {
    const others = await listViewRows(tx, userKey)
    refuseOneMore(others)
    const added = {
      ...{ id: newId(), user_key: userKey, name: storable(name), search: writeSearch(search) },
      ...{ position: (others.at(-1)?.position ?? 0) + 1, seen_ms: seenMs, deleted_ms: null },
    }
    await insertView(tx, added)
    return added
  })
  return viewOf(sources, row, caller)
}

export interface ViewChange {
  readonly id: string
  readonly name?: string | undefined
  readonly search?: ViewSearch | undefined
}

export async function updateView(
  sources: ViewSources,
  { id, name, search }: ViewChange,
  caller: Caller,
): Promise<SavedView> {
  const row = await change(sources, caller, async (tx, userKey) => {
    const before = await findView(tx, { userKey, id })
    if (!before) throw new AppError('notFound')
    const after = {
      name: name === undefined ? before.name : storable(name),
      search: search === undefined ? before.search : writeSearch(search),
    }
    await changeView(tx, { userKey, id }, after)
    return { ...before, ...after }
  })
  return viewOf(sources, row, caller)
}

export async function orderViews(
  sources: ViewSources,
  wanted: readonly string[],
  caller: Caller,
): Promise<SavedView[]> {
  await change(sources, caller, async (tx, userKey) => {
    const ids = (await listViewRows(tx, userKey)).map(({ id }) => id)
    for (const [position, id] of reordered(ids, wanted).entries()) {
      await changeView(tx, { userKey, id }, { position })
    }
  })
  return listViews({ ...sources, db: sources.write }, caller)
}

export async function seeView(sources: ViewSources, id: string, caller: Caller): Promise<void> {
  await change(sources, caller, async (tx, userKey) => {
    if (!(await findView(tx, { userKey, id }))) throw new AppError('notFound')
    await changeView(tx, { userKey, id }, { seen_ms: sources.now().getTime() })
  })
}

/** Deletes a view. Does nothing if it does not exist. */
export async function deleteView(sources: ViewSources, id: string, caller: Caller): Promise<void> {
  await change(sources, caller, async (tx, userKey) => {
    if (await findView(tx, { userKey, id })) {
      await changeView(tx, { userKey, id }, { deleted_ms: sources.now().getTime() })
    }
  })
}

export async function restoreView(sources: ViewSources, id: string, caller: Caller): Promise<SavedView> {
  const row = await change(sources, caller, async (tx, userKey) => {
    const found = await findView(tx, { userKey, id }, restorableSince(sources.now().getTime()))
    if (!found) throw new AppError('notFound')
    if (found.deleted_ms !== null) refuseOneMore(await listViewRows(tx, userKey))
    await changeView(tx, { userKey, id }, { deleted_ms: null })
    return found
  })
  return viewOf(sources, row, caller)
}

/** Runs a change with the user's views locked. Also removes views whose restore period is over. */
function change<T>(
  { write, now }: ViewSources,
  caller: Caller,
  act: (tx: Db, userKey: number) => Promise<T>,
): Promise<T> {
  const { userKey } = requirePerson(caller)
  return write.transaction().execute(async (tx) => {
    if (!(await lockViews(tx, userKey))) throw new AppError('unauthenticated')
    await forgetDeletedViews(tx, userKey, restorableSince(now().getTime()))
    return act(tx, userKey)
  })
}

function refuseOneMore(others: readonly SavedViewTable[]): void {
  if (others.length >= maxViews) throw new AppError('refused', { fields: { 'body.name': 'listTooLong' } })
}

/** PostgreSQL cannot store unpaired surrogates. */
const storable = (name: string) => name.toWellFormed()

/** Runs each count in its own task, so that the event loop can serve other requests in between. */
const yieldBeforeCount = createFairYield()

async function viewOf(
  { catalogue, dictionary, viewers, findPersonalSets }: ViewSources,
  { id, name, search: stored, seen_ms }: SavedViewTable,
  caller: Caller,
): Promise<SavedView> {
  const search = readSearch(stored)
  const { sort: _sort, period: _period, ...filter } = search
  const within = await findPersonalSets(filter, caller)
  await yieldBeforeCount()
  const since = newSince(search, Number(seen_ms))
  const wanted = { ...toIndexFilter(filter, dictionary.findKey, within), since }
  return { id, name, search, newCount: catalogue.current().count(wanted, viewers.viewer(caller, filter)) }
}

/** Saved views and the layout of the home page in exports and imports. */
import type { HomeLayout } from '@koedana/contract/home-page.ts'
import type { OwnView } from '@koedana/contract/own-data.ts'
import { maxViews } from '@koedana/contract/views.ts'
import type { Db } from '../../db/schema.ts'
import { newId } from '../../lib/ids.ts'
import { readLayout, writeLayout } from '../home/home.rules.ts'
import { findHomePage, saveHomePage } from '../home/home.store.ts'
import { readSearch, writeSearch } from '../views/view.rules.ts'
import { insertView, listViewRows } from '../views/views.store.ts'
import type { ImportContext } from './import-listening.ts'

export const listOwnViews = async (db: Db, userKey: number): Promise<OwnView[]> =>
  (await listViewRows(db, userKey)).map(({ name, search }) => ({ name, search: readSearch(search) }))

/** Returns undefined if the user has never changed the layout. */
export async function findOwnLayout(db: Db, userKey: number): Promise<HomeLayout | undefined> {
  const page = await findHomePage(db, userKey)
  return page && page.layout !== '' ? readLayout(page.layout) : undefined
}

/** Adds saved views with new names. If a name occurs several times, only as many are added as are missing. */
export async function importViews(
  { tx, userKey, report, nowMs }: ImportContext,
  views: readonly OwnView[],
): Promise<void> {
  if (views.length === 0) return
  const rows = await listViewRows(tx, userKey)
  const unmatched = rows.map(({ name }) => name)
  let [count, position] = [rows.length, rows.at(-1)?.position ?? 0]
  for (const { name: given, search } of views) {
    // PostgreSQL cannot store unpaired surrogates.
    const name = given.toWellFormed()
    const known = unmatched.indexOf(name)
    if (known >= 0) {
      unmatched.splice(known, 1)
      report.count(0, 1)
    } else if (count >= maxViews) report.refuse(name)
    else {
      count += 1
      position += 1
      const row = { id: newId(), user_key: userKey, name, search: writeSearch(search), position }
      await insertView(tx, { ...row, seen_ms: nowMs, deleted_ms: null })
      report.count(1, 0)
    }
  }
}

export async function importHomeLayout(
  { tx, userKey }: ImportContext,
  layout: HomeLayout | undefined,
): Promise<void> {
  if (layout) await saveHomePage(tx, userKey, { layout: writeLayout(layout) })
}

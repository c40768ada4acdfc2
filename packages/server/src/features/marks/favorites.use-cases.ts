/** The favorites of one person, for any API: they are read beside the cards and never cached. */
import { defaultPageSize, findWorkKey } from '@koedana/contract/values.ts'
import type { Db } from '../../db/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import { personOf } from '../auth/auth-sources.ts'
import type { ListedWorks, ListWorksInput } from '../works/list-works.use-cases.ts'
import type { Caller, WorkSources } from '../works/viewers.ts'
import { deleteFavorite, insertFavorite, listFavoriteKeys } from './favorites.store.ts'

export interface FavoriteSources extends WorkSources {
  readonly write: Db
  readonly now: () => Date
}

export async function addFavorite(sources: FavoriteSources, workId: string, caller: Caller): Promise<void> {
  const { write, catalogue, viewers, now } = sources
  const { userKey } = personOf(caller)
  const workKey = findWorkKey(workId)
  if (workKey === undefined || !catalogue.current().isVisible(workKey, viewers.viewer(caller))) {
    throw new AppError('notFound')
  }
  await insertFavorite(write, { userKey, workKey, at: now().toISOString() })
}

/** Harmless for a work that is none, is unknown or hidden. */
export async function removeFavorite(
  { write }: Pick<FavoriteSources, 'write'>,
  workId: string,
  caller: Caller,
): Promise<void> {
  const { userKey } = personOf(caller)
  const workKey = findWorkKey(workId)
  if (workKey !== undefined) await deleteFavorite(write, userKey, workKey)
}

/** The latest first, as cards. */
export async function listFavorites(
  { db, catalogue, viewers, cards }: FavoriteSources,
  { page = 1, pageSize = defaultPageSize }: Pick<ListWorksInput, 'page' | 'pageSize'>,
  caller: Caller,
): Promise<Omit<ListedWorks, 'popularity'>> {
  const keys = await listFavoriteKeys(db, personOf(caller).userKey)
  const current = catalogue.current()
  const visible = current.visible(keys, viewers.viewer(caller))
  const hidden = current.visible(keys, viewers.belowCeiling(caller)).length - visible.length
  const shown = visible.slice((page - 1) * pageSize, page * pageSize)
  const items = await cards.get(shown, viewers.cardView(caller))
  return { items, total: visible.length, hidden, page, pageSize }
}

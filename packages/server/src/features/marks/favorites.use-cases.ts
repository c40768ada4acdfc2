/** The favorites of one person, for any API: they are read beside the cards and never cached. */
import { defaultPageSize, findWorkKey, workIdOf } from '@koedana/contract/values.ts'
import type { Db } from '../../db/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import { personOf } from '../auth/auth-sources.ts'
import type { ListedWorks, ListWorksInput } from '../works/list-works.use-cases.ts'
import type { Caller, WorkSources } from '../works/viewers.ts'
import { changeFavorites, listFavoriteKeys } from './favorites.store.ts'

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
  await changeFavorites(write, { userKey, workKeys: [workKey], favorite: true, at: now().toISOString() })
}

/** Harmless for a work that is none, is unknown or hidden. */
export async function removeFavorite(
  { write, now }: Pick<FavoriteSources, 'write' | 'now'>,
  workId: string,
  caller: Caller,
): Promise<void> {
  const { userKey } = personOf(caller)
  const workKey = findWorkKey(workId)
  if (workKey === undefined) return
  await changeFavorites(write, { userKey, workKeys: [workKey], favorite: false, at: now().toISOString() })
}

/** Returns the ids of those that it changed. What the caller may not see stays as it is, as if it were not there. */
export async function saveFavorites(
  sources: FavoriteSources,
  { ids, favorite }: { readonly ids: readonly string[]; readonly favorite: boolean },
  caller: Caller,
): Promise<string[]> {
  const { userKey } = personOf(caller)
  const workKeys = visibleKeys(sources, ids, caller)
  const at = sources.now().toISOString()
  const changed = await changeFavorites(sources.write, { userKey, workKeys, favorite, at })
  return changed.map(workIdOf)
}

/** The keys of those works that the caller may see, each once. */
export function visibleKeys(
  { catalogue, viewers }: Pick<FavoriteSources, 'catalogue' | 'viewers'>,
  ids: readonly string[],
  caller: Caller,
): number[] {
  const keys = new Set(ids.flatMap((id) => findWorkKey(id) ?? []))
  return catalogue.current().visible([...keys], viewers.viewer(caller))
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

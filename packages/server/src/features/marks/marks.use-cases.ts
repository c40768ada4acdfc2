/** Favorites, states, ratings and notes of one person, for any API: they are read in addition to the cards and never cached. */
import type { Mark, ProgressChange, WorkMark } from '@koedana/contract/marks.ts'
import { defaultPageSize, type ProgressState, workIdOf } from '@koedana/contract/values.ts'
import type { Db } from '../../db/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import { requirePerson } from '../auth/auth-sources.ts'
import type { ListedWorks, ListWorksInput } from '../works/list-works.use-cases.ts'
import { type Caller, visibleKeys, type WorkSources } from '../works/viewers.ts'
import { changeFavorites, findFavorites, listFavoriteKeys } from './favorites.store.ts'
import {
  increaseMarkRevision,
  listMarkRows,
  listPlayedRows,
  type MarkRow,
  upsertMarks,
} from './marks.store.ts'
import { type ChosenState, heardOf, stateOf } from './state.rules.ts'
import { listTagged, listTagRows } from './tags.store.ts'
import { changeTags } from './tags.use-cases.ts'

export interface FavoriteSources extends WorkSources {
  readonly write: Db
  readonly now: () => Date
}

export async function addFavorite(sources: FavoriteSources, workId: string, caller: Caller): Promise<void> {
  const { write, catalogue, dictionary, viewers, now } = sources
  const { userKey } = requirePerson(caller)
  const workKey = dictionary.findKey('works', workId)
  if (workKey === undefined || !catalogue.current().isVisible(workKey, viewers.viewer(caller))) {
    throw new AppError('notFound')
  }
  await changeFavorites(write, { userKey, workKeys: [workKey], favorite: true, at: now().toISOString() })
}

/** Removes a favorite. Does nothing if the work is not a favorite, unknown or hidden. */
export async function removeFavorite(
  { write, dictionary, now }: Pick<FavoriteSources, 'write' | 'dictionary' | 'now'>,
  workId: string,
  caller: Caller,
): Promise<void> {
  const { userKey } = requirePerson(caller)
  const workKey = dictionary.findKey('works', workId)
  if (workKey === undefined) return
  await changeFavorites(write, { userKey, workKeys: [workKey], favorite: false, at: now().toISOString() })
}

/** Returns the IDs that changed. Works that the caller may not see are ignored, as if they did not exist. */
export async function saveFavorites(
  sources: FavoriteSources,
  { ids, favorite }: { readonly ids: readonly string[]; readonly favorite: boolean },
  caller: Caller,
): Promise<string[]> {
  const { userKey } = requirePerson(caller)
  const workKeys = visibleKeys(sources, ids, caller)
  const at = sources.now().toISOString()
  const changed = await changeFavorites(sources.write, { userKey, workKeys, favorite, at })
  return changed.map(workIdOf)
}

/** The items are serialized JSON. */
interface Favorites extends Omit<ListedWorks, 'items' | 'popularity'> {
  readonly items: readonly Buffer[]
}

/** Returns cards, latest favorite first. */
export async function listFavorites(
  { db, catalogue, viewers, cards }: FavoriteSources,
  { page = 1, pageSize = defaultPageSize }: Pick<ListWorksInput, 'page' | 'pageSize'>,
  caller: Caller,
): Promise<Favorites> {
  const keys = await listFavoriteKeys(db, requirePerson(caller).userKey)
  const current = catalogue.current()
  const visible = current.visible(keys, viewers.viewer(caller))
  const hidden = current.visible(keys, viewers.belowCeiling(caller)).length - visible.length
  const shown = visible.slice((page - 1) * pageSize, page * pageSize)
  const items = await cards.get(shown, viewers.cardView(caller))
  return { items, total: visible.length, hidden, page, pageSize }
}

/** Returns the marks of works that the viewer may see. */
export async function listMarks(
  sources: FavoriteSources,
  workIds: readonly string[],
  caller: Caller,
): Promise<Mark[]> {
  const keys = visibleKeys(sources, workIds, caller)
  const marks = await marksOf(sources, requirePerson(caller).userKey, keys)
  return marks.map(({ note: _, tags: __, ...mark }) => mark)
}

export async function getMark(sources: FavoriteSources, workId: string, caller: Caller): Promise<WorkMark> {
  const [mark] = await marksOf(sources, requirePerson(caller).userKey, [visibleKey(sources, workId, caller)])
  if (!mark) throw new AppError('notFound')
  return mark
}

export interface MarkChange {
  readonly progress?: ProgressState | null | undefined
  readonly rating?: number | null | undefined
  readonly note?: string | undefined
  readonly addTags?: readonly string[] | undefined
  readonly removeTags?: readonly string[] | undefined
}

/** Changes a mark. Absent fields stay unchanged. Returns the new mark. */
export async function saveMark(
  sources: FavoriteSources,
  { id, ...change }: MarkChange & { readonly id: string },
  caller: Caller,
): Promise<WorkMark> {
  const { userKey } = requirePerson(caller)
  const workKey = visibleKey(sources, id, caller)
  await sources.write.transaction().execute(async (tx) => {
    // Locks the `mark_revision` row, so that concurrent changes do not overwrite each other.
    await increaseMarkRevision(tx, userKey)
    const [row = emptyMark(userKey, workKey)] = await listMarkRows(tx, userKey, [workKey])
    await upsertMarks(tx, [changed(row, change, sources.now())])
    const { addTags: add = [], removeTags: remove = [] } = change
    await changeTags(tx, { userKey, workKey, add, remove })
  })
  return getMark({ ...sources, db: sources.write }, id, caller)
}

/**
 * Sets the status of many works. Returns those whose status changed, with their former status. Works that the caller may
 * not see stay as they are.
 */
export async function saveMarks(
  sources: FavoriteSources,
  items: readonly ProgressChange[],
  caller: Caller,
): Promise<ProgressChange[]> {
  const { userKey } = requirePerson(caller)
  const { catalogue, dictionary, viewers } = sources
  const wanted = new Map<number, ProgressState | null>()
  for (const { id, progress } of items) {
    const key = dictionary.findKey('works', id)
    if (key !== undefined) wanted.set(key, progress)
  }
  const workKeys = catalogue.current().visible([...wanted.keys()], viewers.viewer(caller))
  if (workKeys.length === 0) return []
  return sources.write.transaction().execute(async (tx) => {
    // Its row is locked from here on: of two changes at once, both are kept.
    await increaseMarkRevision(tx, userKey)
    const rows = new Map((await listMarkRows(tx, userKey, workKeys)).map((row) => [row.work_key, row]))
    const heard = new Map(
      (await listPlayedRows(tx, userKey, workKeys)).map((row) => [row.work_key, heardOf(row)]),
    )
    const now = sources.now()
    const changes = workKeys.flatMap((key) => {
      const row = rows.get(key) ?? emptyMark(userKey, key)
      const before = stateOf(rows.has(key) ? chosenIn(row) : undefined, heard.get(key))
      const progress = wanted.get(key) ?? null
      return before === progress
        ? []
        : [{ id: workIdOf(key), before, after: changed(row, { progress }, now) }]
    })
    await upsertMarks(
      tx,
      changes.map(({ after }) => after),
    )
    return changes.map(({ id, before }) => ({ id, progress: before }))
  })
}

const chosenIn = ({ state, state_ms }: MarkRow): ChosenState => ({ state, atMs: Number(state_ms) })

/** Returns a work on which nothing was noted. */
export const emptyMark = (userKey: number, workKey: number): MarkRow => ({
  user_key: userKey,
  work_key: workKey,
  state: null,
  state_ms: 0,
  rating: null,
  note: '',
  rating_ms: 0,
  note_ms: 0,
})

const changed = (row: MarkRow, { progress, rating, note }: MarkChange, now: Date): MarkRow => ({
  ...row,
  ...(progress !== undefined && { state: progress, state_ms: now.getTime() }),
  ...(rating !== undefined && { rating, rating_ms: now.getTime() }),
  ...(note !== undefined && { note, note_ms: now.getTime() }),
})

function visibleKey(
  { catalogue, dictionary, viewers }: FavoriteSources,
  workId: string,
  caller: Caller,
): number {
  const key = dictionary.findKey('works', workId)
  if (key === undefined || !catalogue.current().isVisible(key, viewers.viewer(caller))) {
    throw new AppError('notFound')
  }
  return key
}

/** Returns the marks of works. The caller must have checked that the user may see them. */
export async function marksOf(
  { db }: Pick<FavoriteSources, 'db'>,
  userKey: number,
  keys: readonly number[],
): Promise<WorkMark[]> {
  const [favorites, rows, heard, tags, tagged] = await Promise.all([
    findFavorites(db, userKey, keys),
    listMarkRows(db, userKey, keys),
    listPlayedRows(db, userKey, keys),
    listTagRows(db, userKey),
    listTagged(db, userKey, keys),
  ])
  const nameOf = new Map(tags.map(({ key, name }) => [key, name]))
  const tagsOf = Map.groupBy(tagged, ({ work_key }) => work_key)
  const marked = new Map(rows.map((row) => [row.work_key, row]))
  const begun = new Map(heard.map((row) => [row.work_key, heardOf(row)]))
  return keys.map((key) => {
    const row = marked.get(key)
    const chosen = row && chosenIn(row)
    return {
      id: workIdOf(key),
      favorite: favorites.has(key),
      progress: stateOf(chosen, begun.get(key)),
      rating: row?.rating ?? null,
      note: row?.note ?? '',
      tags: (tagsOf.get(key) ?? []).flatMap(({ tag_key }) => nameOf.get(tag_key) ?? []).sort(),
    }
  })
}

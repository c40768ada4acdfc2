/** Imports a user's data. The later value wins, nothing is deleted, and works that the user may not see are skipped. */
import type { Viewer } from '@koedana/catalogue/model/query.ts'
import { fold } from '@koedana/catalogue/text/fold.rules.ts'
import { maxFollows } from '@koedana/contract/follows.ts'
import type { ImportReport, OwnData, OwnMark, OwnPlaylist } from '@koedana/contract/own-data.ts'
import { playlistLimits } from '@koedana/contract/playlists.ts'
import { tagLimits } from '@koedana/contract/tag-name.ts'
import { roleOf } from '@koedana/contract/values.ts'
import type { FindKey } from '../../domain/viewer.rules.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { newId } from '../../lib/ids.ts'
import { requirePerson } from '../auth/auth-sources.ts'
import { idsFor } from '../follows/follow.rules.ts'
import { insertFollow, listFollowRows } from '../follows/follows.store.ts'
import { createWorkCounter } from '../follows/follows.use-cases.ts'
import { findFavorites } from '../marks/favorites.store.ts'
import { increaseMarkRevision, listMarkRows, upsertMarks } from '../marks/marks.store.ts'
import { emptyMark } from '../marks/marks.use-cases.ts'
import { findOrCreateTag, listTagged, listTagRows, tagWorks } from '../marks/tags.store.ts'
import { addPlaylistItems, type NewPlaylistItem } from '../playlists/add-items.ts'
import {
  changePlaylist,
  countPlaylists,
  findTrackTitles,
  insertPlaylist,
} from '../playlists/playlists.store.ts'
import type { PlaylistSources } from '../playlists/playlists.use-cases.ts'
import { filterByAgeLimit } from './export.use-cases.ts'
import { createImportCounter } from './import-counter.ts'
import { type ImportContext, importListening } from './import-listening.ts'
import { importProgress } from './import-progress.ts'
import { isSameMark, mergeMark } from './mark-merge.rules.ts'
import { importBookmarks } from './own-bookmarks.ts'
import { findPlaylistNamed, insertFavorites } from './own-data.store.ts'
import { importHomeLayout, importViews } from './own-views.ts'

export interface OwnDataOwner {
  readonly userKey: number
  /** Returns which of these works the account may have data about; others are not imported. */
  readonly visible: (keys: readonly number[]) => Iterable<number>
  readonly mayShare: boolean
  readonly findKey: FindKey
}

/** The data of an account that is imported from another server. Playlists may name files that do not exist here. */
export type ImportedData = Omit<OwnData, 'kind' | 'version' | 'settings' | 'playlists' | 'follows'> & {
  readonly playlists?: readonly ImportedPlaylist[] | undefined
}
type ImportedPlaylist = Omit<OwnPlaylist, 'items'> & { readonly items: readonly NewPlaylistItem[] }

/** Imports all of it in one transaction, or nothing. */
export function importData(
  sources: PlaylistSources,
  { follows = [], ...data }: Omit<OwnData, 'kind' | 'version' | 'settings'>,
  context: Context,
): Promise<ImportReport> {
  const { findKey } = sources.dictionary
  const seen = filterByAgeLimit(sources, keysIn(data, findKey), context)
  const owner = {
    userKey: requirePerson(context).userKey,
    visible: (keys: readonly number[]) => keys.filter((key) => seen.has(key)),
    mayShare: requirePerson(context).user.role !== roleOf.guest,
    findKey,
  }
  return importOwnData(sources, data, owner, (importing) =>
    importFollows(importing, follows, sources, sources.viewers.belowCeiling(context)),
  )
}

/** Imports data into an account in one transaction; `more` runs inside it. */
export async function importOwnData(
  { database, now }: Pick<PlaylistSources, 'database' | 'now'>,
  data: ImportedData,
  owner: OwnDataOwner,
  more: (importing: ImportContext) => Promise<void> = async () => {},
): Promise<ImportReport> {
  const { userKey, findKey } = owner
  const visible = new Set(owner.visible(keysIn(data, findKey)))
  const report = createImportCounter()
  const nowMs = now().getTime()
  const documentMs = data.exportedAt === undefined ? 1 : Date.parse(data.exportedAt)
  const find = (workId: string) => {
    const key = findKey('works', workId)
    if (key !== undefined && visible.has(key)) return key
    report.miss(workId)
    return undefined
  }
  await database.write.transaction().execute(async (tx) => {
    // Locks the `mark_revision` row of the account until the transaction ends.
    await increaseMarkRevision(tx, userKey)
    const importing = { database, tx, userKey, report, nowMs, documentMs, find }
    await importFavorites(importing, data.favorites ?? [])
    await importMarks(importing, data.marks ?? [])
    for (const playlist of data.playlists ?? []) await importPlaylist(importing, playlist, owner)
    await more(importing)
    await importListening(importing, data)
    await importBookmarks(importing, data.bookmarks ?? [])
    await importViews(importing, data.views ?? [])
    await importHomeLayout(importing, data.homeLayout)
    await importProgress(importing, data)
  })
  return report.finish()
}

function keysIn(data: Partial<ImportedData>, findKey: FindKey): number[] {
  const {
    favorites = [],
    marks = [],
    playlists = [],
    plays = [],
    hours = [],
    progress = [],
    trackProgress = [],
    bookmarks = [],
  } = data
  const ids = [
    ...[...favorites, ...marks].map(({ id }) => id),
    ...[
      ...plays,
      ...hours,
      ...progress,
      ...trackProgress,
      ...bookmarks,
      ...playlists.flatMap(({ items }) => items),
    ].map(({ workId }) => workId),
  ]
  return ids.flatMap((id) => findKey('works', id) ?? [])
}

async function importFavorites(
  { tx, userKey, report, find, nowMs }: ImportContext,
  favorites: NonNullable<OwnData['favorites']>,
): Promise<void> {
  const wanted = new Map(
    favorites.flatMap(({ id, at }) => {
      const key = find(id)
      return key === undefined ? [] : [[key, at]]
    }),
  )
  const known = await findFavorites(tx, userKey, [...wanted.keys()])
  const rows = [...wanted]
    .filter(([key]) => !known.has(key))
    .map(([work_key, at]) => ({ user_key: userKey, work_key, added_at: clampToNow(at, nowMs) }))
  await insertFavorites(tx, rows)
  report.count(rows.length, wanted.size - rows.length)
}

/** Limits a time to now. An entry with a later time would be sorted before everything done here. */
const clampToNow = (at: string, nowMs: number): string =>
  new Date(Math.min(nowMs, Date.parse(at))).toISOString()

async function importMarks(importing: ImportContext, marks: readonly OwnMark[]): Promise<void> {
  const { tx, userKey, report, find } = importing
  const found = marks.flatMap((mark) => {
    const key = find(mark.id)
    return key === undefined ? [] : [{ key, mark }]
  })
  const keys = [...new Set(found.map(({ key }) => key))]
  const rows = new Map((await listMarkRows(tx, userKey, keys)).map((row) => [row.work_key, row]))
  const tags = await createTagImporter(importing, keys)
  for (const { key, mark } of found) {
    const before = rows.get(key) ?? emptyMark(userKey, key)
    const after = mergeMark(before, mark, importing)
    const isChanged = !isSameMark(before, after)
    if (isChanged) await upsertMarks(tx, [after])
    rows.set(key, after)
    const isTagged = await tags.add(key, mark)
    report.count(isChanged || isTagged ? 1 : 0, isChanged || isTagged ? 0 : 1)
  }
}

/** Returns a function that adds tags up to the limits, and returns whether any was new. */
async function createTagImporter({ tx, userKey, report }: ImportContext, workKeys: readonly number[]) {
  const rows = await listTagRows(tx, userKey)
  const keyOf = new Map(rows.map(({ folded, key }) => [folded, key]))
  const tagged = Map.groupBy(await listTagged(tx, userKey, workKeys), ({ work_key }) => work_key)
  const keysOf = new Map(
    workKeys.map((key) => [key, new Set((tagged.get(key) ?? []).map((row) => row.tag_key))]),
  )
  return {
    add: async (workKey: number, { id, tags = [] }: OwnMark): Promise<boolean> => {
      const own = keysOf.get(workKey) ?? new Set<number>()
      let isChanged = false
      for (const name of tags) {
        const folded = fold(name)
        const known = keyOf.get(folded)
        if (folded === '' || (known !== undefined && own.has(known))) continue
        if (own.size >= tagLimits.perWork || (known === undefined && keyOf.size >= tagLimits.tags)) {
          report.refuse(id)
          break
        }
        const key = known ?? (await findOrCreateTag(tx, userKey, name))
        keyOf.set(folded, key)
        own.add(key)
        await tagWorks(tx, key, [workKey])
        isChanged = true
      }
      return isChanged
    },
  }
}

async function importPlaylist(
  importing: ImportContext,
  playlist: ImportedPlaylist,
  owner: OwnDataOwner,
): Promise<void> {
  const { tx, database, userKey, report, find, nowMs } = importing
  const { name, description = '', updatedAt, items } = playlist
  const known = await findPlaylistNamed(tx, userKey, name)
  if (!known && (await countPlaylists(tx, userKey)) >= playlistLimits.lists) return report.refuse(name)
  const at = clampToNow(updatedAt ?? new Date(nowMs).toISOString(), nowMs)
  const key =
    known?.key ?? (await insertPlaylist(tx, newRow(userKey, playlist, { at, mayShare: owner.mayShare })))
  const isLater = known !== undefined && at > known.updated_at && description !== known.description
  if (isLater) await changePlaylist(tx, key, { description, updated_at: at })
  const fileIds = items.flatMap(({ fileId }) => fileId ?? [])
  const tracks = new Map(
    (await findTrackTitles(tx, [...new Set(fileIds)])).map((track) => [track.id, track.work_key]),
  )
  const things = items.filter(({ workId, fileId, goneTitle }) => {
    const workKey = find(workId)
    const isGone = goneTitle !== undefined && fileId !== undefined && !tracks.has(fileId)
    if (workKey === undefined || fileId === undefined || isGone || tracks.get(fileId) === workKey)
      return workKey !== undefined
    report.miss(`${workId}/${fileId}`)
    return false
  })
  try {
    const { visible, findKey } = owner
    const added = await addPlaylistItems(database, tx, {
      playlistKey: key,
      things,
      before: null,
      visible,
      findKey,
    })
    report.count(added > 0 || isLater || !known ? 1 : 0, added > 0 || isLater || !known ? 0 : 1)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    report.refuse(name)
  }
}

const newRow = (
  userKey: number,
  { name, description = '', shared = false }: Omit<OwnPlaylist, 'items'>,
  { at, mayShare: may }: { readonly at: string; readonly mayShare: boolean },
) => ({
  id: newId(),
  user_key: userKey,
  name,
  description,
  shared: shared && may ? 1 : 0,
  created_at: at,
  updated_at: at,
})

async function importFollows(
  { tx, userKey, report, nowMs }: ImportContext,
  follows: NonNullable<OwnData['follows']>,
  { dictionary, catalogue }: PlaylistSources,
  viewer: Viewer,
): Promise<void> {
  const worksOf = createWorkCounter({ catalogue }, viewer)
  const stored = [...(await listFollowRows(tx, userKey))]
  for (const { kind, id: givenId, at } of follows) {
    const key = dictionary.findKey(kind, givenId)
    const id = key === undefined ? undefined : dictionary.findEntity(kind, key, viewer)?.id
    const isSeen = key !== undefined && worksOf(kind, key) > 0
    if (id === undefined || !isSeen) report.miss(`${kind}/${givenId}`)
    else if (idsFor(stored, { kind, id }, dictionary.findKey).length > 0) report.count(0, 1)
    else if (stored.length >= maxFollows) report.refuse(`${kind}/${id}`)
    else {
      const row = { kind, id, followedAt: clampToNow(at, nowMs) }
      await insertFollow(tx, userKey, row)
      stored.push(row)
      report.count(1, 0)
    }
  }
}

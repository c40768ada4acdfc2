/**
 * Exports a user's data as pieces of text, read while it is sent. Only the age limit of the account applies: works that the user chose
 * not to see are included.
 */
import type { NamedSettings } from '@koedana/contract/account.ts'
import {
  type OwnMark,
  type OwnPlaylist,
  type OwnProgress,
  type OwnTrackProgress,
  ownDataKind,
  ownDataVersion,
} from '@koedana/contract/own-data.ts'
import { workIdOf } from '@koedana/contract/values.ts'
import { chunksOf } from '../../db/statements.ts'
import type { Context } from '../../http/context.ts'
import { requirePerson } from '../auth/auth-sources.ts'
import { listFollowsWithinAgeLimit } from '../follows/follows.use-cases.ts'
import { listMarkRows } from '../marks/marks.store.ts'
import { marksOf } from '../marks/marks.use-cases.ts'
import { listTagged, listTagRows } from '../marks/tags.store.ts'
import { listOwnPlaylists } from '../playlists/playlists.store.ts'
import type { PlaylistSources } from '../playlists/playlists.use-cases.ts'
import { csvHead, csvLine } from './csv.rules.ts'
import { listOwnBookmarks } from './own-bookmarks.ts'
import {
  listAllHours,
  listAllItems,
  listAllPlays,
  listFavoriteRows,
  listMarkedKeys,
} from './own-data.store.ts'
import { findOwnLayout, listOwnViews } from './own-views.ts'
import { ownFileOf } from './progress-merge.rules.ts'
import { pagesOfProgress, pagesOfTrackProgress } from './progress-pages.store.ts'

const perPiece = 500

const instant = (ms: number | string) => new Date(Number(ms)).toISOString()

/** Returns the works that the age limit of the account allows in an export. */
export const filterByAgeLimit = (
  { catalogue, viewers }: Pick<PlaylistSources, 'catalogue' | 'viewers'>,
  keys: readonly number[],
  context: Context,
): ReadonlySet<number> =>
  new Set(catalogue.current().visible([...new Set(keys)], viewers.belowCeiling(context)))

export async function* exportJson(
  sources: PlaylistSources,
  settings: NamedSettings,
  context: Context,
): AsyncGenerator<string> {
  const { userKey } = requirePerson(context)
  const head = {
    kind: ownDataKind,
    version: ownDataVersion,
    exportedAt: sources.now().toISOString(),
    settings,
    homeLayout: await findOwnLayout(sources.db, userKey),
  }
  yield JSON.stringify(head).slice(0, -1)
  const allows = (keys: readonly number[]) => filterByAgeLimit(sources, keys, context)
  const favorites = await listFavoriteRows(sources.db, userKey)
  const seen = allows(favorites.map(({ work_key }) => work_key))
  yield* section(
    'favorites',
    favorites
      .filter(({ work_key }) => seen.has(work_key))
      .map(({ work_key, added_at }) => ({ id: workIdOf(work_key), at: added_at })),
  )
  yield* section('marks', ownMarks(sources, userKey, allows))
  yield* section('playlists', ownPlaylists(sources, userKey, allows))
  yield* section(
    'follows',
    (await listFollowsWithinAgeLimit(sources, context)).map(({ kind, id, followedAt }) => ({
      kind,
      id,
      at: followedAt,
    })),
  )
  yield* listening(sources, userKey, allows)
  yield* section('progress', ownProgress(sources, userKey, allows))
  yield* section('trackProgress', ownTrackProgress(sources, userKey, allows))
  yield* section('bookmarks', await listOwnBookmarks(sources.db, userKey, allows))
  yield* section('views', await listOwnViews(sources.db, userKey))
  yield '\n}\n'
}

type Allows = (keys: readonly number[]) => ReadonlySet<number>

/** One entry per line, so that two exports can be compared with a diff tool. */
async function* section(
  name: string,
  entries: Iterable<object> | AsyncIterable<object>,
): AsyncGenerator<string> {
  yield `,\n"${name}":[`
  let piece: string[] = []
  let isFirst = true
  for await (const entry of entries) {
    piece.push(`${isFirst ? '' : ','}\n${JSON.stringify(entry)}`)
    isFirst = false
    if (piece.length < perPiece) continue
    yield piece.join('')
    piece = []
  }
  yield `${piece.join('')}]`
}

async function* ownMarks({ db }: PlaylistSources, userKey: number, allows: Allows): AsyncGenerator<OwnMark> {
  const names = new Map((await listTagRows(db, userKey)).map(({ key, name }) => [key, name]))
  const keys = await listMarkedKeys(db, userKey)
  const seen = allows(keys)
  for (const some of chunksOf(
    keys.filter((key) => seen.has(key)),
    perPiece,
  )) {
    const rows = new Map((await listMarkRows(db, userKey, some)).map((row) => [row.work_key, row]))
    const tagged = Map.groupBy(await listTagged(db, userKey, some), ({ work_key }) => work_key)
    for (const key of some) {
      const row = rows.get(key)
      const tags = (tagged.get(key) ?? []).flatMap(({ tag_key }) => names.get(tag_key) ?? []).sort()
      if (!row && tags.length === 0) continue
      yield {
        id: workIdOf(key),
        ...(row && Number(row.state_ms) > 0 && { progress: row.state, progressAt: instant(row.state_ms) }),
        ...(row && row.rating !== null && { rating: row.rating, ratingAt: instant(row.rating_ms) }),
        ...(row && row.note !== '' && { note: row.note, noteAt: instant(row.note_ms) }),
        ...(tags.length > 0 && { tags }),
      }
    }
  }
}

async function* ownPlaylists(
  { db }: PlaylistSources,
  userKey: number,
  allows: Allows,
): AsyncGenerator<OwnPlaylist> {
  for (const row of await listOwnPlaylists(db, userKey)) {
    const items = await listAllItems(db, row.key)
    const seen = allows(items.map(({ work_key }) => work_key))
    yield {
      name: row.name,
      description: row.description,
      shared: row.shared === 1,
      updatedAt: row.updated_at,
      items: items
        .filter(({ work_key }) => seen.has(work_key))
        .map(({ work_key, track_id }) => ({
          workId: workIdOf(work_key),
          ...(track_id !== '' && { fileId: track_id }),
        })),
    }
  }
}

async function* listening({ db }: PlaylistSources, userKey: number, allows: Allows): AsyncGenerator<string> {
  const plays = await listAllPlays(db, userKey)
  const heard = allows(plays.map(({ work_key }) => work_key))
  yield* section(
    'plays',
    plays
      .filter(({ work_key }) => heard.has(work_key))
      .map((row) => ({
        id: row.id,
        workId: workIdOf(row.work_key),
        fileId: row.track_id,
        startedAt: instant(row.started_ms),
        endedAt: instant(row.last_ms),
        start: Number(row.start_ms) / 1000,
        end: Number(row.position_ms) / 1000,
        listened: Number(row.listened_ms) / 1000,
        device: plainName(row.device_name),
      })),
  )
  const hours = await listAllHours(db, userKey)
  const summed = allows(hours.map(({ work_key }) => work_key))
  yield* section(
    'hours',
    hours
      .filter(({ work_key }) => summed.has(work_key))
      .map(({ work_key, hour, listened_ms }) => ({
        workId: workIdOf(work_key),
        hour: Number(hour),
        seconds: Number(listened_ms) / 1000,
      })),
  )
}

/** Device names are chosen by clients and may contain control characters. */
const plainName = (name: string) => name.replace(/[\p{Cc}\p{Cs}]/gu, '')

async function* ownProgress(
  { db }: PlaylistSources,
  userKey: number,
  allows: Allows,
): AsyncGenerator<OwnProgress> {
  for await (const row of seenRows(pagesOfProgress(db, userKey, perPiece), allows)) {
    yield {
      ...ownFileOf(row),
      position: Number(row.position_ms) / 1000,
      at: instant(row.updated_ms),
      playId: row.play_id,
      startedAt: instant(row.play_started_ms),
      device: plainName(row.device_name),
      ...(row.rival_play_id !== null && { otherPlayId: row.rival_play_id }),
      ...(row.finished_ms !== null && { finishedAt: instant(row.finished_ms) }),
    }
  }
}

async function* ownTrackProgress(
  { db }: PlaylistSources,
  userKey: number,
  allows: Allows,
): AsyncGenerator<OwnTrackProgress> {
  for await (const row of seenRows(pagesOfTrackProgress(db, userKey, perPiece), allows)) {
    yield {
      ...ownFileOf(row),
      position: Number(row.position_ms) / 1000,
      finished: row.is_finished === 1,
      at: instant(row.updated_ms),
    }
  }
}

export async function* exportCsv(sources: PlaylistSources, context: Context): AsyncGenerator<string> {
  const { userKey } = requirePerson(context)
  yield csvHead
  const keys = await listMarkedKeys(sources.db, userKey)
  const seen = filterByAgeLimit(sources, keys, context)
  for (const some of chunksOf(
    keys.filter((key) => seen.has(key)),
    perPiece,
  )) {
    const marks = await marksOf(sources, userKey, some)
    yield marks
      .filter(({ progress, rating, note }) => progress !== null || rating !== null || note !== '')
      .map(({ id, progress, rating, note }) =>
        csvLine({
          id,
          ...(progress !== null && { progress }),
          ...(rating !== null && { rating }),
          ...(note !== '' && { note }),
        }),
      )
      .join('')
  }
}

/** Yields the rows of works that the user may see. */
async function* seenRows<R extends { readonly work_key: number }>(
  pages: AsyncIterable<readonly R[]>,
  allows: Allows,
): AsyncGenerator<R> {
  for await (const rows of pages) {
    const seen = allows(rows.map(({ work_key }) => work_key))
    yield* rows.filter(({ work_key }) => seen.has(work_key))
  }
}

/** Migrates the personal data of users of the old server, by the same functions as the import of a data export. */
import { createHash } from 'node:crypto'
import { maxBookmarkTitleLength } from '@koedana/contract/bookmarks.ts'
import type { OwnMark } from '@koedana/contract/own-data.ts'
import { playlistLimits } from '@koedana/contract/playlists.ts'
import { findWorkKey, workIdOf } from '@koedana/contract/values.ts'
import { chunksOf } from '../../db/statements.ts'
import { hashId } from '../library/scan/known-files.ts'
import { type ImportedData, importOwnData, type OwnDataOwner } from '../own-data/import.use-cases.ts'
import type { MigratedUsers } from './migrate-users.ts'
import type { MigrationContext } from './migrate-works.ts'
import { countItems } from './migration.store.ts'
import type { MissReason } from './migration-report.ts'
import type { OldFolderLocation } from './old-files.rules.ts'
import type { OldId } from './old-id.rules.ts'
import type { OldFile, OldItem, OldLibrary, OldPlay, OldPlaylist, OldReview, WorkRow } from './old-library.ts'

/** Finds the works and files on this server that correspond to old ones. */
export interface OldWorkMatcher {
  /** Returns undefined if the work is not on this server. */
  readonly keyOf: (work: OldId) => number | undefined
  readonly whyNot: (work: OldId) => MissReason
  readonly folderOf: (work: OldId) => OldFolderLocation | undefined
  /** Returns the ID of the file, or the reason why it was not found. */
  readonly fileOf: (work: OldId, file: OldFile) => Promise<{ readonly id: string } | MissReason>
  /** Returns the file position at a time over all preferred files of a work, in seconds; undefined after their end. */
  readonly momentOf: (
    work: OldId,
    seconds: number,
  ) => Promise<{ readonly id: string; readonly seconds: number } | undefined>
}

export interface PersonalDataContext extends MigrationContext {
  readonly users: MigratedUsers
  readonly here: OldWorkMatcher
}

const rowsAtOnce = 500

export async function migratePersonalData(carrying: PersonalDataContext, library: OldLibrary): Promise<void> {
  await carryMarks(carrying, library)
  await carryPlays(carrying, library)
  for (const list of library.playlists) await carryPlaylist(carrying, list)
  await carryBookmarks(carrying, library)
}

interface Matched<T> {
  readonly row: T
  readonly userKey: number
  readonly workKey: number
}

/** Returns the rows whose user and work are on this server, and reports the others. */
function matched<T extends WorkRow>(
  { users, here, report }: PersonalDataContext,
  rows: readonly T[],
): Matched<T>[] {
  return rows.flatMap((row) => {
    const [userKey, workKey] = [users.get(row.user), here.keyOf(row.work)]
    if (userKey !== undefined && workKey !== undefined) return { row, userKey, workKey }
    report.miss(row.table, nameOf(row), userKey === undefined ? 'noAccount' : here.whyNot(row.work))
    return []
  })
}

const nameOf = ({ user, work }: Pick<WorkRow, 'user' | 'work'>) => `${user}/${work}`

/** Imports the entries in chunks, and counts each for the table that it comes from. */
async function take(
  { database, now, report }: PersonalDataContext,
  entries: readonly { readonly table: string; readonly userKey: number; readonly data: ImportedData }[],
  merge: (some: readonly ImportedData[]) => ImportedData,
): Promise<void> {
  const groups = Map.groupBy(entries, ({ table, userKey }) => `${table} ${userKey}`)
  for (const group of groups.values()) {
    for (const some of chunksOf(group, rowsAtOnce)) {
      const [first] = some
      if (!first) continue
      const data = merge(some.map((entry) => entry.data))
      const { imported } = await importOwnData({ database, now }, data, ownerOf(first.userKey))
      report.carried(first.table, imported)
      // Two spellings of one work ID are two rows there, and one here.
      report.present(first.table, some.length - imported)
    }
  }
}

/** The works were looked up already, so visibility is not checked here; works that the account may not see stay hidden. */
const ownerOf = (userKey: number): OwnDataOwner => ({
  userKey,
  visible: (keys) => keys,
  mayShare: false,
  findKey: (_kind, id) => findWorkKey(id),
})

const maxNoteLength = 10_000

async function carryMarks(
  carrying: PersonalDataContext,
  { reviews, archived, plays }: OldLibrary,
): Promise<void> {
  const playedAt = latestBy(plays)
  const marks = matched(carrying, reviews).map(({ row, userKey, workKey }) => ({
    table: row.table,
    userKey,
    data: { marks: [markOf(row, workKey, playedAt.get(nameOf(row)))] },
  }))
  for (const { user, work, note } of reviews)
    if (note !== undefined && note.length > maxNoteLength)
      carrying.report.note({ code: 'import.noteCut', values: { user, work, max: maxNoteLength } })
  const put = matched(carrying, archived).map(({ row, userKey, workKey }) => ({
    table: row.table,
    userKey,
    data: { marks: [{ id: workIdOf(workKey), tags: ['archived'] }] },
  }))
  await take(carrying, [...marks, ...put], (some) => ({ marks: some.flatMap((one) => one.marks ?? []) }))
}

const latestBy = (plays: readonly OldPlay[]): ReadonlyMap<string, string> => {
  const latest = new Map<string, string>()
  for (const play of plays) {
    const before = latest.get(nameOf(play))
    if (before === undefined || before < play.at) latest.set(nameOf(play), play.at)
  }
  return latest
}

/**
 * There, a state stays until a user changes it; here, later playback overrides it. The state is therefore dated no earlier than the
 * last play.
 */
function markOf(
  { rating, note, state, isReplay, at }: OldReview,
  workKey: number,
  playedAt: string | undefined,
): OwnMark {
  const stateAt = at !== undefined && playedAt !== undefined && playedAt > at ? playedAt : at
  return {
    id: workIdOf(workKey),
    ...(state && { progress: state, ...(stateAt !== undefined && { progressAt: stateAt }) }),
    ...(rating !== undefined && { rating, ...(at !== undefined && { ratingAt: at }) }),
    ...(note !== undefined && {
      note: note.slice(0, maxNoteLength),
      ...(at !== undefined && { noteAt: at }),
    }),
    // "Replay" is not a state here: the work becomes finished, with a tag.
    ...(isReplay && { tags: ['replay'] }),
  }
}

/** An ID that no file has. */
const nowhere = 'nowhere'
const maxSeconds = 10_000_000

async function carryPlays(carrying: PersonalDataContext, library: OldLibrary): Promise<void> {
  const { plays, trackProgress } = library
  const { here, report } = carrying
  const heard = new Map(trackProgress.map((row) => [`${nameOf(row)}/${row.hash}`, row]))
  const progress: { table: string; userKey: number; data: ImportedData }[] = []
  for (const { row, userKey, workKey } of matched(carrying, plays)) {
    const ofFile = row.file.hash === undefined ? undefined : heard.get(`${nameOf(row)}/${row.file.hash}`)
    const isNamed = Object.values(row.file).some((value) => value !== undefined)
    const named = isNamed ? await here.fileOf(row.work, row.file) : 'nothingPlayed'
    const moment =
      typeof named === 'string' && row.total !== undefined
        ? await here.momentOf(row.work, row.total)
        : undefined
    const found = moment ?? named
    if (typeof found === 'string' && row.finishedAt === undefined) {
      report.miss(row.table, nameOf(row), found)
      continue
    }
    const entry = {
      workId: workIdOf(workKey),
      // A finished work is recorded as finished even if the file is missing.
      fileId: typeof found === 'string' ? nowhere : found.id,
      position: Math.min(maxSeconds, moment?.seconds ?? row.seconds ?? ofFile?.seconds ?? 0),
      at: row.at,
      startedAt: row.at,
      playId: playIdOf(row),
      device: library.server.split(' ')[0] ?? '',
      ...(row.finishedAt !== undefined && { finishedAt: row.finishedAt }),
    }
    progress.push({ table: row.table, userKey, data: { progress: [entry] } })
  }
  await take(carrying, progress, (some) => ({ progress: some.flatMap((one) => one.progress ?? []) }))
  const tracks: { table: string; userKey: number; data: ImportedData }[] = []
  for (const { row, userKey, workKey } of matched(carrying, trackProgress)) {
    const found = await here.fileOf(row.work, { hash: row.hash })
    if (typeof found === 'string') report.miss(row.table, `${nameOf(row)}/${row.hash}`, found)
    else {
      const { isFinished: finished, at } = row
      const position = Math.min(maxSeconds, row.seconds)
      const entry = { workId: workIdOf(workKey), fileId: found.id, position, finished, at }
      tracks.push({ table: row.table, userKey, data: { trackProgress: [entry] } })
    }
  }
  await take(carrying, tracks, (some) => ({ trackProgress: some.flatMap((one) => one.trackProgress ?? []) }))
}

async function carryBookmarks(carrying: PersonalDataContext, { bookmarks }: OldLibrary): Promise<void> {
  const { here, report, now } = carrying
  const entries: { table: string; userKey: number; data: ImportedData }[] = []
  for (const { row, userKey, workKey } of matched(carrying, bookmarks)) {
    const found = await here.fileOf(row.work, row.file)
    if (typeof found === 'string') {
      report.miss(row.table, nameOf(row), found)
      continue
    }
    const bookmark = {
      workId: workIdOf(workKey),
      fileId: found.id,
      position: Math.min(maxSeconds, row.seconds),
      title: row.title.slice(0, maxBookmarkTitleLength),
      at: row.at ?? now().toISOString(),
    }
    entries.push({ table: row.table, userKey, data: { bookmarks: [bookmark] } })
  }
  await take(carrying, entries, (some) => ({ bookmarks: some.flatMap((one) => one.bookmarks ?? []) }))
}

/** Returns a deterministic ID, so that a repeated migration does not count a play twice. */
const playIdOf = ({ user, work, at }: OldPlay): string =>
  `old-${createHash('sha256')
    .update(JSON.stringify([user, work, at]))
    .digest('base64url')
    .slice(0, 22)}`

async function carryPlaylist(carrying: PersonalDataContext, list: OldPlaylist): Promise<void> {
  const { database, now, report, users } = carrying
  const { table, itemTable, user, at } = list
  const userKey = users.get(user)
  if (userKey === undefined) {
    report.miss(table, `${user}/${list.name}`, 'noAccount')
    for (const { work } of list.items) report.miss(itemTable, `${user}/${list.name}/${work}`, 'noAccount')
    return
  }
  const things = await thingsOf(carrying, list)
  const name =
    list.name
      .replace(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, playlistLimits.name) || 'kikoeru'
  const before = await countItems(database.write, userKey)
  const brought = { name, items: things, ...(at !== undefined && { updatedAt: at }) }
  const { imported, unchanged, refused } = await importOwnData(
    { database, now },
    { playlists: [brought] },
    ownerOf(userKey),
  )
  const added = (await countItems(database.write, userKey)) - before
  if (refused.length > 0) {
    report.miss(table, `${user}/${name}`, 'tooMany')
    for (const { workId } of things) report.miss(itemTable, `${user}/${name}/${workId}`, 'tooMany')
    return
  }
  report.carried(table, imported)
  report.present(table, unchanged)
  report.carried(itemTable, added)
  report.present(itemTable, things.length - added)
}

async function thingsOf(
  { here, report }: PersonalDataContext,
  { itemTable, user, name, items }: OldPlaylist,
) {
  const things: { workId: string; fileId?: string; goneTitle?: string }[] = []
  for (const item of items) {
    const [words, workKey] = [`${user}/${name}/${item.work}`, here.keyOf(item.work)]
    if (workKey === undefined) report.miss(itemTable, words, here.whyNot(item.work))
    else if (things.length >= playlistLimits.items) report.miss(itemTable, words, 'tooMany')
    else {
      const thing = await thingOf(here, item)
      if (thing === undefined) report.miss(itemTable, words, 'fileNotFound')
      else things.push({ workId: workIdOf(workKey), ...thing })
    }
  }
  return things
}

/** Returns the item. A missing file keeps its position under the ID that it would have, and is shown as missing. */
async function thingOf({ fileOf, folderOf }: OldWorkMatcher, { work, file }: OldItem) {
  if (!file) return {}
  const found = await fileOf(work, file)
  if (typeof found !== 'string') return { fileId: found.id }
  const folder = folderOf(work)
  if (!folder || file.path === undefined) return undefined
  const goneTitle = (file.title ?? file.path).slice(0, maxTitleLength)
  return { fileId: hashId([folder.storageKey, `${folder.dir}/${file.path}`]), goneTitle }
}

const maxTitleLength = 500

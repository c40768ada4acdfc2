/** Reads the database of a kikoeru server of any generation. Its tables and columns depend on the generation that wrote it. */
import type { ProgressState } from '@koedana/contract/values.ts'
import type { ForeignDatabase } from '../../db/foreign.ts'
import { readWorks } from './kikoeru-works.ts'
import { MigrationRejected, type MigrationReporter } from './migration-report.ts'
import { oldIdIn } from './old-id.rules.ts'
import type {
  OldBookmark,
  OldFile,
  OldItem,
  OldLibrary,
  OldPlay,
  OldPlaylist,
  OldReview,
  OldTrackProgress,
  OldUser,
  WorkRow,
} from './old-library.ts'
import {
  flagIn,
  instantIn,
  jsonIn,
  listIn,
  numberIn,
  type OldRow,
  pathIn,
  recordIn,
  textIn,
} from './old-values.rules.ts'

type Reading = Pick<MigrationReporter, 'miss'>

/** Reports unreadable rows. Throws `MigrationRejected` if the database is not one of kikoeru. */
export function readKikoeru(db: ForeignDatabase, report: Reading): OldLibrary {
  if (db.columns('t_work').length === 0 || db.columns('t_user').length === 0)
    throw new MigrationRejected('databaseForeign', { code: 'import.notKikoeru', values: {} })
  return {
    server: serverOf(db),
    works: readWorks(db, report),
    users: readAll(db, report, 't_user', userIn),
    reviews: readAll(db, report, 't_review', reviewIn),
    // The first servers with this table misspelled its name.
    plays: [
      ...readAll(db, report, 't_play_histroy', playIn),
      ...readAll(db, report, 't_play_history', playIn),
    ],
    trackProgress: readAll(db, report, 't_track_progress', trackProgressIn),
    playlists: [
      ...readLists(db, report, { table: 't_playlist', items: 't_playlist_item', key: 'playlist_id' }),
      ...readLists(db, report, {
        table: 't_work_collection',
        items: 't_work_collection_item',
        key: 'collection_id',
      }),
    ],
    archived: readAll(db, report, 't_work_user_state', (row, of) =>
      row.archived_at === null ? undefined : of,
    ),
    bookmarks: readAll(db, report, 't_bookmark', bookmarkIn),
  }
}

function serverOf(db: ForeignDatabase): string {
  const has = (table: string) => db.columns(table).length > 0
  const steps = [...db.rows('knex_migrations')].length
  const name = has('t_play_history')
    ? 'Kikoenai'
    : has('t_work_collection') || has('t_playlist')
      ? 'kikoeru 0.7 (ValoHalo)'
      : db.columns('t_work').includes('is_custom_meta')
        ? 'kikoeru 0.7 (Number178)'
        : has('t_play_histroy')
          ? 'kikoeru 0.6 (Number178)'
          : 'kikoeru 0.6'
  return `${name}, ${steps} steps of its migrations taken`
}

/** Converts a row with its table, user and work; undefined if the row has no usable data. */
type ReadRow<T> = (row: OldRow, of: WorkRow) => T | undefined

function readAll<T>(db: ForeignDatabase, report: Reading, table: string, read: ReadRow<T>): T[] {
  const found: T[] = []
  for (const row of db.rows(table)) {
    const user = textIn(row.user_name) ?? textIn(row.name)
    const work = oldIdIn(row.work_id) ?? ''
    const one = user === undefined ? undefined : read(row, { table, user, work })
    const isWhole = one !== undefined && (table === 't_user' || work !== '')
    if (isWhole) found.push(one)
    else report.miss(table, `${user ?? ''}/${work}`, 'unreadable')
  }
  return found
}

const userIn: ReadRow<OldUser> = (row, { user }) => {
  const group = textIn(row.group)
  const md5 = textIn(row.password)?.toLowerCase()
  return {
    name: user,
    isAdministrator: group === 'administrator',
    isGuest: group === 'guest',
    md5: md5 !== undefined && /^[0-9a-f]{32}$/.test(md5) ? md5 : undefined,
  }
}

const states: Readonly<Record<string, ProgressState>> = {
  marked: 'want',
  listening: 'listening',
  listened: 'finished',
  replay: 'finished',
  postponed: 'postponed',
}

const reviewIn: ReadRow<OldReview> = (row, of) => {
  const progress = textIn(row.progress) ?? ''
  const rating = numberIn(row.rating)
  return {
    ...of,
    rating: rating !== undefined && [1, 2, 3, 4, 5].includes(rating) ? rating : undefined,
    note: textIn(row.review_text),
    state: Object.hasOwn(states, progress) ? states[progress] : undefined,
    isReplay: progress === 'replay',
    at: instantIn(row.updated_at) ?? instantIn(row.created_at),
  }
}

/** Parses the state of the old player: its queue, and its position in it. */
const playIn: ReadRow<OldPlay> = (row, of) => {
  const state = recordIn(jsonIn(row.state))
  const node = recordIn(listIn(state.queue)[numberIn(state.index) ?? 0])
  const at = instantIn(row.updated_at) ?? instantIn(row.created_at)
  if (at === undefined) return undefined
  const seconds = numberIn(state.seconds)
  return { ...of, file: fileIn(node), seconds: seconds === undefined ? undefined : Math.max(0, seconds), at }
}

function fileIn(node: OldRow): OldFile {
  const index = /\/(\d{1,6})$/.exec(textIn(node.hash) ?? '')?.[1]
  return {
    path: pathIn(node.relativePath ?? node.relative_path),
    title: textIn(node.title)?.normalize('NFC'),
    folder: pathIn(node.subtitle),
    index: index === undefined ? undefined : Number(index),
    hash: textIn(node.contentHash)?.toLowerCase(),
  }
}

const trackProgressIn: ReadRow<OldTrackProgress> = (row, of) => {
  const [hash, seconds] = [textIn(row.track_key)?.toLowerCase(), numberIn(row.seconds)]
  const at = instantIn(row.updated_at) ?? instantIn(row.created_at)
  if (hash === undefined || seconds === undefined || seconds < 0 || at === undefined) return undefined
  return { ...of, hash, seconds, isFinished: flagIn(row.completed), at }
}

const bookmarkIn: ReadRow<OldBookmark> = (row, of) => {
  const seconds = numberIn(row.seconds)
  if (seconds === undefined || seconds < 0) return undefined
  const title = [row.name, row.note].flatMap((one) => textIn(one) || []).join(' · ')
  return { ...of, file: fileIn(row), seconds, title, at: instantIn(row.created_at) }
}

interface ListTables {
  readonly table: string
  readonly items: string
  /** The column of an item that refers to its list. */
  readonly key: string
}

function readLists(
  db: ForeignDatabase,
  report: Reading,
  { table, items: itemTable, key }: ListTables,
): OldPlaylist[] {
  const items = new Map<string, { item: OldItem; position: number }[]>()
  for (const row of db.rows(itemTable)) {
    const [list, work] = [textIn(row[key]), oldIdIn(row.work_id)]
    const path = pathIn(row.relative_path)
    const isFile = table === 't_playlist'
    if (list === undefined || work === undefined || (isFile && path === undefined)) {
      report.miss(itemTable, `${list ?? ''}/${work ?? ''}`, 'unreadable')
      continue
    }
    const title = textIn(row.title)
    const item = { work, file: isFile ? { path, title } : undefined }
    const others = items.get(list) ?? []
    items.set(list, others)
    others.push({ item, position: numberIn(row.position) ?? others.length })
  }
  const lists = [...db.rows(table)].flatMap((row) => {
    const [id, user] = [textIn(row.id), textIn(row.user_name)]
    if (id === undefined || user === undefined) {
      report.miss(table, textIn(row.name) ?? '', 'unreadable')
      return []
    }
    const held = (items.get(id) ?? []).toSorted((one, other) => one.position - other.position)
    items.delete(id)
    const at = instantIn(row.updated_at) ?? instantIn(row.created_at)
    return [{ table, itemTable, user, name: textIn(row.name) ?? '', at, items: held.map(({ item }) => item) }]
  })
  // The list of these items no longer exists.
  for (const [list, held] of items)
    for (const { item } of held) report.miss(itemTable, `${list}/${item.work}`, 'unreadable')
  return lists
}

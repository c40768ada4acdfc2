/** Sends `user_item_progress_updated` and `playlist_*` to the apps of the user whose data changed. */
import { LRUCache } from 'lru-cache'
import type { ProgressTable } from '../../../../db/tables/progress.ts'
import { AppError } from '../../../../lib/app-error.ts'
import { listOwnPlaylists, type PlaylistRow } from '../../../playlists/playlists.store.ts'
import { listArrived, listProgress } from '../../../progress/progress.store.ts'
import { progressOf } from '../item.rules.ts'
import { readItems } from '../library.ts'
import { getPlaylist, removedPlaylistOf } from '../playlists.ts'
import { itemProgressOf } from '../progress.ts'
import { type Clients, emit, readerOf, type SignedInClient } from './clients.ts'
import type { SocketSources } from './sources.ts'

export interface PersonalEvents {
  readonly begin: (client: SignedInClient) => void
  /** Reads and sends what changed since the last call. */
  readonly send: () => Promise<void>
}

/** Clocks of nodes differ slightly, and a transaction becomes visible some time after its timestamp was taken. */
const overlapMs = 5_000
const maxSentPositions = 10_000

export function createPersonalEvents(sources: SocketSources, clients: Clients): PersonalEvents {
  const { db, database, now } = sources
  const sent = new LRUCache<string, string>({ max: maxSentPositions })
  const playlists = new Map<number, ReadonlyMap<string, PlaylistRow>>()
  let since = 0
  let version: number | undefined

  const sendPositions = async (byUser: ReadonlyMap<number, readonly SignedInClient[]>) => {
    const arrived = await listArrived(db, [...byUser.keys()], since - overlapMs)
    since = Math.max(since, ...arrived.map(({ arrivedMs }) => arrivedMs))
    for (const [userKey, works] of Map.groupBy(arrived, (one) => one.userKey)) {
      const rows = await listProgress(
        db,
        [userKey],
        works.map(({ workKey }) => workKey),
      )
      const changed = rows.filter((row) => {
        const name = `${userKey} ${row.work_key}`
        const isNew = sent.get(name) !== stateOf(row)
        sent.set(name, stateOf(row))
        return isNew
      })
      for (const client of byUser.get(userKey) ?? []) await sendPositionsTo(sources, client, changed)
    }
  }

  const sendPlaylists = async (byUser: ReadonlyMap<number, readonly SignedInClient[]>) => {
    for (const userKey of playlists.keys()) if (!byUser.has(userKey)) playlists.delete(userKey)
    for (const [userKey, some] of byUser) {
      const before = playlists.get(userKey)
      const rows = new Map((await listOwnPlaylists(db, userKey)).map((row) => [row.id, row]))
      playlists.set(userKey, rows)
      if (!before) continue
      for (const client of some) await sendPlaylistsTo(sources, client, { before, rows })
    }
  }

  return {
    begin: ({ person }) => {
      // Positions from before the user connected are not sent.
      if (clients.signedIn().every((one) => one.person.userKey === person.userKey)) since = now().getTime()
      version = undefined
    },
    send: async () => {
      const byUser = Map.groupBy(clients.signedIn(), ({ person }) => person.userKey)
      if (byUser.size === 0) return
      const current = database.dataVersion()
      // SQLite reports whether the database changed at all.
      if (database.dialect.name === 'sqlite' && current === version) return
      version = current
      await sendPositions(byUser)
      await sendPlaylists(byUser)
    },
  }
}

const stateOf = ({ revision, position_ms, track_id, updated_ms, finished_ms }: ProgressTable): string =>
  [revision, position_ms, track_id, updated_ms, finished_ms].join(' ')

async function sendPositionsTo(
  sources: SocketSources,
  client: SignedInClient,
  rows: readonly ProgressTable[],
): Promise<void> {
  const { user, sessionId } = client.person
  const byKey = new Map(rows.map((row) => [row.work_key, row]))
  for (const item of await readItems(sources, [...byKey.keys()], readerOf(client))) {
    const row = byKey.get(item.key)
    const heard = row && itemProgressOf(item, row)
    if (!heard) continue
    const data = progressOf(item, heard, user.id)
    emit(client, 'user_item_progress_updated', {
      id: data.id,
      sessionId,
      deviceDescription: row.device_name,
      data,
    })
  }
}

interface PlaylistChange {
  readonly before: ReadonlyMap<string, PlaylistRow>
  readonly rows: ReadonlyMap<string, PlaylistRow>
}

async function sendPlaylistsTo(
  sources: SocketSources,
  client: SignedInClient,
  { before, rows }: PlaylistChange,
): Promise<void> {
  for (const [id, row] of before)
    if (!rows.has(id)) emit(client, 'playlist_removed', removedPlaylistOf(row, client.person.user.id))
  for (const [id, row] of rows) {
    const old = before.get(id)
    if (old?.updated_at === row.updated_at && old.name === row.name) continue
    const playlist = await getPlaylist(sources, id, readerOf(client)).catch((error: unknown) => {
      // The playlist was deleted in the meantime.
      if (error instanceof AppError && error.code === 'notFound') return undefined
      throw error
    })
    if (playlist) emit(client, old ? 'playlist_updated' : 'playlist_added', playlist)
  }
}

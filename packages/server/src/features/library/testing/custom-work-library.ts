import { mkdir, mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@koedana/contract/api.ts'
import type { FolderDecision } from '@koedana/contract/folders.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { expect, vi } from 'vitest'
import { pollOptions } from '../../../testing/poll-options.ts'
import type { SignedInPerson, World } from '../../../testing/test-server.ts'
import { sound } from './library.ts'

/** A server with one storage, whose folders without an ID became custom works. */
export class CustomWorkLibrary {
  readonly w: World
  readonly admin: SignedInPerson
  readonly folder: string
  readonly storageId: string

  constructor(parts: Pick<CustomWorkLibrary, 'w' | 'admin' | 'folder' | 'storageId'>) {
    this.w = parts.w
    this.admin = parts.admin
    this.folder = parts.folder
    this.storageId = parts.storageId
  }

  static async over(w: World): Promise<CustomWorkLibrary> {
    const admin = await w.signIn({ username: 'warden', role: roleOf.admin })
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'koedana-moved-')))
    for (const name of ['rain', 'snow']) {
      await mkdir(join(folder, name))
      for (const track of ['1', '2'])
        await writeFile(join(folder, name, `${track}.wav`), sound(`${name} ${track}`))
    }
    w.deps.tasks.start()
    const settings = { kind: 'local' as const, path: folder }
    const { id } = await admin.call(api.createStorage, { body: { settings, unknownAge: 'all' } })
    const shelf = new CustomWorkLibrary({ w, admin, folder, storageId: id })
    await shelf.scan()
    return shelf
  }

  async ended(task: { readonly id: string } | null): Promise<void> {
    expect(task).not.toBeNull()
    await vi.waitFor(async () => {
      const { endedAt } = await this.admin.call(api.getTask, { params: { id: task?.id ?? '' } })
      expect(endedAt).not.toBeNull()
    }, pollOptions)
    await this.w.deps.catalogue.caughtUp()
  }

  async scan(): Promise<void> {
    const params = { id: this.storageId }
    await this.ended((await this.admin.call(api.scanStorage, { params, body: {} })).task)
  }

  async finding(path: string, state: 'open' | 'settled') {
    const { items } = await this.admin.call(api.listUnsettledFolders, { query: { state } })
    const found = items.find((one) => one.path === path)
    if (!found) throw new Error(`${path} is not ${state}`)
    return found
  }

  async settle(path: string, body: FolderDecision): Promise<void> {
    const { id } = await this.finding(path, 'open')
    await this.ended((await this.admin.call(api.settleFolder, { params: { id }, body })).task)
  }

  async unsettle(path: string): Promise<void> {
    const { id } = await this.finding(path, 'settled')
    await this.ended((await this.admin.call(api.unsettleFolder, { params: { id } })).task)
  }

  async workAt(path: string): Promise<string> {
    return (await this.finding(path, 'open')).workId ?? ''
  }

  rename = (from: string, to: string) => rename(join(this.folder, from), join(this.folder, to))

  async close(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
  }
}

export const filesOf = async (w: World, id: string) =>
  (await w.call(api.listWorkFiles, { params: { id } })).tracks

/** Saves every kind of personal data for a work; returns the ID of its first track. */
export async function savePersonalData(
  shelf: CustomWorkLibrary,
  { call }: SignedInPerson,
  id: string,
  rating = 4,
): Promise<string> {
  const [first] = await filesOf(shelf.w, id)
  const fileId = first?.id ?? ''
  await call(api.addFavorite, { params: { id } })
  await call(api.saveMark, {
    params: { id },
    body: { rating, note: `note ${rating}`, progress: 'listening', addTags: [`tag ${rating}`] },
  })
  await call(api.saveWorkBookmark, { params: { id }, body: { fileId, position: 0.1, title: 'here' } })
  await call(api.createPlaylist, {
    body: { name: 'nights', items: [{ workId: id }, { workId: id, fileId }] },
  })
  await listen(call, { playId: `play-000${rating}`, fileId, position: 0.2 })
  return fileId
}

interface PlaybackPosition {
  readonly playId: string
  readonly fileId: string
  readonly position: number
}

export async function listen(call: SignedInPerson['call'], { playId, fileId, position }: PlaybackPosition) {
  const at = new Date().toISOString()
  const play = { basedOn: 0, startedAt: at, fileId, position: 0, chosen: true }
  const report = { playId, n: 0, kind: 'beat' as const, fileId, position, listened: position, at, play }
  const body = { deviceNow: at, device: { id: 'phone-0001', name: 'phone' }, reports: [report] }
  return (await call(api.saveProgress, { body })).items
}

/** Returns all personal data that a user has for a work. */
export async function readPersonalData({ call }: SignedInPerson, id: string) {
  const mark = await call(api.getMark, { params: { id } })
  const { progress, tracks } = await call(api.getProgress, { params: { id } })
  const bookmarks = await call(api.listWorkBookmarks, { params: { id } })
  const [playlist] = (await call(api.listPlaylists, {})).items
  const { items } = await call(api.getPlaylist, { params: { id: playlist?.id ?? '' } })
  const history = await call(api.listHistory, {})
  return {
    favorite: mark.favorite,
    state: mark.progress,
    rating: mark.rating,
    note: mark.note,
    tags: mark.tags,
    position: progress && [progress.workId, progress.fileId, progress.position],
    tracks: tracks.map(({ fileId }) => fileId),
    bookmarks: bookmarks.items.map(({ fileId, title }) => [fileId, title]),
    playlist: items.map((item) => [item.work.id, item.track?.fileId ?? null]),
    favorites: (await call(api.listFavorites, {})).items.map((work) => work.id),
    history: history.items.map((item) => item.work.id),
  }
}

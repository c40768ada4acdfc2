/** Stores one user's offline works in Cache Storage: records, parts, covers. Changes of records hold an exclusive lock. */
import * as v from 'valibot'
import {
  coversPath,
  isOfflineCache,
  type OfflineTrack,
  OfflineWork,
  offlineCacheName,
  partPath,
  partsPath,
  recordsPath,
  responsesPath,
} from '../../../lib/offline-work.rules.ts'

/** Returns whether this browser supports offline storage at this URL; plain HTTP does not. */
export const canStoreOffline = (): boolean =>
  window.isSecureContext && 'caches' in window && 'serviceWorker' in navigator && 'locks' in navigator

export class OfflineStore {
  readonly #name: string
  /** Opened once: writes after a logout then go to the deleted cache and disappear. */
  #opened: Promise<Cache> | undefined

  constructor(userId: string) {
    this.#name = offlineCacheName(userId)
  }

  async list(): Promise<readonly OfflineWork[]> {
    if (!(await caches.has(this.#name))) return []
    const cache = await this.#open()
    const keys = await cache.keys()
    const records = keys.filter(({ url }) => new URL(url).pathname.startsWith(recordsPath))
    const works = await Promise.all(records.map(async (key) => readRecord(await cache.match(key))))
    return works.flatMap((work) => work ?? []).toSorted((a, b) => b.keptAt - a.keptAt)
  }

  add(work: OfflineWork): Promise<void> {
    return this.#locked(() => this.put(recordsPath + work.workId, Response.json(work)))
  }

  /** Returns undefined, and writes nothing, if the work is no longer stored. */
  change(workId: string, change: (work: OfflineWork) => OfflineWork): Promise<OfflineWork | undefined> {
    return this.#locked(async () => {
      const known = await readRecord(await (await this.#open()).match(recordsPath + workId))
      if (!known) return undefined
      const changed = change(known)
      await this.put(recordsPath + workId, Response.json(changed))
      return changed
    })
  }

  putPart(track: OfflineTrack, part: number, bytes: ArrayBuffer): Promise<void> {
    return this.put(partPath(track, part), new Response(bytes))
  }

  /** `name` is a path below `coversPath`, or below `responsesPath` with the work's ID. */
  async put(name: string, response: Response): Promise<void> {
    await (await this.#open()).put(name, response)
  }

  async match(name: string): Promise<Response | undefined> {
    return (await this.#open()).match(name)
  }

  /** Deletes all parts of a track, of every version of the file. */
  async dropParts({ id }: Pick<OfflineTrack, 'id'>): Promise<void> {
    await this.#deleteThose(({ pathname }) => pathname.startsWith(`${partsPath}${encodeURIComponent(id)}/`))
  }

  /** The record is deleted first, so that running writes notice the removal. */
  async remove({ workId, tracks }: OfflineWork): Promise<void> {
    const parts = tracks.map(({ id }) => `${partsPath}${encodeURIComponent(id)}/`)
    await this.#locked(async () => {
      await (await this.#open()).delete(recordsPath + workId)
    })
    await this.#deleteThose(
      ({ pathname, searchParams }) =>
        pathname === coversPath + workId ||
        (pathname.startsWith(responsesPath) && searchParams.get('work') === workId) ||
        parts.some((prefix) => pathname.startsWith(prefix)),
    )
  }

  #open(): Promise<Cache> {
    this.#opened ??= caches.open(this.#name)
    return this.#opened
  }

  async #deleteThose(isMeant: (url: URL) => boolean): Promise<void> {
    const cache = await this.#open()
    const keys = (await cache.keys()).filter(({ url }) => isMeant(new URL(url)))
    await Promise.all(keys.map((key) => cache.delete(key)))
  }

  /** Locks the records, because other tabs write them, too. */
  #locked<T>(act: () => Promise<T>): Promise<T> {
    return navigator.locks.request('kept-records', act)
  }
}

async function readRecord(response: Response | undefined): Promise<OfflineWork | undefined> {
  const parsed = v.safeParse(OfflineWork, await response?.json().catch(() => undefined))
  return parsed.success ? parsed.output : undefined
}

/** Deletes the data of other users, whose session ended while no page was open. `userId` is undefined for visitors. */
export async function deleteOtherUsers(userId: string | undefined): Promise<void> {
  const names = await caches.keys()
  const isTheirs = (name: string) =>
    userId !== undefined &&
    ((isOfflineCache(name) && name !== offlineCacheName(userId)) ||
      (name.startsWith('answers:') && !name.startsWith(`answers:${userId}:`)))
  await Promise.all(names.filter(isTheirs).map((name) => caches.delete(name)))
}

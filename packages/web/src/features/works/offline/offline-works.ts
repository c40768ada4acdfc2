/**
 * Manages the user's offline works: one download at a time, in one tab, whenever there is a page and a connection. On each start and
 * reconnect, the server is asked whether the works may stay.
 */
import { ApiError } from '@koedana/contract/kit/client.ts'
import { listWorkFiles, type Track, type Work, type WorkFiles } from '@koedana/contract/works.ts'
import { create } from 'zustand'
import { storeOfflineTracks } from '../../../domain/offline-tracks.ts'
import { quietClient } from '../../../domain/quiet-client.ts'
import { currentUser, useSession } from '../../../domain/session.ts'
import { isCompletelyStored, type OfflineWork, storedBytes } from '../../../lib/offline-work.rules.ts'
import { currentOf } from '../../../player/engine/queue.rules.ts'
import { playableUrl } from '../../../player/playable-track.ts'
import { usePlayer } from '../../../player/player-store.ts'
import { playedTracks } from '../track-choice.ts'
import { storePage } from './cached-responses.ts'
import { planEviction, type RecheckResponse, recheck, remainingBytes } from './download.rules.ts'
import { type DownloadEnd, downloadTrack } from './download.ts'
import { canStoreOffline, deleteOtherUsers, OfflineStore } from './offline-store.ts'

/** Why a download is paused. `full` waits for space, `away` for the server, the others for the user. */
type PauseReason = Exclude<DownloadEnd, 'whole' | 'stopped'>

interface StorageSpace {
  readonly usedBytes: number
  readonly quotaBytes: number
  /** Whether the browser has granted persistent storage. */
  readonly isPersisted: boolean
}

export interface OfflineState {
  readonly works: readonly OfflineWork[]
  readonly troubles: Readonly<Record<string, PauseReason | undefined>>
  /** Titles of works that were deleted since the page was opened: to free space, or because the permission was revoked. */
  readonly left: readonly { readonly title: string; readonly why: 'room' | 'rights' }[]
  readonly room: StorageSpace | undefined
}

const nothing: OfflineState = { works: [], troubles: {}, left: [], room: undefined }
export const useOfflineWorks = create<OfflineState>(() => nothing)

interface OfflineUser {
  readonly userId: string
  readonly store: OfflineStore
  readonly session: AbortController
}

let person: OfflineUser | undefined
let noteStart = () => {}
/** The app starts this module when idle; a press may come earlier and waits for it. */
const isStarted = new Promise<void>((resolve) => {
  noteStart = resolve
})
const otherTabs = 'BroadcastChannel' in window ? new BroadcastChannel('kept-works') : undefined

/** Call it once. */
export function startOfflineWorks(): void {
  if (!canStoreOffline()) return
  useSession.subscribe(({ signedIn }) => {
    if (signedIn?.user.id !== person?.userId) void begin()
  })
  usePlayer.subscribe((now, before) => {
    const item = currentOf(now.queue)
    if (now.playing && (!before.playing || item !== currentOf(before.queue)) && item)
      void noteHeard(item.workId)
  })
  otherTabs?.addEventListener('message', () => void reload())
  void begin()
  noteStart()
}

async function begin(): Promise<void> {
  person?.session.abort()
  const userId = currentUser()?.id
  person =
    userId === undefined
      ? undefined
      : { userId, store: new OfflineStore(userId), session: new AbortController() }
  useOfflineWorks.setState(nothing, true)
  await deleteOtherUsers(userId)
  if (!person) return
  await reload()
  if (useOfflineWorks.getState().works.some(isDue)) await resumeDownloads()
}

/** Limits the checks when a page is reloaded often. */
const recheckAfterMs = 600_000
const isDue = ({ checkedAt, tracks }: OfflineWork) =>
  Date.now() - checkedAt > recheckAfterMs || !tracks.every(isCompletelyStored)

/** Checks permissions and continues downloads. Call it when there is a connection. */
export async function resumeDownloads(): Promise<void> {
  const now = person
  if (!now || !navigator.onLine) return
  for (const work of useOfflineWorks.getState().works) await checkRights(work, now)
  useOfflineWorks.setState({ troubles: {} })
  await downloadAll()
}

export async function downloadForOffline(
  work: Work,
  { tracks }: { readonly tracks: readonly Track[] },
): Promise<void> {
  await isStarted
  const now = person
  if (!now) return
  const kept: OfflineWork = {
    workId: work.id,
    title: work.title,
    titleLanguage: work.titleLanguage,
    keptAt: Date.now(),
    heardAt: null,
    checkedAt: Date.now(),
    tracks: playedTracks(work.id, tracks)
      .filter(({ url }) => url !== null)
      .map(({ id, title }) => ({ id, title, sizeBytes: 0, type: '', etag: '', parts: 0 })),
  }
  // Without persistent storage, a browser that is low on space may delete everything at once.
  void navigator.storage.persist?.()
  await now.store.add(kept)
  await reload()
  await downloadAll()
}

export async function removeWork(work: OfflineWork): Promise<void> {
  await person?.store.remove(work)
  otherTabs?.postMessage('changed')
  await reload()
}

export async function retryWork(workId: string): Promise<void> {
  useOfflineWorks.setState(({ troubles }) => ({ troubles: { ...troubles, [workId]: undefined } }))
  await downloadAll()
}

export async function measureRoom(): Promise<void> {
  if (!canStoreOffline()) return
  const [{ usage = 0, quota = 0 }, isPersisted] = await Promise.all([
    navigator.storage.estimate(),
    navigator.storage.persisted(),
  ])
  useOfflineWorks.setState({ room: { usedBytes: usage, quotaBytes: quota, isPersisted } })
}

/** Loads the list of offline works, and updates the player's list of complete tracks. */
async function reload(): Promise<void> {
  const now = person
  if (!now) return
  show(now, await now.store.list())
}

function show(now: OfflineUser, works: readonly OfflineWork[]): void {
  if (now !== person) return
  useOfflineWorks.setState({ works })
  const whole = works.flatMap(({ workId, tracks }) =>
    tracks.filter(isCompletelyStored).map(({ id }) => [id, workId] as const),
  )
  storeOfflineTracks(now.userId, Object.fromEntries(whole))
}

async function change(
  now: OfflineUser,
  workId: string,
  act: (work: OfflineWork) => OfflineWork,
): Promise<boolean> {
  const changed = await now.store.change(workId, act)
  if (!changed) return false
  show(
    now,
    useOfflineWorks.getState().works.map((work) => (work.workId === workId ? changed : work)),
  )
  otherTabs?.postMessage('changed')
  return true
}

async function noteHeard(workId: string): Promise<void> {
  if (person && find(workId)) await change(person, workId, (work) => ({ ...work, heardAt: Date.now() }))
}

const find = (workId: string) => useOfflineWorks.getState().works.find((work) => work.workId === workId)

/** Only one tab downloads; other tabs wait for the lock. */
async function downloadAll(): Promise<void> {
  const now = person
  if (!now) return
  const { signal } = now.session
  const work = async () => {
    for (let next = waiting(); next && !signal.aborted; next = waiting()) {
      const ended = await downloadWork(now, next).catch((): PauseReason => 'away')
      const trouble = ended === 'whole' || ended === 'stopped' ? undefined : ended
      if (trouble) note(next.workId, trouble)
      if (now === person) await measureRoom()
    }
  }
  await navigator.locks.request('kept-downloads', { signal }, work).catch(() => undefined)
}

const note = (workId: string, trouble: PauseReason) =>
  useOfflineWorks.setState(({ troubles }) => ({ troubles: { ...troubles, [workId]: trouble } }))

/** Returns the first chosen work that is incomplete and not paused. */
function waiting(): OfflineWork | undefined {
  const { works, troubles } = useOfflineWorks.getState()
  return works.findLast(({ workId, tracks }) => !troubles[workId] && !tracks.every(isCompletelyStored))
}

async function downloadWork(now: OfflineUser, kept: OfflineWork): Promise<DownloadEnd> {
  const { workId } = kept
  const stop = new AbortController()
  const signal = AbortSignal.any([now.session.signal, stop.signal])
  let files = await quiet(listWorkFiles, { params: { id: workId } }, signal)
  if (!(await makeRoom(now, kept, { needed: remainingBytes(kept, files) }))) return 'full'
  await storePage(workId, files, now.store)
  for (const { id } of kept.tracks) {
    const track = find(workId)?.tracks.find((one) => one.id === id)
    if (!track) return 'stopped'
    const ended = await downloadTrack(
      track,
      {
        fetch: (url, headers) => fetch(url, { headers, signal, cache: 'no-store' }),
        link: async (isRenewed) => {
          if (isRenewed) files = await quiet(listWorkFiles, { params: { id: workId } }, signal)
          const listed = files.tracks.find((one) => one.id === id)
          return listed?.url ? playableUrl(listed, listed.url, files) : undefined
        },
        putPart: (part, at, bytes) => now.store.putPart(part, at, bytes),
        dropParts: (part) => now.store.dropParts(part),
        note: async (part) => {
          const isWanted = await change(now, workId, (work) => ({
            ...work,
            tracks: work.tracks.map((one) => (one.id === part.id ? part : one)),
          }))
          if (isWanted) return
          stop.abort()
          await now.store.remove(kept)
        },
      },
      signal,
    )
    // The browser's quota error is more reliable than its estimate. Each attempt evicts at least one work.
    if (ended === 'full' && (await makeRoom(now, kept, { needed: minRoom, free: 0 }))) return 'stopped'
    if (ended !== 'whole') return ended
  }
  return 'whole'
}

const minRoom = 64 * 1024 * 1024

/** Bytes. `free` overrides the browser's estimate. */
type SpaceRequest = { readonly needed: number; readonly free?: number }

/** Evicts other works if necessary, the least recently played first. Returns false if that would not suffice. */
async function makeRoom(
  now: OfflineUser,
  kept: OfflineWork,
  { needed, free }: SpaceRequest,
): Promise<boolean> {
  await measureRoom()
  const { room, works } = useOfflineWorks.getState()
  if (!room?.quotaBytes) return true
  const playing = currentOf(usePlayer.getState().queue)?.workId
  const evictable = works.map((work) => ({
    ...work,
    size: storedBytes(work),
    isInUse: work.workId === kept.workId || work.workId === playing || !work.tracks.every(isCompletelyStored),
  }))
  const leaving = planEviction(evictable, needed, free ?? room.quotaBytes - room.usedBytes)
  if (!leaving) return false
  for (const work of works.filter(({ workId }) => leaving.includes(workId)))
    await evictWork(now, work, 'room')
  return true
}

async function evictWork(now: OfflineUser, work: OfflineWork, why: 'room' | 'rights'): Promise<void> {
  await now.store.remove(work)
  useOfflineWorks.setState(({ left }) => ({ left: [...left, { title: work.title, why }] }))
  await reload()
  otherTabs?.postMessage('changed')
}

/** Deletes the work if it is hidden or may no longer be played. */
async function checkRights(work: OfflineWork, now: OfflineUser): Promise<void> {
  const received = await loadFiles(work.workId, now.session.signal)
  const decided = recheck(received, work.tracks)
  if (now === person && decided.outcome === 'leaves') await evictWork(now, work, 'rights')
  if (now !== person || decided.outcome !== 'stays') return
  if (received.files) await storePage(work.workId, received.files, now.store).catch(() => undefined)
  const { ids } = decided
  for (const track of work.tracks.filter(({ id }) => !ids.has(id))) await now.store.dropParts(track)
  await change(now, work.workId, (known) => ({
    ...known,
    checkedAt: Date.now(),
    tracks: known.tracks.filter(({ id }) => ids.has(id)),
  }))
}

async function loadFiles(
  workId: string,
  signal: AbortSignal,
): Promise<RecheckResponse & { readonly files?: WorkFiles }> {
  try {
    const files = await quiet(listWorkFiles, { params: { id: workId } }, signal)
    return { status: 200, tracks: files.tracks, files }
  } catch (error) {
    return { status: error instanceof ApiError ? error.status : 0, tracks: [] }
  }
}

/** Failures are shown next to the work. */
const quiet = quietClient()

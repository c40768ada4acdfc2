/**
 * Manages the user's offline works: one download at a time, in one tab, whenever there is a page and a connection. On each start and
 * reconnect, the server is asked whether the works may stay.
 */
import { ApiError } from '@koedana/contract/kit/client.ts'
import { listWorkFiles, type Track, type Work, type WorkFiles } from '@koedana/contract/works.ts'
import { create } from 'zustand'
import { noteKeptTracks } from '../../../domain/kept-tracks.ts'
import { quietClient } from '../../../domain/quiet-client.ts'
import { currentUser, useSession } from '../../../domain/session.ts'
import { isWhole, type KeptWork, keptBytes } from '../../../lib/kept-work.rules.ts'
import { currentOf } from '../../../player/engine/queue.rules.ts'
import { playableUrl } from '../../../player/playable-track.ts'
import { usePlayer } from '../../../player/player-store.ts'
import { playedTracks } from '../track-choice.ts'
import { pinPage } from './cached-responses.ts'
import { bytesToCome, planEviction, type Recheck, recheck } from './download.rules.ts'
import { downloadTrack, type Ended } from './download.ts'
import { canKeep, dropOthers, KeptStore } from './kept-store.ts'

/** Why a download is paused. `full` waits for space, `away` for the server, the others for the user. */
type Trouble = Exclude<Ended, 'whole' | 'stopped'>

interface Room {
  readonly usedBytes: number
  readonly quotaBytes: number
  /** Whether the browser has granted persistent storage. */
  readonly isPersisted: boolean
}

export interface Keeping {
  readonly works: readonly KeptWork[]
  readonly troubles: Readonly<Record<string, Trouble | undefined>>
  /** Titles of works that were deleted since the page was opened: to free space, or because the permission was revoked. */
  readonly left: readonly { readonly title: string; readonly why: 'room' | 'rights' }[]
  readonly room: Room | undefined
}

const nothing: Keeping = { works: [], troubles: {}, left: [], room: undefined }
export const useKeeping = create<Keeping>(() => nothing)

interface Person {
  readonly userId: string
  readonly store: KeptStore
  readonly session: AbortController
}

let person: Person | undefined
let noteStart = () => {}
/** The app starts this module when idle; a press may come earlier and waits for it. */
const isStarted = new Promise<void>((resolve) => {
  noteStart = resolve
})
const otherTabs = 'BroadcastChannel' in window ? new BroadcastChannel('kept-works') : undefined

/** Call it once. */
export function startKeeping(): void {
  if (!canKeep()) return
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
      : { userId, store: new KeptStore(userId), session: new AbortController() }
  useKeeping.setState(nothing, true)
  await dropOthers(userId)
  if (!person) return
  await reload()
  if (useKeeping.getState().works.some(isDue)) await resumeKeeping()
}

/** Limits the checks when a page is reloaded often. */
const recheckAfterMs = 600_000
const isDue = ({ checkedAt, tracks }: KeptWork) =>
  Date.now() - checkedAt > recheckAfterMs || !tracks.every(isWhole)

/** Checks permissions and continues downloads. Call it when there is a connection. */
export async function resumeKeeping(): Promise<void> {
  const now = person
  if (!now || !navigator.onLine) return
  for (const work of useKeeping.getState().works) await checkRights(work, now)
  useKeeping.setState({ troubles: {} })
  await downloadAll()
}

export async function keepWork(work: Work, { tracks }: { readonly tracks: readonly Track[] }): Promise<void> {
  await isStarted
  const now = person
  if (!now) return
  const kept: KeptWork = {
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

export async function removeWork(work: KeptWork): Promise<void> {
  await person?.store.remove(work)
  otherTabs?.postMessage('changed')
  await reload()
}

export async function retryWork(workId: string): Promise<void> {
  useKeeping.setState(({ troubles }) => ({ troubles: { ...troubles, [workId]: undefined } }))
  await downloadAll()
}

export async function measureRoom(): Promise<void> {
  if (!canKeep()) return
  const [{ usage = 0, quota = 0 }, isPersisted] = await Promise.all([
    navigator.storage.estimate(),
    navigator.storage.persisted(),
  ])
  useKeeping.setState({ room: { usedBytes: usage, quotaBytes: quota, isPersisted } })
}

/** Loads the list of offline works, and updates the player's list of complete tracks. */
async function reload(): Promise<void> {
  const now = person
  if (!now) return
  show(now, await now.store.list())
}

function show(now: Person, works: readonly KeptWork[]): void {
  if (now !== person) return
  useKeeping.setState({ works })
  const whole = works.flatMap(({ workId, tracks }) =>
    tracks.filter(isWhole).map(({ id }) => [id, workId] as const),
  )
  noteKeptTracks(now.userId, Object.fromEntries(whole))
}

async function change(now: Person, workId: string, act: (work: KeptWork) => KeptWork): Promise<boolean> {
  const changed = await now.store.change(workId, act)
  if (!changed) return false
  show(
    now,
    useKeeping.getState().works.map((work) => (work.workId === workId ? changed : work)),
  )
  otherTabs?.postMessage('changed')
  return true
}

async function noteHeard(workId: string): Promise<void> {
  if (person && find(workId)) await change(person, workId, (work) => ({ ...work, heardAt: Date.now() }))
}

const find = (workId: string) => useKeeping.getState().works.find((work) => work.workId === workId)

/** Only one tab downloads; other tabs wait for the lock. */
async function downloadAll(): Promise<void> {
  const now = person
  if (!now) return
  const { signal } = now.session
  const work = async () => {
    for (let next = waiting(); next && !signal.aborted; next = waiting()) {
      const ended = await downloadWork(now, next).catch((): Trouble => 'away')
      const trouble = ended === 'whole' || ended === 'stopped' ? undefined : ended
      if (trouble) note(next.workId, trouble)
      if (now === person) await measureRoom()
    }
  }
  await navigator.locks.request('kept-downloads', { signal }, work).catch(() => undefined)
}

const note = (workId: string, trouble: Trouble) =>
  useKeeping.setState(({ troubles }) => ({ troubles: { ...troubles, [workId]: trouble } }))

/** Returns the first chosen work that is incomplete and not paused. */
function waiting(): KeptWork | undefined {
  const { works, troubles } = useKeeping.getState()
  return works.findLast(({ workId, tracks }) => !troubles[workId] && !tracks.every(isWhole))
}

async function downloadWork(now: Person, kept: KeptWork): Promise<Ended> {
  const { workId } = kept
  const stop = new AbortController()
  const signal = AbortSignal.any([now.session.signal, stop.signal])
  let files = await quiet(listWorkFiles, { params: { id: workId } }, signal)
  if (!(await makeRoom(now, kept, { needed: bytesToCome(kept, files) }))) return 'full'
  await pinPage(workId, files, now.store)
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
type Needed = { readonly needed: number; readonly free?: number }

/** Evicts other works if necessary, the least recently played first. Returns false if that would not suffice. */
async function makeRoom(now: Person, kept: KeptWork, { needed, free }: Needed): Promise<boolean> {
  await measureRoom()
  const { room, works } = useKeeping.getState()
  if (!room?.quotaBytes) return true
  const playing = currentOf(usePlayer.getState().queue)?.workId
  const evictable = works.map((work) => ({
    ...work,
    size: keptBytes(work),
    isInUse: work.workId === kept.workId || work.workId === playing || !work.tracks.every(isWhole),
  }))
  const leaving = planEviction(evictable, needed, free ?? room.quotaBytes - room.usedBytes)
  if (!leaving) return false
  for (const work of works.filter(({ workId }) => leaving.includes(workId))) await leave(now, work, 'room')
  return true
}

async function leave(now: Person, work: KeptWork, why: 'room' | 'rights'): Promise<void> {
  await now.store.remove(work)
  useKeeping.setState(({ left }) => ({ left: [...left, { title: work.title, why }] }))
  await reload()
  otherTabs?.postMessage('changed')
}

/** Deletes the work if it is hidden or may no longer be played. */
async function checkRights(work: KeptWork, now: Person): Promise<void> {
  const received = await loadFiles(work.workId, now.session.signal)
  const decided = recheck(received, work.tracks)
  if (now === person && decided.is === 'leaves') await leave(now, work, 'rights')
  if (now !== person || decided.is !== 'stays') return
  if (received.files) await pinPage(work.workId, received.files, now.store).catch(() => undefined)
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
): Promise<Recheck & { readonly files?: WorkFiles }> {
  try {
    const files = await quiet(listWorkFiles, { params: { id: workId } }, signal)
    return { status: 200, tracks: files.tracks, files }
  } catch (error) {
    return { status: error instanceof ApiError ? error.status : 0, tracks: [] }
  }
}

/** Failures are shown next to the work. */
const quiet = quietClient()

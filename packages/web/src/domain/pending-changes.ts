/**
 * Changes to favorites and marks that the server has not confirmed. They are stored on this device and sent once there is a connection, as
 * the user who made them.
 */
import { addFavorite, removeFavorite } from '@koedana/contract/favorites.ts'
import { ApiError } from '@koedana/contract/kit/client.ts'
import { getMark, saveMark, type WorkMark } from '@koedana/contract/marks.ts'
import { OwnRating, ProgressState } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { readStoredJson } from '../lib/local-storage-json.ts'
import { queryClient } from '../lib/query-client.ts'
import { call } from './api.ts'
import { currentUser } from './session.ts'

const storageKey = 'favorites.waiting'

const Change = v.object({
  favorite: v.optional(v.boolean()),
  progress: v.optional(v.nullable(ProgressState)),
  rating: v.optional(v.nullable(OwnRating)),
  note: v.optional(v.string()),
  /** Notes that this device may have saved on the server. Any other note there was written on another device. */
  knownNotes: v.optional(v.array(v.string())),
})
export type PendingChange = v.InferOutput<typeof Change>

/** Earlier versions stored only the favorite, as a boolean. */
const StoredChange = v.union([
  Change,
  v.pipe(
    v.boolean(),
    v.transform((favorite): PendingChange => ({ favorite })),
  ),
])

/** Changes by work ID; the last change of each field counts. */
const PendingChanges = v.object({ userId: v.string(), works: v.record(v.string(), StoredChange) })

export function pendingChanges(): Readonly<Record<string, PendingChange>> {
  const read = v.safeParse(PendingChanges, readStoredJson(storageKey))
  return read.success && read.output.userId === currentUser()?.id ? read.output.works : {}
}

export function pendingFavorites(): Readonly<Record<string, boolean>> {
  return Object.fromEntries(
    Object.entries(pendingChanges()).flatMap(([id, { favorite }]) =>
      favorite === undefined ? [] : [[id, favorite]],
    ),
  )
}

type WaitingChanges = Readonly<Record<string, PendingChange>>

/** Throws if the browser stores nothing. `noteBefore`: the note as the server had it. */
export const storePendingChange = (workId: string, change: PendingChange, noteBefore?: string): void =>
  write(withChange(pendingChanges(), workId, { change, noteBefore }))

/** Keeps one change for many works. Throws if the browser stores nothing. */
export const keepChanges = (workIds: readonly string[], change: PendingChange): void =>
  write(workIds.reduce((waiting, id) => withChange(waiting, id, { change }), pendingChanges()))

function withChange(
  waiting: WaitingChanges,
  workId: string,
  { change, noteBefore }: { readonly change: PendingChange; readonly noteBefore?: string | undefined },
): WaitingChanges {
  const { note, knownNotes = [], ...others } = waiting[workId] ?? {}
  const noted = [...knownNotes, note ?? noteBefore].filter((one) => one !== undefined)
  const changed = {
    ...others,
    ...(note !== undefined && { note }),
    ...(change.note !== undefined && { knownNotes: noted.slice(-maxKnownNotes) }),
    ...(change.note === undefined && knownNotes.length > 0 && { knownNotes }),
    ...change,
  }
  return { ...waiting, [workId]: changed }
}

const maxKnownNotes = 8

/** The server has these values, or rejects them for good: they wait no more, unless they changed since. */
export const removePendingChange = (workId: string, sent: PendingChange): void => dropChanges([workId], sent)

export function dropChanges(workIds: readonly string[], sent: PendingChange): void {
  const waiting = pendingChanges()
  const known = workIds.filter((id) => waiting[id])
  if (known.length > 0) write(known.reduce((left, id) => withoutChange(left, id, sent), waiting))
}

function withoutChange(waiting: WaitingChanges, workId: string, sent: PendingChange): WaitingChanges {
  const { [workId]: change = {}, ...others } = waiting
  const left: PendingChange = {
    ...(change.favorite !== sent.favorite && { favorite: change.favorite }),
    ...(change.progress !== sent.progress && { progress: change.progress }),
    ...(change.rating !== sent.rating && { rating: change.rating }),
    ...(change.note !== sent.note && { note: change.note, knownNotes: change.knownNotes }),
  }
  const isEmpty = Object.values(left).every((value) => value === undefined)
  return isEmpty ? others : { ...others, [workId]: left }
}

/** Returns whether a retry may succeed: there was no response, the session has ended, or the server is busy. */
export const isTemporaryFailure = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error.status < 400 ||
  error.status === 401 ||
  error.status === 429 ||
  error.status >= 500

const retryAfterMs = 15_000
let retry: ReturnType<typeof setTimeout> | undefined

/** Schedules a retry, because nothing reports that a failed server works again. */
export function scheduleRetry(): void {
  if (retry !== undefined) return
  retry = setTimeout(() => {
    retry = undefined
    void sendPendingChanges()
  }, retryAfterMs)
}

/** The last request by work, so that the requests for one work are sent in order. */
const requests = new Map<string, Promise<unknown>>()

export function runInOrder<T>(workId: string, request: () => Promise<T>): Promise<T> {
  const sent = (requests.get(workId) ?? Promise.resolve()).then(request, request)
  requests.set(workId, sent)
  return sent
}

export async function sendPendingChanges(): Promise<void> {
  const works = Object.keys(pendingChanges())
  if (works.length === 0 || !navigator.onLine) return
  for (const workId of works) {
    if (!(await runInOrder(workId, () => sendChange(workId)))) return scheduleRetry()
  }
  await queryClient.invalidateQueries()
}

/** Returns false if it has to be retried. */
async function sendChange(workId: string): Promise<boolean> {
  const change = pendingChanges()[workId]
  if (!change) return true
  const { favorite, progress, rating, note } = change
  const params = { id: workId }
  try {
    if (favorite !== undefined) await call(favorite ? addFavorite : removeFavorite, { params })
    const body = { progress, rating, note: note === undefined ? undefined : await mergedNote(workId, change) }
    if (Object.values(body).some((value) => value !== undefined)) await call(saveMark, { params, body })
  } catch (error) {
    // A work that was hidden or deleted rejects its changes permanently.
    if (isTemporaryFailure(error)) return false
  }
  removePendingChange(workId, change)
  return true
}

const maxNoteLength = 10_000

/** Keeps both notes if the note was changed on another device in the meantime. */
async function mergedNote(workId: string, { note = '', knownNotes = [] }: PendingChange): Promise<string> {
  const { note: stored } = await call(getMark, { params: { id: workId } })
  if (knownNotes.includes(stored) || note.includes(stored)) return note
  if (stored.includes(note)) return stored
  const both = `${stored}\n\n${note}`
  return both.length > maxNoteLength ? note : both
}

export function clearPendingChanges(): void {
  try {
    localStorage.removeItem(storageKey)
  } catch {
    return
  }
}

/** Returns the mark with the pending changes applied. */
export function withPendingChanges(mark: WorkMark): WorkMark {
  const { progress = mark.progress, rating = mark.rating, note = mark.note } = pendingChanges()[mark.id] ?? {}
  return { ...mark, progress, rating, note }
}

function write(works: Readonly<Record<string, PendingChange>>): void {
  const userId = currentUser()?.id
  if (userId !== undefined) localStorage.setItem(storageKey, JSON.stringify({ userId, works }))
}

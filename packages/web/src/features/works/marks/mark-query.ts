/** Reads and changes the user's marks on a work. Not requested for visitors. */
import { personalFilters } from '@koedana/contract/filters.ts'
import { ApiError } from '@koedana/contract/kit/client.ts'
import { getMark, saveMark, type WorkMark } from '@koedana/contract/marks.ts'
import { onlineManager, queryOptions } from '@tanstack/react-query'
import { call, reportFailure } from '../../../domain/api.ts'
import {
  isTemporaryFailure,
  pendingChanges,
  removePendingChange,
  runInOrder,
  scheduleRetry,
  storePendingChange,
  withPendingChanges,
} from '../../../domain/pending-changes.ts'
import { quietClient } from '../../../domain/quiet-client.ts'
import { currentToken, currentUser } from '../../../domain/session.ts'
import { queryClient } from '../../../lib/query-client.ts'

/** Listening changes marks too, so each mount requests them again. */
export const markQuery = (workId: string) =>
  queryOptions({
    queryKey: ['mark', currentUser()?.id, workId],
    queryFn: async ({ signal }) =>
      withPendingChanges(await call(getMark, { params: { id: workId } }, signal)),
    staleTime: 0,
  })

/** `waiting`: stored on this device, because the server cannot be reached. `rejected`: the client has shown the error. */
export type ChangeOutcome = 'saved' | 'waiting' | 'rejected'

export type MarkChange = Partial<Pick<WorkMark, 'progress' | 'rating' | 'note'>>

export interface TagChange {
  readonly addTags?: string[]
  readonly removeTags?: string[]
}

/** Failures are shown only if the change cannot be stored for later. */
const quietCall = quietClient()
const keepaliveCall = quietClient({ keepalive: true })

/**
 * Shows the change at once, and reverts it if the server rejects it. If `isLeaving`, the page is closing: the request is sent synchronously
 * with `keepalive`.
 */
export async function changeMark(
  workId: string,
  change: MarkChange,
  isLeaving = false,
): Promise<ChangeOutcome> {
  const { queryKey } = markQuery(workId)
  const before = queryClient.getQueryData(queryKey)
  const isKept = storeForLater(workId, change, before)
  const token = currentToken()
  const isSent = !isKept || onlineManager.isOnline()
  const send = () =>
    (isLeaving ? keepaliveCall : quietCall)(saveMark, { params: { id: workId }, body: change })
  const sent = isSent ? (isLeaving ? send() : runInOrder(workId, send)) : undefined
  const result = sent?.then(
    (saved) => ({ saved }),
    (error: unknown) => ({ error }),
  )
  await queryClient.cancelQueries({ queryKey })
  if (before) queryClient.setQueryData(queryKey, { ...before, ...change })
  const settled = await result
  if (!settled) return 'waiting'
  if ('saved' in settled) {
    removePendingChange(workId, change)
    queryClient.setQueryData(queryKey, withPendingChanges(settled.saved))
    refreshPersonal()
    return 'saved'
  }
  const { error } = settled
  if (isKept && isTemporaryFailure(error)) {
    scheduleRetry()
    return 'waiting'
  }
  removePendingChange(workId, change)
  queryClient.setQueryData(queryKey, before)
  if (error instanceof ApiError) reportFailure(error, { method: saveMark.method, path: saveMark.path, token })
  return 'rejected'
}

/** Returns false if the browser forbids storage. */
function storeForLater(workId: string, change: MarkChange, before: WorkMark | undefined): boolean {
  try {
    storePendingChange(workId, change, before?.note)
    return true
  } catch {
    return false
  }
}

/** Adds and removes tags of a work. Resolves with whether it succeeded; the client has shown the error. */
export async function changeTags(workId: string, change: TagChange): Promise<boolean> {
  const { queryKey } = markQuery(workId)
  await queryClient.cancelQueries({ queryKey })
  const before = queryClient.getQueryData(queryKey)
  if (before) queryClient.setQueryData(queryKey, withTags(before, change))
  try {
    const saved = await call(saveMark, { params: { id: workId }, body: change })
    queryClient.setQueryData(queryKey, withPendingChanges(saved))
  } catch {
    queryClient.setQueryData(queryKey, before)
    return false
  }
  void queryClient.invalidateQueries({ queryKey: ['tags'] })
  refreshPersonal()
  return true
}

function withTags(before: WorkMark, { addTags = [], removeTags = [] }: TagChange): WorkMark {
  const kept = before.tags.filter((tag) => !removeTags.includes(tag))
  return { ...before, tags: [...new Set([...kept, ...addTags])] }
}

export const isNotePending = (workId: string): boolean => pendingChanges()[workId]?.note !== undefined

/** Reloads lists that are filtered by the user's own data. */
export const refreshPersonal = (): void =>
  void queryClient.invalidateQueries({ predicate: ({ queryKey: key }) => key.some(isPersonal) })

/** Returns whether a part of a query key is a filter by the user's own data. */
const isPersonal = (part: unknown): boolean =>
  typeof part === 'object' && part !== null && personalFilters.some((name) => name in part)

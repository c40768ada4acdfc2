/** Reads and changes one's own marks on a work. They are never requested for visitors. */
import { personalFilters } from '@koedana/contract/filters.ts'
import { getMark, saveMark, type WorkMark } from '@koedana/contract/marks.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../domain/api.ts'
import { currentUser } from '../../../domain/session.ts'
import { queryClient } from '../../../lib/query-client.ts'

/** Listening changes it too, so that it is requested again whenever it is shown anew. */
export const markQuery = (workId: string) =>
  queryOptions({
    queryKey: ['mark', currentUser()?.id, workId],
    queryFn: ({ signal }) => call(getMark, { params: { id: workId } }, signal),
    staleTime: 0,
  })

export type MarkChange = Partial<Pick<WorkMark, 'progress' | 'rating' | 'note'>> & {
  readonly addTags?: string[]
  readonly removeTags?: string[]
}

/** Shows the change at once, and what was there before if the server refuses. Returns whether it held. */
export async function changeMark(workId: string, change: MarkChange): Promise<boolean> {
  const { queryKey } = markQuery(workId)
  await queryClient.cancelQueries({ queryKey })
  const before = queryClient.getQueryData(queryKey)
  if (before) queryClient.setQueryData(queryKey, changed(before, change))
  try {
    const saved = await call(saveMark, { params: { id: workId }, body: change })
    queryClient.setQueryData(queryKey, saved)
  } catch {
    // The client has shown why.
    queryClient.setQueryData(queryKey, before)
    return false
  }
  if (change.addTags || change.removeTags) void queryClient.invalidateQueries({ queryKey: ['tags'] })
  refreshPersonal()
  return true
}

function changed(before: WorkMark, { addTags = [], removeTags = [], ...change }: MarkChange): WorkMark {
  const kept = before.tags.filter((tag) => !removeTags.includes(tag))
  return { ...before, ...change, tags: [...new Set([...kept, ...addTags])] }
}

/** Lists under a filter by what is one's own are loaded again. */
export const refreshPersonal = (): void =>
  void queryClient.invalidateQueries({ predicate: ({ queryKey: key }) => key.some(isPersonal) })

/** Returns whether a part of a query's key is a filter by what is one's own. */
const isPersonal = (part: unknown): boolean =>
  typeof part === 'object' && part !== null && personalFilters.some((name) => name in part)

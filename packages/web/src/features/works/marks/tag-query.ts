/** Reads the user's tags, and changes them on all works. Not requested for visitors. */
import { deleteTag, listTags, renameTag, tagWorks } from '@koedana/contract/tags.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../domain/api.ts'
import { currentUser } from '../../../domain/session.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { refreshPersonal } from './mark-query.ts'

export const tagsQuery = () =>
  queryOptions({
    queryKey: ['tags', currentUser()?.id],
    queryFn: ({ signal }) => call(listTags, {}, signal),
    staleTime: 0,
  })

function refreshAll(): void {
  void queryClient.invalidateQueries({ queryKey: ['tags'] })
  void queryClient.invalidateQueries({ queryKey: ['mark'] })
  refreshPersonal()
}

/** Renames a tag. Returns the ID of an existing tag with that name, which prevents it. Failures are shown to the user. */
export async function renameTagEverywhere(id: string, name: string, merge = false): Promise<string | null> {
  const { taken } = await call(renameTag, { params: { id }, body: { name, merge } })
  refreshAll()
  return taken
}

export async function deleteTagEverywhere(id: string): Promise<void> {
  // The failure was shown already.
  await call(deleteTag, { params: { id } }).catch(() => undefined)
  refreshAll()
}

/** Adds or removes a tag on works. Returns the changed works; undefined on failure, which was shown. */
export async function saveTagged(
  ids: readonly string[],
  name: string,
  tagged: boolean,
): Promise<readonly string[] | undefined> {
  const saved = await call(tagWorks, { body: { ids: [...ids], name, tagged } }).catch(() => undefined)
  if (saved) refreshAll()
  return saved?.changed
}

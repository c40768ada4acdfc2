/** A work as it is stored, its origins, locks and history; and what an edit makes of what is on screen. */
import { getWorkEdits, type WorkMetadata } from '@koedana/contract/editing.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../domain/api.ts'
import { useSettings } from '../../../lib/settings.ts'

const key = 'work-edits'

/** Edits are fetched anew whenever the editor opens: others edit too. */
export const workEditsQuery = (id: string) =>
  queryOptions({
    queryKey: [key, useSettings.getState().locale, id],
    queryFn: ({ signal }) => call(getWorkEdits, { params: { id } }, signal),
    staleTime: 0,
    // What is being edited does not change under one’s hands.
    refetchOnWindowFocus: false,
  })

/** Names, lists, counts and what is alike may all be different now. */
export async function showEdited(client: QueryClient, metadata: WorkMetadata): Promise<void> {
  client.setQueryData(workEditsQuery(metadata.work.id).queryKey, metadata)
  await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== key })
}

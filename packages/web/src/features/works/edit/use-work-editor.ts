/** What the editor knows and does: the draft over what is stored, saving, and acts that are saved at once. */
import { getWorkEdits, updateWork, type WorkMetadata } from '@koedana/contract/editing.ts'
import { ApiError } from '@koedana/contract/kit/client.ts'
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../domain/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { useSettings } from '../../../lib/settings.ts'
import { changedFields, changesOf, type Draft, draftOf, type Faults, faultsOf } from './draft.rules.ts'
import { type Editor, fieldName } from './editor-context.ts'

export interface Typing {
  readonly typed: Partial<Draft>
  readonly onType: (typed: Partial<Draft>) => void
}

export interface WorkEditing extends Editor {
  /** How many fields differ from what is stored. */
  readonly changes: number
  readonly save: () => Promise<void>
  readonly discard: () => void
}

export function useWorkEditor(metadata: WorkMetadata, { typed, onType }: Typing): WorkEditing {
  const t = useT()
  const client = useQueryClient()
  const [faults, setFaults] = useState<Faults>({})
  const [isBusy, setBusy] = useState(false)
  const stored = draftOf(metadata)
  const draft = { ...stored, ...typed }
  const params = { id: metadata.work.id }

  const act = async (request: Promise<WorkMetadata>, said: string): Promise<boolean> => {
    setBusy(true)
    try {
      await showEdited(client, await request)
      notify(said, 'positive')
      return true
    } catch (error) {
      // The client has told of it; what belongs to a field stands there as well.
      if (error instanceof ApiError) setFaults(faultsOf(error.body?.fields))
      return false
    } finally {
      setBusy(false)
    }
  }
  const save = async () => {
    const { values, faults: found } = changesOf(stored, draft)
    setFaults(found)
    if (Object.keys(found).length > 0) return
    const request = call(updateWork, { params, body: { values } })
    if (await act(request, t('message.metadataUpdated'))) onType({})
  }
  return {
    metadata,
    draft,
    faults,
    isBusy,
    act,
    save,
    changes: changedFields(stored, draft).length,
    change: (field, value) => onType({ ...typed, [field]: value }),
    release: (field) =>
      void act(
        call(updateWork, { params, body: { release: [field] } }),
        t('editing.backToSources', { field: fieldName(t, field) }),
      ),
    discard: () => {
      setFaults({})
      onType({})
    },
  }
}

/** A work as it is stored, its origins, locks and history; and what an edit makes of what is on screen. */
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
async function showEdited(client: QueryClient, metadata: WorkMetadata): Promise<void> {
  client.setQueryData(workEditsQuery(metadata.work.id).queryKey, metadata)
  await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== key })
}

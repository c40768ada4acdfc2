/** Edits the shared fields of many works, in requests of as many works as the server takes. */
import {
  type ManyWorksValues,
  maxWorksPerEdit,
  undoWorkEdits,
  updateWorks,
} from '@koedana/contract/editing.ts'
import { call } from '../../../domain/api.ts'
import { translate } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { queryClient } from '../../../lib/query-client.ts'

type Edits = Awaited<ReturnType<typeof updateMany>>

/**
 * Offers to undo what was edited, also if a later request failed. Throws the failure, which the client has shown, so that
 * the form can stay.
 */
export async function saveMany(ids: readonly string[], values: ManyWorksValues): Promise<void> {
  const edits: Edits = []
  const offer = (key: 'editing.manySaved' | 'editing.manyStopped') => {
    const act = { label: translate('common.undo'), run: () => void undoMany(edits) }
    notify(translate(key, { count: edits.length }), 'positive', edits.length > 0 ? act : undefined)
  }
  try {
    for (const some of batchesOf(ids)) edits.push(...(await updateMany(some, values)))
  } catch (error) {
    if (edits.length > 0) offer('editing.manyStopped')
    throw error
  } finally {
    void queryClient.invalidateQueries()
  }
  offer('editing.manySaved')
}

const updateMany = async (ids: readonly string[], values: ManyWorksValues) =>
  (await call(updateWorks, { body: { ids: [...ids], values } })).edits

async function undoMany(edits: Edits): Promise<void> {
  let count = 0
  try {
    for (const some of batchesOf(edits))
      count += (await call(undoWorkEdits, { body: { edits: some } })).undone.length
  } catch {
    // The client has shown why.
    if (count === 0) return
  }
  void queryClient.invalidateQueries()
  notify(translate('editing.manyRestored', { count }), 'positive')
}

const batchesOf = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / maxWorksPerEdit) }, (_, at) =>
    all.slice(at * maxWorksPerEdit, (at + 1) * maxWorksPerEdit),
  )

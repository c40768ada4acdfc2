/** A work that a test edits, in a world with an administrator. */
import { api } from '@koedana/contract/api.ts'
import type { FieldOrigin, WorkField, WorkMetadata, WorkValues } from '@koedana/contract/editing.ts'
import type { FeedWork } from '@koedana/contract/feed.ts'
import { roleOf } from '@koedana/contract/values.ts'
import type { Engine } from '../../../testing/engines.ts'
import { type SignedInPerson, type World, world } from '../../../testing/world.ts'
import { whole } from '../../metadata/feed/testing/ingesting.ts'
import { ingestAs, minute } from '../../metadata/ingest/testing/source-batches.ts'

export interface EditedWork {
  readonly id: string
  /** The work as its feed line has it. */
  readonly line: FeedWork
  readonly metadata: () => Promise<WorkMetadata>
  readonly originOf: (field: WorkField) => Promise<FieldOrigin | undefined>
  readonly patch: (body: Patch) => Promise<WorkMetadata>
  readonly undo: (editId: string | undefined) => Promise<WorkMetadata>
  /** Ingests values of the marketplace. */
  readonly ingest: (work: Partial<FeedWork>, at: string) => Promise<unknown>
}

export interface Patch {
  readonly values?: WorkValues
  readonly release?: WorkField[]
}

export interface EditingWorld {
  readonly here: World
  readonly keeper: SignedInPerson
  /** A new one, from a feed of minute 0. */
  readonly makeWork: () => Promise<EditedWork>
}

export async function editingWorld(engine: Engine): Promise<EditingWorld> {
  const here = await world(engine)
  const keeper = await here.signIn({ role: roleOf.admin, ageRestriction: 'r18', username: 'keeper' })
  const { call } = keeper
  let next = 93_000_000
  const makeWork = async (): Promise<EditedWork> => {
    const id = `RJ${next++}`
    const params = { id }
    const line: FeedWork = { ...whole, id, ageCategory: 'all', languages: ['CHI_HANS', 'JPN'] }
    await here.make([line], minute(0))
    const metadata = () => call(api.getWorkEdits, { params })
    return {
      id,
      line,
      metadata,
      originOf: async (field) => (await metadata()).fields[field],
      patch: (body) => call(api.updateWork, { params, body: { ...body } }),
      undo: (editId = '') => call(api.undoWorkEdit, { params: { id, editId } }),
      ingest: (work, at) => ingestAs(here.deps.database, [{ id, ...work }], { source: 'marketplace', at }),
    }
  }
  return { here, keeper, makeWork }
}

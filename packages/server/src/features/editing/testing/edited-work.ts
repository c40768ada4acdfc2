/** A work that a test edits, on a server with an administrator. */
import { api } from '@koedana/contract/api.ts'
import type { FieldOrigin, WorkField, WorkMetadata, WorkValues } from '@koedana/contract/editing.ts'
import type { FeedWork } from '@koedana/contract/feed.ts'
import { type EntityKind, roleOf } from '@koedana/contract/values.ts'
import type { Engine } from '../../../testing/engines.ts'
import { type SignedInPerson, startTestServer, type World } from '../../../testing/test-server.ts'
import { fullWork } from '../../metadata/feed/testing/feed-fixtures.ts'
import { ingestAs, minute } from '../../metadata/ingest/testing/source-batches.ts'

export interface EditedWork {
  readonly id: string
  /** The work as a line of the catalog file. */
  readonly line: FeedWork
  readonly metadata: () => Promise<WorkMetadata>
  readonly originOf: (field: WorkField) => Promise<FieldOrigin | undefined>
  readonly patch: (body: Patch) => Promise<WorkMetadata>
  readonly undo: (editId: string | undefined) => Promise<WorkMetadata>
  /** Ingests values from the marketplace. */
  readonly ingest: (work: Partial<FeedWork>, at: string) => Promise<unknown>
}

export interface Patch {
  readonly values?: WorkValues
  readonly release?: WorkField[]
}

export interface EditingWorld {
  readonly here: World
  readonly keeper: SignedInPerson
  /** Creates a work from a catalog file dated minute 0. */
  readonly makeWork: () => Promise<EditedWork>
}

export async function editingWorld(engine: Engine): Promise<EditingWorld> {
  const here = await startTestServer(engine)
  const keeper = await here.signIn({ role: roleOf.admin, ageRestriction: 'r18', username: 'keeper' })
  const { call } = keeper
  let next = 93_000_000
  const makeWork = async (): Promise<EditedWork> => {
    const id = `RJ${next++}`
    const params = { id }
    const line: FeedWork = { ...fullWork, id, ageCategory: 'all', languages: ['CHI_HANS', 'JPN'] }
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

/** Creates works and entities for one test, on a server that several tests share. */
let last = 0

export interface Entities {
  /** A number that is part of every name and ID. */
  readonly own: number
  /** Returns the ID of a work. */
  readonly work: (at: number) => string
  readonly named: (name: string) => { readonly id: string; readonly name: string }
  readonly merge: (kind: EntityKind, id: string, into: string) => Promise<unknown>
  readonly rename: (
    kind: EntityKind,
    id: string,
    body: { readonly name?: string; readonly kana?: string | null },
  ) => Promise<unknown>
  /** Returns the IDs of works that match a filter, in order. */
  readonly idsOf: (query: Filter) => Promise<string[]>
}

type Filter = Readonly<Partial<Record<EntityKind | 'excludedArtists', string[]>>> & { readonly q?: string }

export function entitiesIn({ here, keeper }: EditingWorld): Entities {
  const own = ++last
  return {
    own,
    work: (at) => `RJ${94_000_000 + own * 100 + at}`,
    named: (name) => ({ id: `${name}${own}`, name: `${name} ${own}` }),
    merge: (kind, id, into) => keeper.call(api.mergeEntity, { params: { kind, id }, body: { into } }),
    rename: (kind, id, body) => keeper.call(api.updateEntity, { params: { kind, id }, body: { ...body } }),
    idsOf: async (query) => {
      const { items } = await here.call(api.listWorks, { query: { ...query } })
      return items.map(({ id }) => id).sort()
    },
  }
}

import { runOptions } from '@koedana/catalogue/testing/property-runs.ts'
import type { WorkMetadata, WorkValues } from '@koedana/contract/editing.ts'
import type { FeedWork } from '@koedana/contract/feed.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { minute } from '../metadata/ingest/testing/source-batches.ts'
import { type EditedWork, type EditingWorld, editingWorld } from './testing/edited-work.ts'
import {
  IngestModel,
  type Modelled,
  modelled,
  type State,
  step,
  type Values,
} from './testing/ingest-model.ts'

const entity = (id: string) => ({ id, name: `Name of ${id}` })

const feedOf = ({ artists, maker, ...others }: Values): Partial<FeedWork> => ({
  ...others,
  ...(artists && { artists: artists.map(entity) }),
  ...(maker !== undefined && { maker: maker === null ? null : entity(maker) }),
})

const editOf = ({ artists, maker, ...others }: Values): WorkValues => ({
  ...others,
  ...(artists && { artists: artists.map((id) => ({ id })) }),
  ...(maker !== undefined && { maker: maker === null ? null : { id: maker } }),
})

const valueIn = ({ work }: WorkMetadata, field: Modelled): unknown => {
  if (field === 'artists') return work.artists.map(({ id }) => id)
  return field === 'maker' ? (work.maker?.id ?? null) : work[field]
}

const statesIn = (metadata: WorkMetadata): Map<Modelled, State> =>
  new Map(
    modelled.map((field) => {
      const { source, at, lock } = metadata.fields[field] ?? { source: 'none', at: '', lock: null }
      const origin = source === 'edit' ? source : `${source} ${at}`
      return [field, { value: valueIn(metadata, field), origin, isLocked: lock !== null }]
    }),
  )

eachEngine((engine) => {
  let all: EditingWorld
  beforeAll(async () => {
    all = await editingWorld(engine)
    // Creates all entities that may be named.
    await all.here.make(
      ['a1', 'a2', 'a3'].map((id, at) => ({
        id: `RJ9290000${at}`,
        maker: entity(id),
        artists: [entity(id)],
      })),
    )
  })
  afterAll(() => all.here.close())

  const act = async (
    work: EditedWork,
    model: IngestModel,
    { one, at }: { one: typeof step extends fc.Arbitrary<infer T> ? T : never; at: string },
  ) => {
    switch (one.kind) {
      case 'line':
        model.line(one.values, `feed ${at}`)
        return all.here.make([{ id: work.id, ...feedOf(one.values) }], at)
      case 'marketplace':
        model.ingest(one.values, `marketplace ${at}`)
        return work.ingest(feedOf(one.values), at)
      case 'edit':
        model.edit(one.values, one.release)
        return work.patch({ values: editOf(one.values), release: one.release })
      case 'undo': {
        const edit = model.edits[one.back]
        if (!edit) return
        const { id } = (await work.metadata()).edits[one.back] ?? {}
        if (!model.canUndo(edit)) return expect(work.undo(id)).rejects.toMatchObject({ status: 409 })
        model.undo(edit)
        return work.undo(id)
      }
    }
  }

  test('the last source of each field wins, locks keep sources out, and undoing restores exactly', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        const work = await all.makeWork()
        const model = new IngestModel(statesIn(await work.metadata()))
        for (const [index, one] of steps.entries()) {
          await act(work, model, { one, at: minute(index + 1) })
          const after = await work.metadata()
          expect(statesIn(after)).toEqual(model.states)
          expect(after.edits.map(({ canUndo }) => canUndo)).toEqual(
            model.edits.map((edit) => model.canUndo(edit)),
          )
        }
      }),
      runOptions(engine.name === 'sqlite' ? 40 : 10),
    )
  })
})

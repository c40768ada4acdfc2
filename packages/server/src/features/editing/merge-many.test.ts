import { api } from '@koedana/contract/api.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { latestSeq, readChangesSince } from '../../db/changes.ts'
import { eachEngine } from '../../testing/engines.ts'
import { type EditingWorld, editingWorld } from './testing/edited-work.ts'

const idAt = (at: number) => `RJ${95_000_000 + at}`
const count = 1_200
const old = { id: '901', name: 'Lullaby' }
const now = { id: '902', name: 'Cradle song' }

eachEngine((engine) => {
  let all: EditingWorld
  beforeAll(async () => {
    all = await editingWorld(engine)
  })
  afterAll(() => all.here.close())

  test('a merge of very many works is one change; lists follow, and what people do meanwhile goes before it', async () => {
    const { here, keeper } = all
    const { catalogue, db } = here.deps
    const works = Array.from({ length: count }, (_, at) => ({
      id: idAt(at),
      name: `Night ${at}`,
      ageCategory: 'all' as const,
      genres: at % 3 === 0 ? [now, old] : [old],
    }))
    await here.make([...works, { id: idAt(count), name: 'Other', ageCategory: 'all', genres: [now] }])
    const before = await latestSeq(db)
    await keeper.call(api.mergeEntity, { params: { kind: 'genres', id: old.id }, body: { into: now.id } })
    const changes = await readChangesSince(db, before, 5_000)
    expect(changes.map(({ subject }) => subject).sort()).toEqual(['genres', 'genres', 'works'])

    const body = { values: { ageCategory: 'r18' as const } }
    await keeper.call(api.updateWork, { params: { id: idAt(7) }, body })
    const { total } = await here.call(api.listWorks, { query: { q: idAt(7) } })
    expect(total).toBe(0)

    await catalogue.caughtUp()
    for (const id of [now.id, old.id]) {
      expect((await here.call(api.listWorks, { query: { genres: [id] } })).total).toBe(count)
      const entity = await here.call(api.getEntity, { params: { kind: 'genres', id } })
      expect(entity).toMatchObject({ id: now.id, workCount: count })
    }
    const shown = await here.call(api.getWork, { params: { id: idAt(0) }, query: {} })
    expect(shown.genres.map(({ id }) => id)).toEqual([now.id])
  })
})

import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { fullWork } from '../metadata/feed/testing/feed-fixtures.ts'
import { type EditedWork, type EditingWorld, editingWorld } from './testing/edited-work.ts'

eachEngine((engine) => {
  let all: EditingWorld
  let work: EditedWork
  beforeAll(async () => {
    all = await editingWorld(engine)
  })
  afterAll(() => all.here.close())
  beforeEach(async () => {
    work = await all.makeWork()
  })

  test('two administrators at once: both changes are made, one after the other', async () => {
    const other = await all.here.signIn({ role: roleOf.admin })
    const edits = Array.from({ length: 12 }, (_, at) =>
      (at % 2 === 0 ? all.keeper : other).call(api.updateWork, {
        params: { id: work.id },
        body: { values: at % 3 === 0 ? { price: at } : { series: { name: `Shared by ${work.id}` } } },
      }),
    )
    await Promise.all(edits)
    const after = await work.metadata()
    const named = await all.here.deps.db
      .selectFrom('series')
      .select('id')
      .where('name', '=', `Shared by ${work.id}`)
      .execute()
    expect(named).toHaveLength(1)
    expect(after.work.series?.id).toBe(named[0]?.id)
    const last = after.edits.find(({ changes }) => changes.some(({ field }) => field === 'price'))
    expect(last?.changes[0]?.after).toBe(String(after.work.price))
    // Each edit starts from the result of the one before.
    const prices = after.edits
      .flatMap(({ changes }) => changes.filter(({ field }) => field === 'price'))
      .reverse()
    for (const [at, { before }] of prices.entries())
      expect(before).toBe(at === 0 ? String(fullWork.price) : prices[at - 1]?.after)
  })

  test('one administrator undoes while another edits: the field is never of neither', async () => {
    const first = await work.patch({ values: { price: 1 } })
    const outcomes = await Promise.allSettled([
      work.undo(first.edits[0]?.id),
      work.patch({ values: { price: 2 } }),
    ])
    const after = await work.metadata()
    // Either the undo came first, or the edit did and the undo was rejected.
    expect(after.work.price).toBe(2)
    expect(outcomes[1]?.status).toBe('fulfilled')
  })
})

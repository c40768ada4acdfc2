import { api } from '@koedana/contract/api.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { fullWork } from '../metadata/feed/testing/feed-fixtures.ts'
import { minute } from '../metadata/ingest/testing/source-batches.ts'
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

  test('a field goes from feed to marketplace to an editor, and back to its sources', async () => {
    expect(await work.originOf('price')).toEqual({ source: 'feed', at: minute(0), lock: null })
    await work.ingest({ price: 500 }, minute(1))
    expect(await work.originOf('price')).toEqual({ source: 'marketplace', at: minute(1), lock: null })
    const edited = await work.patch({ values: { price: 100 } })
    const lock = edited.fields.price?.lock
    const origin = { source: 'edit', at: lock?.at }
    expect(edited.fields.price).toEqual({ ...origin, lock: { by: 'keeper', at: lock?.at } })
    expect(edited.work.price).toBe(100)
    await work.ingest({ price: 600, sales: 77 }, minute(2))
    expect((await work.metadata()).work).toMatchObject({ price: 100, sales: 77 })
    const released = await work.patch({ release: ['price'] })
    expect(released.work.price).toBe(100)
    expect(released.fields.price).toEqual({ ...origin, lock: null })
    // The first line is ingested again, unchanged.
    await all.here.make([work.line], minute(3))
    expect((await work.metadata()).work.price).toBe(fullWork.price)
    expect(await work.originOf('price')).toEqual({ source: 'feed', at: minute(3), lock: null })
  })

  test('lists show an edit at once, and say nothing of who made it', async () => {
    await work.patch({ values: { name: '星の図書館', names: {}, sales: 4_321 } })
    const { items } = await all.here.call(api.listWorks, { query: { q: '星の図書館' } })
    expect(items.map((item) => item.id)).toContain(work.id)
    const shown = await all.here.call(api.getWork, { params: { id: work.id } })
    expect(shown.title).toBe('星の図書館')
    expect(JSON.stringify(shown)).not.toContain('keeper')
    const { points } = await all.here.call(api.getWorkHistory, { params: { id: work.id } })
    expect(points.at(-1)?.sales).toBe(4_321)
  })

  test('a value given as it stands is locked, once; nothing given writes nothing', async () => {
    const locked = await work.patch({ values: { price: fullWork.price } })
    expect(locked.fields.price?.lock?.by).toBe('keeper')
    const again = await work.patch({ values: { price: fullWork.price } })
    expect(again).toEqual(locked)
    expect(await work.patch({})).toEqual(locked)
    expect(await work.patch({ release: ['name'] })).toEqual(locked)
  })
})

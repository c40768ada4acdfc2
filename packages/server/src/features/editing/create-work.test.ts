import { api } from '@koedana/contract/api.ts'
import { workFieldNames } from '@koedana/contract/field-lists.ts'
import { workKeyOf } from '@koedana/contract/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { minute } from '../metadata/ingest/testing/source-batches.ts'
import { type EditingWorld, editingWorld } from './testing/edited-work.ts'

eachEngine((engine) => {
  let all: EditingWorld
  beforeAll(async () => {
    all = await editingWorld(engine)
  })
  afterAll(() => all.here.close())

  const create = (body: { name: string; price?: number }) => all.keeper.call(api.createWork, { body })

  test('an own work is in lists at once, and no source changes what was given of it', async () => {
    const made = await all.keeper.call(api.createWork, {
      body: { name: '手作り', ageCategory: 'all', price: 300, artists: [{ name: 'Wren' }] },
    })
    expect(made.id).toMatch(/^KD\d{8}$/)
    expect(made).toMatchObject({ availability: 'own', price: 300, artists: [{ name: 'Wren' }] })
    const { items } = await all.here.call(api.listWorks, { query: { q: '手作り' } })
    expect(items.map(({ id }) => id)).toEqual([made.id])
    await all.here.make([{ id: made.id, name: 'Other', price: 1, sales: 7 }], minute(1))
    const { work, fields } = await all.keeper.call(api.getWorkEdits, { params: { id: made.id } })
    expect(work).toMatchObject({ name: '手作り', price: 300, sales: 7 })
    expect(workFieldNames.filter((field) => fields[field]?.lock)).toEqual([
      'name',
      'ageCategory',
      'price',
      'artists',
    ])
    expect(fields.sales).toMatchObject({ source: 'feed', at: minute(1) })
    expect(fields.kana).toMatchObject({ source: 'edit' })
  })

  test('each gets an id of its own, also at once, past those that are there, and none comes back', async () => {
    const { id } = await create({ name: 'First' })
    const key = workKeyOf(id)
    const taken = `KD${String(key + 2).padStart(8, '0')}`
    await all.here.make([{ id: taken, name: 'From a feed' }])
    const made = await Promise.all(Array.from({ length: 8 }, (_, at) => create({ name: `At once ${at}` })))
    const ids = made.map((work) => work.id)
    expect(new Set([...ids, id, taken]).size).toBe(10)
    const last = ids.toSorted().at(-1) ?? ''
    await all.here.deps.write.deleteFrom('work').where('id', '=', last).execute()
    expect((await create({ name: 'Next' })).id > last).toBe(true)
  })

  test('an unknown entity is refused with its field, and no id is lost', async () => {
    const { id } = await create({ name: 'Before' })
    const body = { name: 'Refused', genres: [{ id: 'nowhere' }], series: { name: 'Never made' } }
    await expect(all.keeper.call(api.createWork, { body })).rejects.toMatchObject({
      status: 422,
      body: { fields: { 'body.genres': 'valueUnknown' } },
    })
    const series = all.here.deps.db.selectFrom('series').select('id').where('name', '=', 'Never made')
    expect(await series.execute()).toEqual([])
    expect(workKeyOf((await create({ name: 'After' })).id)).toBe(workKeyOf(id) + 1)
  })
})

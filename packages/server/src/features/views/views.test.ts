import { api } from '@koedana/contract/api.ts'
import { maxViews } from '@koedana/contract/views.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'

const [rain, night] = [
  { id: 'g1', name: 'Rain' },
  { id: 'g2', name: 'Night' },
]
const work = (id: string, more: object = {}) => ({ id, name: id, ageCategory: 'all' as const, ...more })

eachEngine((engine) => {
  let w: World
  let now = new Date('2026-11-20T20:00:00.000Z')
  beforeEach(async () => {
    now = new Date('2026-11-20T20:00:00.000Z')
    w = await startTestServer(engine, { now: () => now })
    await w.make([work('RJ90000001', { genres: [rain] }), work('RJ90000002', { genres: [night] })])
  })
  afterEach(() => w.close())
  const later = (hours: number) => {
    now = new Date(now.getTime() + hours * 3_600_000)
  }
  const kept = async (call: World['call']) =>
    (await call(api.listViews, {})).items.map(({ name, newCount }) => `${name} ${newCount}`)

  test('a view counts what came into it since its owner looked, for nobody else', async () => {
    const { call } = await w.signIn()
    const other = await w.signIn()
    const view = await call(api.createView, { body: { name: ' Rain ', search: { genres: ['g1'] } } })
    expect(view).toEqual({ id: expect.any(String), name: 'Rain', search: { genres: ['g1'] }, newCount: 0 })
    later(2)
    await w.make([work('RJ90000003', { genres: [rain] }), work('RJ90000004', { genres: [night] })])
    expect(await kept(call)).toEqual(['Rain 1'])
    expect(await kept(other.call)).toEqual([])
    later(1)
    await call(api.seeView, { params: { id: view.id } })
    expect(await kept(call)).toEqual(['Rain 0'])
    for (const act of [api.seeView, api.restoreView, api.deleteView] as const) {
      await other.call(act, { params: { id: view.id } }).catch(() => undefined)
    }
    const theirs = other.call(api.updateView, { params: { id: view.id }, body: { name: 'mine' } })
    await expect(theirs).rejects.toMatchObject({ status: 404 })
    expect(await kept(call)).toEqual(['Rain 0'])
    await expect(w.call(api.listViews, {})).rejects.toMatchObject({ status: 401 })
  })

  test('what the viewer may not see, or chose not to, is in no count', async () => {
    const grown = await w.signIn({ ageRestriction: 'r18' })
    const young = await w.signIn({ ageRestriction: 'all' })
    for (const { call } of [grown, young]) {
      await call(api.createView, { body: { name: 'all', search: {} } })
      const search = { policy: 'strict' as const }
      await call(api.createView, { body: { name: 'strict', search } })
    }
    later(1)
    await w.make([work('RJ90000005', { ageCategory: 'r18' }), work('RJ90000006', { genres: [night] })])
    expect(await kept(grown.call)).toEqual(['all 2', 'strict 1'])
    expect(await kept(young.call)).toEqual(['all 1', 'strict 1'])
    const excluded = { makers: [], series: [], artists: [], illustrators: [], genres: [{ id: 'g2' }] }
    const body = { policy: 'off' as const, ageFilterMode: 'no_limit' as const, filterDefaults: {}, excluded }
    await grown.call(api.saveSettings, { body })
    expect(await kept(grown.call)).toEqual(['all 1', 'strict 0'])
  })

  test('views are renamed, put in order, deleted, restored in their position, and gone after a day', async () => {
    const { call } = await w.signIn()
    const ids: string[] = []
    for (const name of ['a', 'b', 'c']) {
      ids.push((await call(api.createView, { body: { name, search: { q: name } } })).id)
    }
    const [a = '', b = '', c = ''] = ids
    await call(api.updateView, { params: { id: b }, body: { name: 'B' } })
    const ordered = await call(api.orderViews, { body: { ids: [c, 'unknown', a] } })
    expect(ordered.items.map(({ name }) => name)).toEqual(['c', 'a', 'B'])
    await call(api.deleteView, { params: { id: a } })
    await call(api.deleteView, { params: { id: a } })
    expect(await kept(call)).toEqual(['c 0', 'B 0'])
    await expect(call(api.seeView, { params: { id: a } })).rejects.toMatchObject({ status: 404 })
    expect(await call(api.restoreView, { params: { id: a } })).toMatchObject({
      name: 'a',
      search: { q: 'a' },
    })
    expect(await kept(call)).toEqual(['c 0', 'a 0', 'B 0'])
    await call(api.deleteView, { params: { id: a } })
    later(25)
    await expect(call(api.restoreView, { params: { id: a } })).rejects.toMatchObject({ status: 404 })
  })

  test('names and their number are bounded, also at once', async () => {
    const { call } = await w.signIn()
    for (const name of ['', '   ', 'x'.repeat(61), 'a\u0000b']) {
      await expect(call(api.createView, { body: { name, search: {} } })).rejects.toMatchObject({
        status: 400,
      })
    }
    const tries = Array.from({ length: maxViews + 5 }, (_, at) =>
      call(api.createView, { body: { name: `view ${at}`, search: {} } }).then(
        () => 1,
        () => 0,
      ),
    )
    const made = (await Promise.all(tries)).reduce<number>((sum, one) => sum + one, 0)
    expect(made).toBe(maxViews)
    const [first] = (await call(api.listViews, {})).items
    await call(api.deleteView, { params: { id: first?.id ?? '' } })
    await call(api.createView, { body: { name: 'one more', search: {} } })
    await expect(call(api.restoreView, { params: { id: first?.id ?? '' } })).rejects.toMatchObject({
      status: 422,
    })
  })

  test('a stored search that means nothing any more, and entities that are gone, are harmless', async () => {
    const { call } = await w.signIn()
    const { id } = await call(api.createView, {
      body: { name: 'odd', search: { genres: ['gone'], excludedMakers: ['gone'] } },
    })
    later(1)
    await w.make([work('RJ90000007')])
    expect(await kept(call)).toEqual(['odd 0'])
    await w.deps.write
      .updateTable('saved_view')
      .set({ search: 'sort=byMood&excludedMakers=gone&minPrice=cheap' })
      .where('id', '=', id)
      .execute()
    expect((await call(api.listViews, {})).items).toMatchObject([
      { search: { excludedMakers: ['gone'] }, newCount: 1 },
    ])
  })

  test('a view by what is one’s own counts by the marks of its owner', async () => {
    const { call } = await w.signIn()
    await call(api.createView, { body: { name: 'loved', search: { favorite: true } } })
    later(1)
    await w.make([work('RJ90000008'), work('RJ90000009')])
    await call(api.addFavorite, { params: { id: 'RJ90000008' } })
    expect(await kept(call)).toEqual(['loved 1'])
  })
})

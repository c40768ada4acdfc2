import { api } from '@koedana/contract/api.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { type EditingWorld, type Entities, editingWorld, entitiesIn } from './testing/edited-work.ts'

eachEngine((engine) => {
  let all: EditingWorld
  let its: Entities
  beforeAll(async () => {
    all = await editingWorld(engine)
  })
  afterAll(() => all.here.close())
  beforeEach(() => {
    its = entitiesIn(all)
  })

  test('what was one id leads to the other everywhere: page, filter, search, suggestions, source records', async () => {
    const [old, now] = [its.named('Foxglove'), its.named('Digitalis')]
    await all.here.make([
      { id: its.work(1), name: 'One', ageCategory: 'all', artists: [old] },
      { id: its.work(2), name: 'Two', ageCategory: 'all', artists: [now] },
    ])
    expect(await its.merge('artists', old.id, now.id)).toEqual(now)
    const page = await all.here.call(api.getEntity, { params: { kind: 'artists', id: old.id } })
    expect(page).toEqual({ ...now, workCount: 2, ownedCount: 0 })
    expect(await its.idsOf({ artists: [old.id] })).toEqual([its.work(1), its.work(2)])
    expect(await its.idsOf({ artists: [old.id, now.id] })).toEqual([its.work(1), its.work(2)])
    expect(await its.idsOf({ q: old.name })).toEqual([its.work(1), its.work(2)])
    expect(await its.idsOf({ artists: [now.id], excludedArtists: [old.id] })).toEqual([])
    const { entities } = await all.here.call(api.suggest, { query: { q: old.name } })
    expect(entities.map(({ id }) => id)).toEqual([now.id])
    await all.here.make([{ id: its.work(3), name: 'Three', ageCategory: 'all', artists: [old, now] }])
    const third = await all.here.call(api.getWork, { params: { id: its.work(3) } })
    expect(third.artists).toEqual([now])
    const edited = await all.keeper.call(api.updateWork, {
      params: { id: its.work(3) },
      body: { values: { artists: [{ name: old.name }] } },
    })
    expect(edited.work.artists).toEqual([now])
  })

  test('merging again leads on: aliases of aliases follow', async () => {
    const [a, b, c] = [its.named('Ash'), its.named('Birch'), its.named('Cedar')]
    await all.here.make([
      { id: its.work(1), name: 'One', ageCategory: 'all', series: a },
      { id: its.work(2), name: 'Two', ageCategory: 'all', series: b },
      { id: its.work(3), name: 'Three', ageCategory: 'all', series: c },
    ])
    await its.merge('series', a.id, b.id)
    await its.merge('series', b.id, c.id)
    expect(await its.idsOf({ series: [a.id] })).toEqual([its.work(1), its.work(2), its.work(3)])
    await expect(its.merge('series', a.id, c.id)).rejects.toMatchObject({ status: 422 })
  })

  test('an edit made before a merge is undone after it', async () => {
    const [old, now] = [its.named('Heron'), its.named('Egret')]
    await all.here.make([
      { id: its.work(1), name: 'One', ageCategory: 'all', illustrators: [old] },
      { id: its.work(2), name: 'Two', ageCategory: 'all', illustrators: [now] },
    ])
    const params = { id: its.work(1) }
    const { edits } = await all.keeper.call(api.updateWork, {
      params,
      body: { values: { illustrators: [] } },
    })
    await its.merge('illustrators', old.id, now.id)
    const editId = edits[0]?.id ?? ''
    const undone = await all.keeper.call(api.undoWorkEdit, { params: { ...params, editId } })
    expect(undone.work.illustrators).toEqual([now])
  })

  test('somebody who hid or followed one hides and follows the other, once', async () => {
    const [old, now] = [its.named('Tin Roof'), its.named('Slate Roof')]
    await all.here.make([
      { id: its.work(1), name: 'One', ageCategory: 'all', maker: old },
      { id: its.work(2), name: 'Two', ageCategory: 'all', maker: now },
    ])
    const reader = await all.here.signIn()
    const both = await all.here.signIn()
    const settings = (ids: string[]) => ({
      policy: 'off' as const,
      ageFilterMode: 'no_limit' as const,
      filterDefaults: {},
      excluded: {
        makers: ids.map((id) => ({ id, reason: 'not mine' })),
        series: [],
        artists: [],
        illustrators: [],
        genres: [],
      },
    })
    await reader.call(api.saveSettings, { body: settings([old.id]) })
    await both.call(api.saveSettings, { body: settings([old.id, now.id]) })
    const users = await all.here.deps.db.selectFrom('user').select(['key', 'id']).execute()
    const keyOf = (id: string) => users.find((user) => user.id === id)?.key ?? 0
    await all.here.deps.write
      .insertInto('follow')
      .values([
        { user_key: keyOf(reader.user.id), kind: 'makers', entity_id: old.id, followed_at: 'then' },
        { user_key: keyOf(both.user.id), kind: 'makers', entity_id: old.id, followed_at: 'then' },
        { user_key: keyOf(both.user.id), kind: 'makers', entity_id: now.id, followed_at: 'now' },
      ])
      .execute()
    await its.merge('makers', old.id, now.id)
    for (const { call, user } of [reader, both]) {
      const { excluded } = await call(api.getSettings, {})
      expect(excluded.makers.map(({ id }) => id)).toEqual([now.id])
      const { items } = await call(api.listWorks, { query: { makers: [now.id] } })
      expect(items).toEqual([])
      const follows = all.here.deps.db
        .selectFrom('follow')
        .select('entity_id')
        .where('user_key', '=', keyOf(user.id))
      expect(await follows.execute()).toEqual([{ entity_id: now.id }])
    }
  })

  test('with itself, across kinds, and with nobody: refused', async () => {
    const [artist, maker] = [its.named('Linden'), its.named('Maple')]
    await all.here.make([{ id: its.work(1), name: 'One', artists: [artist], maker }])
    await expect(its.merge('artists', artist.id, artist.id)).rejects.toMatchObject({
      status: 422,
      body: { code: 'mergeRefused' },
    })
    await expect(its.merge('artists', artist.id, maker.id)).rejects.toMatchObject({
      status: 422,
      body: { code: 'mergeRefused' },
    })
    await expect(its.merge('artists', artist.id, 'nobody')).rejects.toMatchObject({ status: 404 })
    await expect(its.merge('artists', 'nobody', artist.id)).rejects.toMatchObject({ status: 404 })
    await expect(its.rename('artists', 'nobody', { name: 'x' })).rejects.toMatchObject({ status: 404 })
    await expect(its.rename('artists', artist.id, { name: ' ' })).rejects.toMatchObject({ status: 400 })
  })
})

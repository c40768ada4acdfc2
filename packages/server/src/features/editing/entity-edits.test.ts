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

  test('a name given by hand is shown and found at once, and no source record changes it', async () => {
    const maker = its.named('Lantern')
    await all.here.make([{ id: its.work(1), name: 'One', ageCategory: 'all', maker }])
    expect(await its.rename('makers', maker.id, { name: `Beacon ${its.own}`, kana: 'ビーコン' })).toEqual({
      id: maker.id,
      name: `Beacon ${its.own}`,
    })
    const { entities } = await all.here.call(api.suggest, { query: { q: `Beacon ${its.own}` } })
    expect(entities).toMatchObject([{ kind: 'makers', id: maker.id }])
    await all.here.make([{ id: its.work(1), sales: 5, maker: { ...maker, kana: 'ランタン' } }])
    const { maker: shown } = await all.here.call(api.getWork, { params: { id: its.work(1) } })
    expect(shown).toEqual({ id: maker.id, name: `Beacon ${its.own}` })
  })

  test('a genre is renamed in the language in which it was read', async () => {
    const genre = { ...its.named('癒し'), names: { 'en-US': `Calm ${its.own}` } }
    await all.here.make([{ id: its.work(1), name: 'One', ageCategory: 'all', genres: [genre] }])
    expect(await its.rename('genres', genre.id, { name: 'Peaceful' })).toMatchObject({ name: 'Peaceful' })
    const read = (locale: 'en-US' | 'ja-JP') =>
      all.here.as(locale)(api.getEntity, { params: { kind: 'genres', id: genre.id } })
    expect((await read('en-US')).name).toBe('Peaceful')
    expect((await read('ja-JP')).name).toBe(genre.name)
    await all.here.make([{ id: its.work(1), sales: 1, genres: [genre] }])
    expect((await read('en-US')).name).toBe('Peaceful')
  })

  test('a new name is the entity that has it, in any width and case, and a made one is its own', async () => {
    const artist = its.named('Robin Hill')
    await all.here.make([{ id: its.work(1), name: 'One', ageCategory: 'all', artists: [artist] }])
    const wide = `ｒｏｂｉｎ　ＨＩＬＬ ${its.own}`
    const patched = await all.keeper.call(api.updateWork, {
      params: { id: its.work(1) },
      body: {
        values: { artists: [{ name: wide }, { name: `Robin Hall ${its.own}` }, { name: artist.name }] },
      },
    })
    expect(patched.work.artists.map(({ id }) => id)).toEqual([artist.id, expect.stringMatching(/^own-/)])
  })
})

import { api } from '@koedana/contract/api.ts'
import type { Call } from '@koedana/contract/kit/client.ts'
import { mostWorksAtOnce } from '@koedana/contract/marks.ts'
import { tagBounds } from '@koedana/contract/tag-name.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { type World, world } from '../../testing/world.ts'

const [one, two, adult, absent] = ['RJ90000001', 'RJ90000002', 'RJ90000003', 'RJ90009999'] as const

const save = async (call: Call, favorite: boolean, ...ids: string[]) =>
  (await call(api.saveFavorites, { body: { ids, favorite } })).changed.sort()
const tag = async (
  call: Call,
  { name, tagged = true }: { name: string; tagged?: boolean },
  ...ids: string[]
) => (await call(api.tagWorks, { body: { ids, name, tagged } })).changed.sort()
const favorites = async (call: Call) => (await call(api.listFavorites, {})).items.map(({ id }) => id).sort()
const tagged = async (call: Call, name: string) =>
  (await call(api.listWorks, { query: { ownTags: [name] } })).items.map(({ id }) => id).sort()

eachEngine((engine) => {
  let w: World
  let now = new Date()
  beforeEach(async () => {
    w = await world(engine, { now: () => now })
    await w.make([
      { id: one, name: 'rain', ageCategory: 'all' },
      { id: two, name: 'wind', ageCategory: 'all' },
      { id: adult, name: 'night', ageCategory: 'r18' },
    ])
  })
  afterEach(() => w.close())
  const pass = (milliseconds: number) => {
    now = new Date(now.getTime() + milliseconds)
  }

  test('favorites say which works they changed, which takes the change back, and are one person’s', async () => {
    const { call } = await w.signIn({ ageRestriction: 'r18' })
    const other = await w.signIn({ ageRestriction: 'r18' })
    await save(call, true, one)
    expect(await save(call, true, one, two.toLowerCase(), two, adult)).toEqual([two, adult])
    expect(await favorites(call)).toEqual([one, two, adult])
    expect(await save(other.call, false, one, two)).toEqual([])
    expect(await save(call, false, two, adult)).toEqual([two, adult])
    expect(await favorites(call)).toEqual([one])
  })

  test('what is there already stays where it is among the favorites', async () => {
    const { call } = await w.signIn()
    await save(call, true, one)
    pass(1_000)
    await save(call, true, two)
    pass(1_000)
    await save(call, true, one, two)
    expect((await call(api.listFavorites, {})).items.map(({ id }) => id)).toEqual([two, one])
  })

  test('a hidden work is to both as one that does not exist, and stays as it was', async () => {
    const account = { username: 'haruka', password: 'lantern moss 7' }
    const before = await w.signIn({ ...account, ageRestriction: 'r18' })
    await save(before.call, true, adult)
    await tag(before.call, { name: 'sleep' }, adult)
    const admin = await w.signIn({ role: roleOf.admin })
    const ageRestriction = (age: 'all' | 'r18') => ({
      params: { id: before.user.id },
      body: { ageRestriction: age },
    })
    await admin.call(api.updateUser, ageRestriction('all'))
    const call = w.bearing((await w.call(api.login, { body: account })).token)
    for (const id of [adult, absent]) {
      expect(await save(call, true, id)).toEqual([])
      expect(await save(call, false, id)).toEqual([])
      expect(await tag(call, { name: 'sleep' }, id)).toEqual([])
      expect(await tag(call, { name: 'sleep', tagged: false }, id)).toEqual([])
    }
    expect(await save(call, true, one, adult, absent)).toEqual([one])
    expect(await tag(call, { name: 'sleep' }, one, adult, absent)).toEqual([one])
    await admin.call(api.updateUser, ageRestriction('r18'))
    const after = w.bearing((await w.call(api.login, { body: account })).token)
    expect(await favorites(after)).toEqual([one, adult])
    expect(await tagged(after, 'sleep')).toEqual([one, adult])
  })

  test('a tag is the one of another spelling, and is gone with its last work', async () => {
    const { call } = await w.signIn()
    const other = await w.signIn()
    await tag(call, { name: 'Sleep' }, one)
    expect(await tag(call, { name: 'ｓｌｅｅｐ' }, one, two)).toEqual([two])
    expect((await call(api.listTags, {})).items).toMatchObject([{ name: 'Sleep', workCount: 2 }])
    expect(await tag(other.call, { name: 'sleep', tagged: false }, one, two)).toEqual([])
    expect(await tag(call, { name: 'SLEEP', tagged: false }, one, two)).toEqual([one, two])
    expect((await call(api.listTags, {})).items).toEqual([])
    expect(await tag(call, { name: 'sleep', tagged: false }, one)).toEqual([])
  })

  test('where one work has no room for the tag none gets it', async () => {
    const { call } = await w.signIn()
    const addTags = Array.from({ length: tagBounds.perWork }, (_, at) => `tag ${at}`)
    await call(api.saveMark, { params: { id: one }, body: { addTags } })
    await expect(tag(call, { name: 'more' }, one, two)).rejects.toMatchObject({ body: { code: 'tagsFull' } })
    expect(await tagged(call, 'more')).toEqual([])
    expect(await tag(call, { name: 'tag 0' }, one, two)).toEqual([two])
  })

  test('of two requests at once each work is changed by one', async () => {
    const { call } = await w.signIn()
    const results = await Promise.all([save(call, true, one, two), save(call, true, two, one)])
    expect(results.flat().sort()).toEqual([one, two])
  })

  test('lists are bounded, and what is no id is refused by name', async () => {
    const { call } = await w.signIn()
    const ids = Array.from({ length: mostWorksAtOnce }, (_, at) => `RJ${10_000_000 + at}`)
    expect(await save(call, true, ...ids)).toEqual([])
    for (const [wrong, field] of [
      [[...ids, one], 'body.ids'],
      [[], 'body.ids'],
      [['nothing'], 'body.ids'],
    ] as const) {
      const fields = { [field]: expect.any(String) }
      await expect(save(call, true, ...wrong)).rejects.toMatchObject({ status: 400, body: { fields } })
      await expect(tag(call, { name: 'x' }, ...wrong)).rejects.toMatchObject({
        status: 400,
        body: { fields },
      })
    }
    await expect(tag(call, { name: '\u0000' }, one)).rejects.toMatchObject({ status: 400 })
  })

  test('visitors have neither', async () => {
    await expect(save(w.call, true, one)).rejects.toMatchObject({ status: 401 })
    await expect(tag(w.call, { name: 'x' }, one)).rejects.toMatchObject({ status: 401 })
  })
})

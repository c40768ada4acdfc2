/** Favorites, own tags and statuses of many works by one request. */
import { api } from '@koedana/contract/api.ts'
import type { Call } from '@koedana/contract/kit/client.ts'
import { maxWorksAtOnce } from '@koedana/contract/marks.ts'
import { tagLimits } from '@koedana/contract/tag-name.ts'
import { type ProgressState, roleOf, workKeyOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { putInLibrary } from '../../testing/put-in-library.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'

const [one, two, adult, absent] = ['RJ90000001', 'RJ90000002', 'RJ90000003', 'RJ90009999'] as const

const save = async (call: Call, favorite: boolean, ...ids: string[]) =>
  (await call(api.saveFavorites, { body: { ids, favorite } })).changed.sort()
const tag = async (
  call: Call,
  { name, tagged = true }: { name: string; tagged?: boolean },
  ...ids: string[]
) => (await call(api.tagWorks, { body: { ids, name, tagged } })).changed.sort()
const setStatus = async (call: Call, progress: ProgressState | null, ...ids: string[]) =>
  (await call(api.saveMarks, { body: { items: ids.map((id) => ({ id, progress })) } })).changed
const statuses = async (call: Call, ...ids: string[]) =>
  (await call(api.listMarks, { query: { ids } })).items.map(({ progress }) => progress)
const favorites = async (call: Call) => (await call(api.listFavorites, {})).items.map(({ id }) => id).sort()
const tagged = async (call: Call, name: string) =>
  (await call(api.listWorks, { query: { ownTags: [name] } })).items.map(({ id }) => id).sort()

eachEngine((engine) => {
  let w: World
  let now = new Date()
  beforeEach(async () => {
    w = await startTestServer(engine, { now: () => now })
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

  test('a status of many works says what it was before, which takes the change back, and is one person’s', async () => {
    const { call } = await w.signIn({ ageRestriction: 'r18' })
    const other = await w.signIn({ ageRestriction: 'r18' })
    await call(api.saveMark, {
      params: { id: one },
      body: { progress: 'postponed', rating: 4, note: 'kept' },
    })
    await call(api.saveMark, { params: { id: two }, body: { progress: 'finished' } })
    pass(1_000)
    const changed = await setStatus(call, 'finished', one, two.toLowerCase(), two, adult)
    expect(changed).toHaveLength(2)
    expect(changed).toEqual(
      expect.arrayContaining([
        { id: one, progress: 'postponed' },
        { id: adult, progress: null },
      ]),
    )
    expect(await statuses(call, one, two, adult)).toEqual(['finished', 'finished', 'finished'])
    expect(await statuses(other.call, one, two, adult)).toEqual([null, null, null])
    expect(await call(api.getMark, { params: { id: one } })).toMatchObject({ rating: 4, note: 'kept' })
    const { items } = await call(api.listWorks, { query: { progress: ['finished'] } })
    expect(items.map(({ id }) => id).sort()).toEqual([one, two, adult])
    pass(1_000)
    expect((await call(api.saveMarks, { body: { items: changed } })).changed).toHaveLength(2)
    expect(await statuses(call, one, two, adult)).toEqual(['postponed', 'finished', null])
    expect(await setStatus(call, null, one, two)).toHaveLength(2)
    expect(await statuses(call, one, two)).toEqual([null, null])
    expect(await setStatus(call, null, one, two)).toEqual([])
  })

  test('a status by listening counts as the former one, and is replaced', async () => {
    await putInLibrary(w.deps.write, [one])
    await w.deps.catalogue.caughtUp()
    const { call } = await w.signIn()
    const [fileId, at] = [`file-${workKeyOf(one)}`, now.toISOString()]
    const play = { basedOn: 0, startedAt: at, fileId, position: 0, chosen: true }
    const report = { playId: 'play-0001', n: 0, kind: 'beat' as const, position: 5, listened: 5, at, play }
    const device = { id: 'phone-0001', name: 'phone' }
    await call(api.saveProgress, { body: { deviceNow: at, device, reports: [{ ...report, fileId }] } })
    expect(await statuses(call, one)).toEqual(['listening'])
    pass(1_000)
    expect(await setStatus(call, 'postponed', one)).toEqual([{ id: one, progress: 'listening' }])
    expect(await statuses(call, one)).toEqual(['postponed'])
  })

  test('of two statuses for one work in a request the last counts', async () => {
    const { call } = await w.signIn()
    const items = [
      { id: one, progress: 'want' },
      { id: one.toLowerCase(), progress: 'finished' },
    ] as const
    await call(api.saveMarks, { body: { items: [...items] } })
    expect(await statuses(call, one)).toEqual(['finished'])
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
    await setStatus(before.call, 'finished', adult)
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
      expect(await setStatus(call, 'want', id)).toEqual([])
    }
    expect(await save(call, true, one, adult, absent)).toEqual([one])
    expect(await setStatus(call, 'want', one, adult, absent)).toEqual([{ id: one, progress: null }])
    expect(await tag(call, { name: 'sleep' }, one, adult, absent)).toEqual([one])
    await admin.call(api.updateUser, ageRestriction('r18'))
    const after = w.bearing((await w.call(api.login, { body: account })).token)
    expect(await favorites(after)).toEqual([one, adult])
    expect(await tagged(after, 'sleep')).toEqual([one, adult])
    expect(await statuses(after, one, adult)).toEqual(['want', 'finished'])
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
    const addTags = Array.from({ length: tagLimits.perWork }, (_, at) => `tag ${at}`)
    await call(api.saveMark, { params: { id: one }, body: { addTags } })
    await expect(tag(call, { name: 'more' }, one, two)).rejects.toMatchObject({ body: { code: 'tagsFull' } })
    expect(await tagged(call, 'more')).toEqual([])
    expect(await tag(call, { name: 'tag 0' }, one, two)).toEqual([two])
  })

  test('of two requests at once each work is changed by one', async () => {
    const { call } = await w.signIn()
    const results = await Promise.all([save(call, true, one, two), save(call, true, two, one)])
    expect(results.flat().sort()).toEqual([one, two])
    const both = await Promise.all([setStatus(call, 'want', one, two), setStatus(call, 'want', two, one)])
    expect(
      both
        .flat()
        .map(({ id }) => id)
        .sort(),
    ).toEqual([one, two])
  })

  test('lists are bounded, and what is no id is refused by name', async () => {
    const { call } = await w.signIn()
    const ids = Array.from({ length: maxWorksAtOnce }, (_, at) => `RJ${10_000_000 + at}`)
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
    expect(await setStatus(call, 'want', ...ids)).toEqual([])
    await expect(setStatus(call, 'want', ...ids, one)).rejects.toMatchObject({
      status: 400,
      body: { fields: { 'body.items': expect.any(String) } },
    })
    await expect(setStatus(call, 'want')).rejects.toMatchObject({ status: 400 })
    await expect(setStatus(call, 'want', 'nothing')).rejects.toMatchObject({
      status: 400,
      body: { fields: { 'body.items.0.id': expect.any(String) } },
    })
    await expect(tag(call, { name: '\u0000' }, one)).rejects.toMatchObject({ status: 400 })
  })

  test('visitors have neither', async () => {
    await expect(save(w.call, true, one)).rejects.toMatchObject({ status: 401 })
    await expect(setStatus(w.call, 'want', one)).rejects.toMatchObject({ status: 401 })
    await expect(tag(w.call, { name: 'x' }, one)).rejects.toMatchObject({ status: 401 })
  })
})

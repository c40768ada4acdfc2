import { api } from '@koedana/contract/api.ts'
import type { Call } from '@koedana/contract/kit/client.ts'
import { tagLimits } from '@koedana/contract/tag-name.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'

const [one, two, adult] = ['RJ90000001', 'RJ90000002', 'RJ90000003'] as const

const tag = (call: Call, id: string, addTags: string[], removeTags: string[] = []) =>
  call(api.saveMark, { params: { id }, body: { addTags, removeTags } })
const tagsOf = async (call: Call) =>
  (await call(api.listTags, {})).items.map(({ name, workCount }) => `${name} ${workCount}`)
const found = async (call: Call, ...ownTags: string[]) =>
  (await call(api.listWorks, { query: { ownTags } })).items.map(({ id }) => id).sort()
const idOf = async (call: Call, name: string) => {
  const own = (await call(api.listTags, {})).items.find((item) => item.name === name)
  if (!own) throw new Error(`no tag ${name}`)
  return own.id
}

eachEngine((engine) => {
  let w: World
  beforeEach(async () => {
    w = await startTestServer(engine)
    await w.make([
      { id: one, name: 'rain', ageCategory: 'all' },
      { id: two, name: 'wind', ageCategory: 'all' },
      { id: adult, name: 'night', ageCategory: 'r18' },
    ])
  })
  afterEach(() => w.close())

  test('tags are compared as the search compares, filter lists and belong to one person', async () => {
    const { call } = await w.signIn()
    const other = await w.signIn()
    expect((await tag(call, one, ['Sleep', 'ねむい'])).tags).toEqual(['Sleep', 'ねむい'])
    expect((await tag(call, one, ['ｓｌｅｅｐ', 'ネムイ'])).tags).toEqual(['Sleep', 'ねむい'])
    await tag(call, two, ['sleep'])
    expect(await tagsOf(call)).toEqual(['Sleep 2', 'ねむい 1'])
    expect(await found(call, 'SLEEP')).toEqual([one, two])
    expect(await found(call, 'sleep', 'ねむい')).toEqual([one])
    expect(await found(call, 'unknown')).toEqual([])
    expect(await found(other.call, 'sleep')).toEqual([])
    expect(await found(w.call, 'sleep')).toEqual([])
    expect(await tagsOf(other.call)).toEqual([])
    expect((await tag(call, one, [], ['sleep'])).tags).toEqual(['ねむい'])
    await tag(call, two, [], ['Sleep'])
    expect(await tagsOf(call)).toEqual(['ねむい 1'])
  })

  test('a tag is renamed, merged only if that is wanted, and deleted', async () => {
    const { call } = await w.signIn()
    const other = await w.signIn()
    await tag(call, one, ['calm', 'quiet'])
    await tag(call, two, ['quiet'])
    const rename = (id: string, name: string, merge = false) =>
      call(api.renameTag, { params: { id }, body: { name, merge } })
    const quiet = await idOf(call, 'quiet')
    expect(await rename(quiet, 'Calm')).toEqual({ taken: 'calm' })
    expect(await tagsOf(call)).toEqual(['calm 1', 'quiet 2'])
    expect(await rename(quiet, 'Quiet')).toEqual({ taken: null })
    expect(await rename(quiet, 'CALM', true)).toEqual({ taken: null })
    expect(await tagsOf(call)).toEqual(['CALM 2'])
    await expect(rename(quiet, 'again')).rejects.toMatchObject({ status: 404 })
    const calm = await idOf(call, 'CALM')
    await other.call(api.deleteTag, { params: { id: calm } })
    await expect(
      other.call(api.renameTag, { params: { id: calm }, body: { name: 'mine' } }),
    ).rejects.toMatchObject({ status: 404 })
    expect(await found(call, 'calm')).toEqual([one, two])
    await call(api.deleteTag, { params: { id: calm } })
    expect(await tagsOf(call)).toEqual([])
    expect(await found(call, 'calm')).toEqual([])
  })

  test('a tag of works that cannot be seen is neither named nor counted', async () => {
    const { call } = await w.signIn({ ageRestriction: 'r18' })
    await tag(call, adult, ['late', 'rainy'])
    await tag(call, one, ['rainy'])
    await w.deps.write.updateTable('user').set({ age_restriction: 'all' }).execute()
    w.deps.sessions.forget('all')
    expect(await tagsOf(call)).toEqual(['rainy 1'])
    expect(await found(call, 'rainy')).toEqual([one])
    expect(await found(call, 'late')).toEqual([])
    await expect(tag(call, adult, ['more'])).rejects.toMatchObject({ status: 404 })
  })

  test('there is a most of tags, refused in words, and nothing was changed then', async () => {
    const { call } = await w.signIn()
    const names = Array.from({ length: tagLimits.perWork }, (_, at) => `tag ${at}`)
    await tag(call, one, names)
    await expect(tag(call, one, ['more'])).rejects.toMatchObject({ status: 422, body: { code: 'tagsFull' } })
    expect((await call(api.getMark, { params: { id: one } })).tags).toHaveLength(tagLimits.perWork)
    await tag(call, one, ['instead'], ['tag 0'])
    expect(await found(call, 'tag 0')).toEqual([])
  })

  test.each([{ addTags: [''] }, { addTags: ['x'.repeat(41)] }, { addTags: ['a\nb'] }, { addTags: ['〜'] }])(
    'refuses %o',
    async (payload) => {
      const { token } = await w.signIn()
      const headers = { authorization: `Bearer ${token}` }
      const response = await w.app.inject({ method: 'PUT', url: `/api/v3/marks/${one}`, headers, payload })
      expect(response.statusCode).toBe(400)
    },
  )
})

/** Edits of many works by one request, and undoing them. */
import { api } from '@koedana/contract/api.ts'
import { type ManyWorksValues, maxEntitiesPerField, maxWorksPerEdit } from '@koedana/contract/editing.ts'
import type { Call } from '@koedana/contract/kit/client.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'

const [one, two, three, absent] = ['RJ90000001', 'RJ90000002', 'RJ90000003', 'RJ90009999'] as const
const calm = { id: 'g1', name: 'Calm' }
const rain = { id: 'g2', name: 'Rain' }

eachEngine((engine) => {
  let w: World
  let call: Call
  beforeEach(async () => {
    w = await startTestServer(engine)
    await w.make([
      { id: one, name: 'one', ageCategory: 'all', genres: [calm, rain] },
      { id: two, name: 'two', ageCategory: 'all', genres: [calm] },
      { id: three, name: 'three', ageCategory: 'r18', genres: [] },
    ])
    call = (await w.signIn({ role: roleOf.admin, ageRestriction: 'r18' })).call
  })
  afterEach(() => w.close())

  const edit = async (values: ManyWorksValues, ...ids: string[]) =>
    (await call(api.updateWorks, { body: { ids, values } })).edits
  const metadata = (id: string) => call(api.getWorkEdits, { params: { id } })
  const genres = async (id: string) => (await metadata(id)).work.genres.map(({ name }) => name).sort()

  test('genres are added and removed, and everything else of each work stays', async () => {
    const edits = await edit(
      { genres: { add: [{ id: 'g2' }, { name: 'Night' }], remove: [{ id: 'g1' }] } },
      one,
      two,
      three,
    )
    expect(edits.map(({ id }) => id).sort()).toEqual([one, two, three])
    expect(await genres(one)).toEqual(['Night', 'Rain'])
    expect(await genres(two)).toEqual(['Night', 'Rain'])
    expect(await genres(three)).toEqual(['Night', 'Rain'])
    const { work, fields, edits: history } = await metadata(one)
    expect(work.name).toBe('one')
    expect(fields.genres?.lock).toMatchObject({ by: expect.any(String) })
    expect(fields.name?.lock).toBeNull()
    expect(history).toMatchObject([
      { changes: [{ field: 'genres', before: 'Calm, Rain', after: 'Rain, Night' }], canUndo: true },
    ])
    const night = (await call(api.listEntities, { params: { kind: 'genres' }, query: { q: 'Night' } })).items
    expect(night).toMatchObject([{ name: 'Night', workCount: 3 }])
  })

  test('circle, series and age category replace those of every work; a work that has them already gets no edit and no lock', async () => {
    const values = { ageCategory: 'r15', maker: { name: 'Harbour' }, series: { name: 'Tides' } } as const
    expect(await edit(values, one, two, absent)).toHaveLength(2)
    for (const id of [one, two])
      expect((await metadata(id)).work).toMatchObject({
        ageCategory: 'r15',
        maker: { name: 'Harbour' },
        series: { name: 'Tides' },
      })
    expect(await edit({ ageCategory: 'r18' }, two, three)).toMatchObject([{ id: two }])
    expect((await metadata(three)).fields.ageCategory?.lock).toBeNull()
    expect(await edit({ series: null }, one)).toHaveLength(1)
    expect((await metadata(one)).work.series).toBeNull()
  })

  test('one request undoes it; what was changed since stays, and is not among what was undone', async () => {
    const edits = await edit({ ageCategory: 'r15', genres: { remove: [{ id: 'g1' }] } }, one, two, three)
    expect(edits).toHaveLength(3)
    await call(api.updateWork, { params: { id: two }, body: { values: { ageCategory: 'r18' } } })
    const { undone } = await call(api.undoWorkEdits, {
      body: { edits: [...edits, { id: absent, editId: 'none' }] },
    })
    expect(undone.sort()).toEqual([one, three])
    expect(await genres(one)).toEqual(['Calm', 'Rain'])
    expect((await metadata(one)).fields.genres?.lock).toBeNull()
    expect((await metadata(two)).work.ageCategory).toBe('r18')
    expect((await metadata(three)).work.ageCategory).toBe('r18')
    expect((await call(api.undoWorkEdits, { body: { edits } })).undone).toEqual([])
  })

  test('an unknown entity that is set or added changes no work at all, one that is removed is skipped', async () => {
    await expect(
      edit({ genres: { add: [{ id: 'g9' }] }, ageCategory: 'r15' }, one, two),
    ).rejects.toMatchObject({
      status: 422,
      body: { fields: { 'body.values.genres': 'valueUnknown' } },
    })
    await expect(edit({ maker: { id: 'RG99999' } }, one)).rejects.toMatchObject({ status: 422 })
    expect((await metadata(one)).edits).toEqual([])
    expect(await edit({ genres: { remove: [{ id: 'g9' }] } }, one)).toEqual([])
    const many = Array.from({ length: maxEntitiesPerField }, (_, at) => ({ name: `genre ${at}` }))
    await expect(edit({ genres: { add: many } }, one)).rejects.toMatchObject({
      status: 422,
      body: { fields: { 'body.values.genres': 'listTooLong' } },
    })
    expect(await genres(one)).toEqual(['Calm', 'Rain'])
  })

  test('the list of works is bounded, an empty change changes nothing, and a work named twice is edited once', async () => {
    const ids = Array.from({ length: maxWorksPerEdit + 1 }, (_, at) => `RJ${10_000_000 + at}`)
    await expect(edit({ ageCategory: 'r15' }, ...ids)).rejects.toMatchObject({ status: 400 })
    await expect(edit({ ageCategory: 'r15' })).rejects.toMatchObject({ status: 400 })
    expect(await edit({}, one, two)).toEqual([])
    expect(await edit({ genres: {} }, one)).toEqual([])
    expect(await edit({ ageCategory: 'r15' }, one, one.toLowerCase())).toHaveLength(1)
    expect((await metadata(one)).edits).toHaveLength(1)
  })

  test('members and visitors may not', async () => {
    const member = await w.signIn()
    const body = { ids: [one], values: { ageCategory: 'all' as const } }
    await expect(member.call(api.updateWorks, { body })).rejects.toMatchObject({ status: 403 })
    await expect(w.call(api.updateWorks, { body })).rejects.toMatchObject({ status: 401 })
    const edits = [{ id: one, editId: 'none' }]
    await expect(member.call(api.undoWorkEdits, { body: { edits } })).rejects.toMatchObject({ status: 403 })
  })
})

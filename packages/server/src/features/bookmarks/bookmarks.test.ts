import { api } from '@koedana/contract/api.ts'
import { roleOf, workKeyOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { putInLibrary } from '../../testing/put-in-library.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'
import { maxBookmarks } from './bookmarks.store.ts'

const [open, other, adult] = ['RJ90000001', 'RJ90000003', 'RJ90000002'] as const
const fileOf = (id: string) => `file-${workKeyOf(id)}`
const params = { id: open }
const fileId = fileOf(open)

eachEngine((engine) => {
  let w: World
  let seconds = 0
  const now = () => {
    seconds += 1
    return new Date(Date.UTC(2026, 10, 25, 12, 0, seconds))
  }
  beforeEach(async () => {
    w = await startTestServer(engine, { now })
    await w.make([
      { id: open, name: 'rain', ageCategory: 'all' },
      { id: other, name: 'snow', ageCategory: 'all' },
      { id: adult, name: 'night', ageCategory: 'r18' },
    ])
    await putInLibrary(w.deps.write, [open, other, adult])
    await w.deps.catalogue.caughtUp()
  })
  afterEach(() => w.close())

  test.each(['guest', 'general', 'admin'] as const)(
    'a %s keeps, renames and forgets moments',
    async (role) => {
      const { call } = await w.signIn({ role: roleOf[role] })
      const save = (position: number, title: string) =>
        call(api.saveWorkBookmark, { params, body: { fileId, position, title } })
      await save(12.3456, '  the bell ')
      await save(0, 'beginning')
      const { items } = await save(12.346, 'the second bell')
      expect(items.map(({ at, ...one }) => one)).toEqual([
        { fileId, position: 12.346, title: 'the second bell' },
        { fileId, position: 0, title: 'beginning' },
      ])
      expect(await call(api.listWorkBookmarks, { params })).toEqual({ items })
      const left = await call(api.deleteWorkBookmark, { params, query: { fileId, position: 12.346 } })
      expect(left.items.map(({ title }) => title)).toEqual(['beginning'])
      const query = { fileId: 'nothing', position: 1 }
      expect(await call(api.deleteWorkBookmark, { params, query })).toEqual(left)
    },
  )

  test('a moment behind the end of its file is its end, where that is known', async () => {
    const { call } = await w.signIn()
    const save = (position: number) =>
      call(api.saveWorkBookmark, { params, body: { fileId, position, title: 'late' } })
    expect((await save(5_000)).items).toMatchObject([{ position: 60 }])
    await w.deps.write.updateTable('track').set({ duration_seconds: null }).execute()
    expect((await save(5_000)).items).toMatchObject([{ position: 60 }, { position: 5_000 }])
  })

  test('they are of their owner alone', async () => {
    const [one, two] = [await w.signIn(), await w.signIn({ role: roleOf.admin })]
    await one.call(api.saveWorkBookmark, { params, body: { fileId, position: 1, title: 'mine' } })
    expect(await two.call(api.listWorkBookmarks, { params })).toEqual({ items: [] })
    await two.call(api.deleteWorkBookmark, { params, query: { fileId, position: 1 } })
    expect((await one.call(api.listWorkBookmarks, { params })).items).toHaveLength(1)
    await expect(w.call(api.listWorkBookmarks, { params })).rejects.toMatchObject({ status: 401 })
  })

  test('what is hidden, unknown or of another work is not there', async () => {
    const { call } = await w.signIn()
    const body = { position: 1, title: 'x' }
    const save = (id: string, file: string) =>
      call(api.saveWorkBookmark, { params: { id }, body: { ...body, fileId: file } })
    for (const [id, file] of [
      [adult, fileOf(adult)],
      [open, fileOf(adult)],
      [open, fileOf(other)],
      [open, 'nothing'],
      ['RJ99999999', fileId],
    ] as const)
      await expect(save(id, file)).rejects.toMatchObject({ status: 404 })
    await expect(call(api.listWorkBookmarks, { params: { id: adult } })).rejects.toMatchObject({
      status: 404,
    })
    const gone = call(api.deleteWorkBookmark, { params: { id: adult }, query: { fileId, position: 1 } })
    await expect(gone).rejects.toMatchObject({ status: 404 })
    expect(await w.deps.db.selectFrom('bookmark').selectAll().execute()).toEqual([])
  })

  test('who hides their works later sees them no more, and they are there when that ends', async () => {
    const { call } = await w.signIn({ ageRestriction: 'r18' })
    const night = { id: adult }
    const body = { fileId: fileOf(adult), position: 3, title: 'late' }
    await call(api.saveWorkBookmark, { params: night, body })
    const none = { makers: [], series: [], artists: [], illustrators: [], genres: [] }
    const choose = (policy: 'strict' | 'off') =>
      call(api.saveSettings, {
        body: { policy, ageFilterMode: 'no_limit', filterDefaults: {}, excluded: none },
      })
    await choose('strict')
    await expect(call(api.listWorkBookmarks, { params: night })).rejects.toMatchObject({ status: 404 })
    await choose('off')
    expect((await call(api.listWorkBookmarks, { params: night })).items).toMatchObject([{ title: 'late' }])
  })

  test('hostile values are refused, and a script ends somewhere', async () => {
    const { call, user } = await w.signIn()
    const save = (body: object) =>
      call(api.saveWorkBookmark, { params, body: { fileId, position: 1, title: 'x', ...body } })
    for (const body of [
      { title: ' ' },
      { title: 'a\0b' },
      { title: '\ud800' },
      { title: 'x'.repeat(501) },
      { position: -1 },
      { position: 604_801 },
      { fileId: '' },
    ])
      await expect(save(body)).rejects.toMatchObject({ status: 400 })
    const { key } = await w.deps.db
      .selectFrom('user')
      .select('key')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
    const rows = Array.from({ length: maxBookmarks }, (_, n) => ({
      user_key: key,
      work_key: workKeyOf(other),
      track_id: fileOf(other),
      position_ms: n,
      title: 'x',
      created_ms: n,
    }))
    for (let at = 0; at < rows.length; at += 500)
      await w.deps.write
        .insertInto('bookmark')
        .values(rows.slice(at, at + 500))
        .execute()
    await expect(save({})).rejects.toMatchObject({ status: 409 })
    expect(await call(api.listWorkBookmarks, { params })).toEqual({ items: [] })
  })
})

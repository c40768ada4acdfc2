import { api } from '@koedana/contract/api.ts'
import type { Call } from '@koedana/contract/kit/client.ts'
import { OwnBookmark } from '@koedana/contract/own-data.ts'
import { workKeyOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { putInLibrary } from '../../testing/put-in-library.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'
import { maxBookmarks } from '../bookmarks/bookmarks.store.ts'

const [open, adult] = ['RJ90000001', 'RJ90000002'] as const
const base = { kind: 'koedana.own-data' as const, version: 1 as const }
const entry = (id: string, position: number) => ({
  workId: id,
  fileId: `file-${workKeyOf(id)}`,
  position,
  title: `at ${position}`,
  at: '2026-01-01T00:00:00.000Z',
})
const take = (call: Call, bookmarks: readonly object[]) =>
  call(api.importOwnData, { body: { ...base, bookmarks: bookmarks.map((one) => v.parse(OwnBookmark, one)) } })

eachEngine((engine) => {
  let w: World
  beforeEach(async () => {
    w = await startTestServer(engine)
    await w.make([
      { id: open, name: 'rain', ageCategory: 'all' },
      { id: adult, name: 'night', ageCategory: 'r18' },
    ])
    await putInLibrary(w.deps.write, [open, adult])
    await w.deps.catalogue.caughtUp()
  })
  afterEach(() => w.close())

  async function bookmarksOf({ token }: Pick<SignedInPerson, 'token'>) {
    const headers = { authorization: `Bearer ${token}` }
    const { body } = await w.app.inject({ method: 'GET', url: '/api/v3/account/data', headers })
    return v.parse(v.looseObject({ bookmarks: v.array(OwnBookmark) }), JSON.parse(body)).bookmarks
  }

  test('bookmarks are taken along and come back, by their files or where those lie', async () => {
    const owner = await w.signIn({ ageRestriction: 'r18' })
    const brought = [entry(open, 1.5), entry(open, 7), entry(adult, 3)]
    expect(await take(owner.call, brought)).toMatchObject({ imported: 3, unchanged: 0 })
    expect(await take(owner.call, brought)).toMatchObject({ imported: 0, unchanged: 3 })
    const taken = await bookmarksOf(owner)
    expect(taken.map(({ workId, position, title }) => [workId, position, title])).toEqual([
      [open, 1.5, 'at 1.5'],
      [open, 7, 'at 7'],
      [adult, 3, 'at 3'],
    ])
    const other = await w.signIn()
    const elsewhere = taken.map((one) => ({ ...one, fileId: 'of another server' }))
    expect(await take(other.call, elsewhere)).toMatchObject({ imported: 2, unmatched: [adult] })
    expect((await bookmarksOf(other)).map(({ fileId }) => fileId)).toEqual([
      `file-${workKeyOf(open)}`,
      `file-${workKeyOf(open)}`,
    ])
    const unknown = { ...entry(open, 2), fileId: 'gone' }
    expect(await take(other.call, [unknown])).toMatchObject({ imported: 0, unmatched: [`${open}/gone`] })
  })

  test('nobody keeps more than there is room for', async () => {
    const { call } = await w.signIn()
    for (let from = 0; from < maxBookmarks; from += 1_000)
      await take(
        call,
        Array.from({ length: 1_000 }, (_, at) => entry(open, from + at)),
      )
    expect(await take(call, [entry(open, 9_999)])).toMatchObject({ imported: 0, refused: [open] })
    expect(await take(call, [entry(open, 5)])).toMatchObject({ unchanged: 1 })
  })
})

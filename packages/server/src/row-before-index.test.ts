/** Reads between a commit and the index update are filtered by the row that is sent. */
import { api } from '@koedana/contract/api.ts'
import { basePath } from '@koedana/contract/base-path.ts'
import type { FeedWork } from '@koedana/contract/feed.ts'
import { workKeyOf } from '@koedana/contract/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachEngine } from './testing/engines.ts'
import { putInLibrary } from './testing/put-in-library.ts'
import { startTestServer, type World } from './testing/test-server.ts'

const [shown, changed, edition] = ['RJ90000001', 'RJ90000002', 'RJ90000003'] as const
const artist = { id: 'a1', name: '水瀬ことり' }
const works: readonly FeedWork[] = [
  { id: shown, name: '雨の図書館', ageCategory: 'all', artists: [artist] },
  { id: changed, name: '雨の手紙', ageCategory: 'all', artists: [artist] },
  { id: edition, name: 'Rain letters', ageCategory: 'all', artists: [artist], editionOf: shown },
]
const news = 'a name nobody may read'

eachEngine((engine) => {
  let w: World
  let fileUrl: string
  beforeAll(async () => {
    w = await startTestServer(engine)
    await w.make(works)
    await putInLibrary(w.deps.write, [shown, changed])
    await w.deps.catalogue.caughtUp()
    const [track] = (await w.call(api.listWorkFiles, { params: { id: changed } })).tracks
    fileUrl = track?.url ?? ''
    expect(fileUrl).not.toBe('')
  })
  afterAll(() => w.close())

  /** Commits a change without notifying the index, so that the test can read in between. */
  const commit = (change: { age_category: 'r18' } | { trashed_at: string }) =>
    w.deps.write
      .updateTable('work')
      .set({ name: news, ...change })
      .where('key', 'in', [workKeyOf(changed), workKeyOf(edition)])
      .execute()

  const send = (path: string, token?: string) =>
    w.app.inject({
      url: `${basePath}${path}`,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    })

  test.each([
    ['was made R18', { age_category: 'r18' as const }],
    ['went to the trash', { trashed_at: '2026-01-01T00:00:00.000Z' }],
  ])('a work that %s is not read by a row that is newer than the index', async (_, change) => {
    const person = await w.signIn({ ageRestriction: 'r15' })
    await person.call(api.addFavorite, { params: { id: changed } })
    await commit(change)
    for (const path of [
      `/works/${changed}`,
      `/works/${changed}/files`,
      `/works/${changed}/history`,
      `/works/${changed}/cover`,
    ]) {
      expect([path, (await send(path)).statusCode]).toEqual([path, 404])
    }
    for (const path of [
      '/works',
      '/home',
      `/works/${shown}`,
      `/works/${shown}/similar`,
      '/works?editions=all',
    ]) {
      const { statusCode, body } = await send(path)
      expect([path, statusCode]).toEqual([path, 200])
      expect([path, body.includes(news)]).toEqual([path, false])
    }
    expect((await send('/favorites', person.token)).body).not.toContain(news)
    expect((await w.app.inject({ url: fileUrl })).statusCode).toBe(404)
    await w.deps.write
      .updateTable('work')
      .set({ trashed_at: null, age_category: 'all' })
      .where('key', 'in', [workKeyOf(changed), workKeyOf(edition)])
      .execute()
  })
})

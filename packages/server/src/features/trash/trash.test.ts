import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@koedana/contract/api.ts'
import type { FeedWork } from '@koedana/contract/feed.ts'
import { type Role, roleOf, workKeyOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { putInLibrary } from '../../testing/put-in-library.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'

const maker = { id: 'm1', name: 'House' }
const genres = [{ id: 'g1', name: '雨' }]
const artists = [{ id: 'a1', name: 'Voice' }]
const [first, second, third] = ['RJ90000001', 'RJ90000002', 'RJ90000003'] as const
const works: FeedWork[] = [first, second, third].map((id) => ({
  id,
  name: `quiet rain ${id}`,
  ageCategory: 'all',
  maker,
  genres,
  artists,
  languages: ['JPN'],
  sales: 7,
}))

eachEngine((engine) => {
  let w: World
  let admin: SignedInPerson
  beforeEach(async () => {
    w = await startTestServer(engine)
    await w.make(works)
    await putInLibrary(w.deps.write, [first])
    await w.deps.catalogue.caughtUp()
    admin = await w.signIn({ role: roleOf.admin, ageRestriction: 'r18' })
  })
  afterEach(() => w.close())

  async function trash(id: string) {
    await admin.call(api.deleteWork, { params: { id } })
  }

  function restore(items: { kind: 'work' | 'track'; id: string }[]) {
    return admin.call(api.restoreTrash, { body: { items } })
  }

  const failure = (call: Promise<unknown>) =>
    call.then(
      () => 'succeeded',
      (error: { status: number }) => error.status,
    )

  async function expectUnseen({ call }: Pick<SignedInPerson, 'call'>, id: string) {
    const params = { id }
    expect(await failure(call(api.getWork, { params }))).toBe(404)
    expect(await failure(call(api.revealCover, { params }))).toBe(404)
    expect(await failure(call(api.listWorkFiles, { params }))).toBe(404)
    expect(await failure(call(api.listSimilarWorks, { params }))).toBe(404)
    expect(await failure(call(api.getWorkHistory, { params }))).toBe(404)
    const reported = [
      await call(api.listWorks, { query: { pageSize: 100 } }),
      await call(api.listWorks, { query: { q: 'quiet rain' } }),
      await call(api.listWorks, { query: { makers: ['m1'], genres: ['g1'], languages: ['JPN'] } }),
      await call(api.suggest, { query: { q: 'quiet' } }),
      await call(api.listSimilarWorks, { params: { id: second } }),
      await call(api.getHome, {}),
    ]
    expect(JSON.stringify(reported)).not.toContain(id)
  }

  test('a work in the trash is one that does not exist, to administrators too, and leaves lists at once', async () => {
    expect(await w.call(api.listWorks, {})).toMatchObject({ total: 3 })
    await trash(first)
    await expectUnseen(w, first)
    await expectUnseen(admin, first)
    expect(await w.call(api.listWorks, {})).toMatchObject({ total: 2 })
    expect(await w.call(api.getEntity, { params: { kind: 'makers', id: 'm1' } })).toMatchObject({
      workCount: 2,
    })
  })

  test('a file of it is not sent, nor a new link made', async () => {
    const fileId = `file-${workKeyOf(first)}`
    const before = await admin.call(api.renewMedia, { body: { fileIds: [fileId] } })
    expect(before.items).toHaveLength(1)
    await trash(first)
    expect(await admin.call(api.renewMedia, { body: { fileIds: [fileId] } })).toEqual({ items: [] })
    const response = await w.app.inject(before.items[0]?.url ?? '')
    expect(response.statusCode).toBe(404)
  })

  test('restored, it is the very same work, and still a favorite', async () => {
    const person = await w.signIn({ ageRestriction: 'r18' })
    await person.call(api.addFavorite, { params: { id: first } })
    await w.deps.write
      .insertInto('work_lock')
      .values({ work_key: workKeyOf(first), field: 'name', user_key: null, at: '2026-11-20T12:00:00.000Z' })
      .execute()
    // Each import renews the times of the sources.
    const readWork = async () => {
      const { metadata: _, ...work } = await w.call(api.getWork, { params: { id: first } })
      return work
    }
    const before = await readWork()
    await trash(first)
    expect(await person.call(api.listFavorites, {})).toMatchObject({ total: 0 })
    // A source record does not restore the work.
    await w.make(works.map((work) => ({ ...work, sales: 9 })))
    await expectUnseen(w, first)
    await w.make(works)
    expect(await restore([{ kind: 'work', id: first }])).toEqual({ restored: 1 })
    expect(await readWork()).toEqual(before)
    expect(await w.call(api.listWorks, { query: { genres: ['g1'] } })).toMatchObject({ total: 3 })
    expect(await person.call(api.listFavorites, {})).toMatchObject({ total: 1, items: [{ id: first }] })
    expect(await w.deps.db.selectFrom('work_lock').select('field').execute()).toEqual([{ field: 'name' }])
    expect(await restore([{ kind: 'work', id: first }])).toEqual({ restored: 0 })
  })

  test('the trash lists works and files, the latest first, in pages', async () => {
    await w.deps.write
      .updateTable('track')
      .set({ missing_at: '2026-11-01T00:00:00.000Z', trashed_at: '2026-11-09T00:00:00.000Z' })
      .execute()
    await trash(second)
    await trash(third)
    const file = `file-${workKeyOf(first)}`
    const all = await admin.call(api.listTrash, {})
    expect(all).toMatchObject({
      total: 3,
      page: 1,
      items: [
        { kind: 'work', id: third, name: `quiet rain ${third}`, workId: third },
        { kind: 'work', id: second },
        {
          kind: 'track',
          id: file,
          workId: first,
          trashedAt: '2026-11-09T00:00:00.000Z',
          removedAfter: '2026-12-09T00:00:00.000Z',
        },
      ],
    })
    expect(await admin.call(api.listTrash, { query: { kind: 'track' } })).toMatchObject({ total: 1 })
    const page = await admin.call(api.listTrash, { query: { kind: 'work', page: 2, pageSize: 1 } })
    expect(page).toMatchObject({ total: 2, items: [{ id: second }] })
    expect(await restore([{ kind: 'track', id: file }])).toEqual({ restored: 1 })
    const track = await w.deps.db.selectFrom('track').selectAll().executeTakeFirstOrThrow()
    // Still missing, but the period starts again.
    expect(track.trashed_at).toBeNull()
    expect(Date.parse(track.missing_at ?? '')).toBeGreaterThan(Date.parse('2026-11-01T00:00:00.000Z'))
    expect(await admin.call(api.listTrash, {})).toMatchObject({ total: 2 })
  })

  test('removed for good is gone with its cover; what is not in the trash is not removed', async () => {
    const cover = join(w.deps.coversFolder, second)
    mkdirSync(cover, { recursive: true })
    mkdirSync(join(w.deps.coversFolder, third))
    await trash(second)
    const items = [second, third, 'RJ90000099'].map((id) => ({ kind: 'work' as const, id }))
    expect(await admin.call(api.emptyTrash, { body: { items } })).toEqual({ removed: 1 })
    expect(existsSync(cover)).toBe(false)
    expect(existsSync(join(w.deps.coversFolder, third))).toBe(true)
    const left = await w.deps.db.selectFrom('work').select('id').orderBy('id').execute()
    expect(left.map(({ id }) => id)).toEqual([first, third])
    expect(await restore([{ kind: 'work', id: second }])).toEqual({ restored: 0 })
  })

  test('a work that is none is not found; one that lies there already is no harm', async () => {
    expect(await failure(admin.call(api.deleteWork, { params: { id: 'RJ90000099' } }))).toBe(404)
    await trash(first)
    const [before] = (await admin.call(api.listTrash, {})).items
    await trash(first)
    expect((await admin.call(api.listTrash, {})).items).toEqual([before])
  })

  test.each([
    ['a visitor', undefined, 401],
    ['a guest', roleOf.guest, 403],
    ['a person', roleOf.general, 403],
  ] as const)('%s has no trash', async (_, role: Role | undefined, status) => {
    const { call } = role === undefined ? w : await w.signIn({ role })
    const body = { items: [{ kind: 'work' as const, id: first }] }
    expect(await failure(call(api.listTrash, {}))).toBe(status)
    expect(await failure(call(api.restoreTrash, { body }))).toBe(status)
    expect(await failure(call(api.emptyTrash, { body }))).toBe(status)
    expect(await failure(call(api.deleteWork, { params: { id: first } }))).toBe(status)
    expect(await w.call(api.listWorks, {})).toMatchObject({ total: 3 })
  })
})

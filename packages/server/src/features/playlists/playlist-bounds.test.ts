import { api } from '@koedana/contract/api.ts'
import { playlistLimits } from '@koedana/contract/playlists.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'

const [one, two] = ['RJ90000001', 'RJ90000002'] as const

eachEngine((engine) => {
  let w: World
  beforeEach(async () => {
    w = await startTestServer(engine)
    await w.make([
      { id: one, name: 'rain', ageCategory: 'all' },
      { id: two, name: 'wind', ageCategory: 'all' },
    ])
  })
  afterEach(() => w.close())

  test('there is a most of playlists and of items, refused in words', async () => {
    const { call } = await w.signIn()
    const make = (name: string) => call(api.createPlaylist, { body: { name } })
    const { id } = await make('full')
    const { key } = await w.deps.db.selectFrom('playlist').select('key').executeTakeFirstOrThrow()
    const rows = Array.from({ length: playlistLimits.items - 1 }, (_, at) => ({
      ...{ playlist_key: key, id: `i${at}`, position: at, work_key: 900_000 + at, track_id: '', title: '' },
      duration_seconds: null,
    }))
    await w.deps.write.insertInto('playlist_item').values(rows).execute()
    const add = (...ids: string[]) =>
      call(api.addToPlaylist, { params: { id }, body: { items: ids.map((workId) => ({ workId })) } })
    await expect(add(one, two)).rejects.toMatchObject({ status: 422, body: { code: 'playlistFull' } })
    expect(await add(one)).toEqual({ added: 1 })
    for (let made = 1; made < playlistLimits.lists; made += 1) await make(`list ${made}`)
    await expect(make('too many')).rejects.toMatchObject({ body: { code: 'playlistsFull' } })
  })

  test.each([
    { name: '' },
    { name: '   ' },
    { name: 'x'.repeat(101) },
    { name: 'a\0b' },
    { name: 'fine', description: 'x'.repeat(2_001) },
    { name: 'fine', items: [{ workId: 'nonsense' }] },
    { name: 'fine', items: Array.from({ length: 501 }, () => ({ workId: one })) },
    { name: 'fine', shared: 'yes' },
  ])('refuses %o', async (payload) => {
    const { token } = await w.signIn()
    const headers = { authorization: `Bearer ${token}` }
    const response = await w.app.inject({ method: 'POST', url: '/api/v3/playlists', headers, payload })
    expect(response.statusCode).toBe(400)
  })
})

/** Tests playlists in this API: items are whole works, and hidden works do not appear. */
import { api } from '@koedana/contract/api.ts'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { type AbsWorld, absWorld, lastFile, night, rain, rainFile, sold } from './testing/abs-world.ts'
import * as shapes from './testing/strict-shapes.ts'

const base = '/api/libraries/library'

eachEngine((engine) => {
  let here: AbsWorld
  beforeEach(async () => {
    here = await absWorld(engine)
  })
  afterEach(() => here.close())

  test('own lists and those that others share are read as lists of whole books, and not changed by others', async () => {
    const { ask, act, owner, token } = await here.enter({ ageRestriction: 'r18' })
    const items = [{ workId: rain, fileId: lastFile }, { workId: night }, { workId: rain, fileId: rainFile }]
    const mixed = await owner.call(api.createPlaylist, {
      body: { name: 'Mixed', description: 'to sleep', items },
    })
    const empty = await owner.call(api.createPlaylist, { body: { name: 'Empty', items: [{ workId: sold }] } })
    const other = await here.w.signIn({ username: 'other' })
    const make = (name: string, shared: boolean) =>
      other.call(api.createPlaylist, { body: { name, shared, items: [{ workId: rain }] } })
    const shared = await make('Of another', true)
    const secret = await make('Secret', false)

    const { playlists } = await ask(shapes.Playlists, '/api/playlists')
    const shown = playlists.map(({ name, items: held }) => [
      name,
      held.map(({ libraryItemId }) => libraryItemId),
    ])
    expect(new Map(shown.map(([name, ids]) => [name, ids]))).toEqual(
      new Map([
        ['Mixed', [rain, night]],
        ['Empty', []],
        ['Of another', [rain]],
      ]),
    )
    const first = await ask(shapes.PlaylistPage, `${base}/playlists?limit=1&page=0`)
    const second = await ask(shapes.PlaylistPage, `${base}/playlists?limit=1&page=1&minified=1`)
    expect([first.total, first.limit, second.page]).toEqual([3, 1, 1])
    expect([...first.results, ...second.results]).toEqual(playlists.slice(0, 2))
    expect((await here.send('GET', `${base}?include=filterdata`, { token })).json().numUserPlaylists).toBe(3)
    expect(await ask(shapes.Playlist, `/api/playlists/${mixed.id}`)).toMatchObject({
      name: 'Mixed',
      description: 'to sleep',
      userId: owner.user.id,
    })
    for (const id of [empty.id, shared.id]) expect(await act('GET', `/api/playlists/${id}`)).toBe(200)
    for (const id of [secret.id, 'nothing', '__proto__'])
      expect(await act('GET', `/api/playlists/${id}`)).toBe(404)
    for (const [method, path, status] of [
      ['PATCH', `/api/playlists/${shared.id}`, 403],
      ['DELETE', `/api/playlists/${shared.id}`, 403],
      ['POST', `/api/playlists/${shared.id}/item`, 403],
      ['PATCH', `/api/playlists/${secret.id}`, 404],
    ] as const)
      expect(await act(method, path, { name: 'x', libraryItemId: 'RJ01000001' }), path).toBe(status)
  })

  test('many long lists are short in one response, and each is whole by itself', async () => {
    const { ask, owner, act } = await here.enter({}, true)
    const many = Array.from({ length: 300 }, (_, at) => `RJ0200${String(at).padStart(4, '0')}`)
    await here.w.make(many.map((id) => ({ id, name: id, ageCategory: 'all' })))
    const items = many.map((workId) => ({ workId }))
    const ids: string[] = []
    for (let made = 0; made < 20; made += 1)
      ids.push((await owner.call(api.createPlaylist, { body: { name: `list ${made}`, items } })).id)
    const counted = (lists: readonly { readonly items: readonly unknown[] }[]) =>
      lists.map(({ items: held }) => held.length)
    const { playlists } = await ask(shapes.Playlists, '/api/playlists')
    expect(counted(playlists)).toEqual(Array.from({ length: 20 }, () => 50))
    const page = await ask(shapes.PlaylistPage, `${base}/playlists?limit=4&page=0`)
    expect(counted(page.results)).toEqual([250, 250, 250, 250])
    expect(counted([await ask(shapes.Playlist, `/api/playlists/${ids[0]}`)])).toEqual([300])
    expect(await act('GET', `${base}/playlists?limit=0`)).toBe(200)
  })

  test('what is hidden is in no list, and a list of nothing else is not there', async () => {
    const { ask, act, owner, token } = await here.enter({ ageRestriction: 'r18' })
    const adult = await here.w.signIn({ username: 'adult', ageRestriction: 'r18' })
    const list = (name: string) =>
      adult.call(api.createPlaylist, { body: { name, shared: true, items: [{ workId: night }] } })
    const dark = await list('Dark')
    await owner.call(api.createPlaylist, {
      body: { name: 'Own', items: [{ workId: night }, { workId: rain }] },
    })
    expect((await ask(shapes.Playlists, '/api/playlists')).playlists).toHaveLength(2)
    await owner.call(api.saveSettings, {
      body: {
        policy: 'strict',
        ageFilterMode: 'no_limit',
        filterDefaults: {},
        excluded: { makers: [], series: [], artists: [], illustrators: [], genres: [] },
      },
    })
    for (const path of ['/api/playlists', `${base}/playlists`]) {
      const { body } = await here.send('GET', path, { token })
      expect(body, path).not.toMatch(/night|dark|RJ01000002|RG09999/i)
      expect(body, path).toContain(rain)
    }
    expect(await act('GET', `/api/playlists/${dark.id}`)).toBe(404)
    // Other users do not see when a shared playlist was changed.
    const seen = v.parse(
      shapes.Playlists,
      (await here.send('GET', '/api/playlists', { token })).json(),
    ).playlists
    expect(seen.map(({ name }) => name)).toEqual(['Own'])
    expect((await here.send('GET', '/api/playlists')).statusCode).toBe(401)
  })
})

/** A hidden work responds like a nonexistent one on every route that names works. */
import { api } from '@koedana/contract/api.ts'
import { basePath } from '@koedana/contract/base-path.ts'
import type { FeedWork } from '@koedana/contract/feed.ts'
import { fillPath } from '@koedana/contract/kit/client.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachEngine } from './testing/engines.ts'
import { putInLibrary } from './testing/put-in-library.ts'
import { endpoints, methodsOf } from './testing/requests.ts'
import { type Account, type SignedInPerson, startTestServer, type World } from './testing/test-server.ts'

const hidden = 'RJ90000001'
const absent = 'RJ90009999'
const maker = { id: 'm1', name: 'House' }
const genre = { id: 'g1', name: '雨' }
const r15: FeedWork = { id: hidden, name: 'mist', ageCategory: 'r15', maker, genres: [genre] }
const none = { makers: [], series: [], artists: [], illustrators: [], genres: [] }
const saved = { policy: 'off', ageFilterMode: 'no_limit', filterDefaults: {}, excluded: none } as const

/** Routes for administrators are not subject to the viewer's policy. */
const viewed = endpoints.filter(([, { access }]) => access !== 'admin')
/** Signed links are issued only to callers who may see the work (work-archive.test.ts, open-streams.test.ts). */
const unsigned = viewed.filter(([, { access }]) => access !== 'signed')

/** Every route with a work ID in its path. */
const named = unsigned.filter(([, { path }]) => /^\/(works|favorites|marks|progress)\/:id/.test(path))

interface Hiding {
  readonly work: FeedWork
  readonly account?: Account
  readonly settings?: Parameters<typeof save>[1]
  readonly query?: string
}

const save = ({ call }: SignedInPerson, change: object) =>
  call(api.saveSettings, { body: { ...saved, ...change } })

const adult: FeedWork = { ...r15, ageCategory: 'r18' }
const { ageCategory: _, ...unknownAge } = r15
const r18 = { ageRestriction: 'r18' } as const
const hidings: readonly (readonly [string, Hiding])[] = [
  ['r15 from visitors', { work: r15 }],
  ['r15 from guests', { work: r15, account: { role: roleOf.guest, ...r18 } }],
  ['r15 below a ceiling', { work: r15, account: { ageRestriction: 'all' } }],
  ['r18 below a ceiling', { work: adult, account: { ageRestriction: 'r15' } }],
  ['r18 from an administrator with a ceiling', { work: adult, account: { role: roleOf.admin } }],
  ['an unknown age', { work: unknownAge, account: { ageRestriction: 'r15' } }],
  ['the strict policy', { work: adult, account: r18, settings: { policy: 'strict' } }],
  ['unknown age, strictly', { work: unknownAge, account: r18, settings: { policy: 'strict' } }],
  ['all ages only', { work: r15, account: r18, settings: { ageFilterMode: 'all_ages_only' } }],
  ['adults only', { work: r15, account: r18, settings: { ageFilterMode: 'adults_only' } }],
  ['a maker', { work: r15, account: r18, settings: { excluded: { ...none, makers: [{ id: 'm1' }] } } }],
  ['a genre', { work: r15, account: r18, settings: { excluded: { ...none, genres: [{ id: 'g1' }] } } }],
  ['what a visitor sends', { work: { ...r15, ageCategory: 'all' }, query: '?hiddenGenres=g1' }],
  ['what a person sends', { work: adult, account: r18, query: '?policy=strict' }],
]

eachEngine((engine) => {
  let w: World
  beforeAll(async () => {
    w = await startTestServer(engine)
    await w.make([r15])
    await putInLibrary(w.deps.write, [hidden])
    await w.deps.catalogue.caughtUp()
  })
  afterAll(() => w.close())

  test('the walk knows every route that names works', () => {
    const paths = viewed
      .map(([, { path }]) => path)
      .filter((path) => path.includes(':') && !/^\/(admin|account)\//.test(path))
    const known = named.map(([, { path }]) => path)
    // Entities, announcements, files and covers are checked elsewhere: only callers who may see the work get links to them.
    // Subtitles and waveforms have tests of their own.
    const others = [
      '/:kind',
      '/:kind/:id',
      '/:kind/:id/similar',
      '/follows/:kind/:id',
      // These name a play, a tag, or a saved view of the caller.
      '/history/:id',
      '/tags/:id',
      '/views/:id',
      '/views/:id/seen',
      '/views/:id/restore',
      // A bookmark has more than a work ID; hidden ones have their own test (bookmarks.test.ts).
      '/bookmarks/:id',
      // Hidden works do not affect covers and letters (entity-covers.test.ts, differential.test.ts).
      '/entity-covers/:kind',
      '/entity-letters/:kind',
      // A share link shows less than its owner sees (shares.test.ts).
      '/shared/works/:id',
      // Hidden works in playlists have their own test (playlists.test.ts).
      '/playlists/:id',
      '/playlists/:id/items',
      '/playlists/:id/items/:itemId',
      '/playlists/:id/items/:itemId/move',
      '/playlists/:id/tracks',
      '/announcements/:id',
      '/announcements/:id/read',
      '/media/:fileId/:name',
      '/covers/:workId/:size/:version',
      '/works/:id/archive',
      '/tracks/:id/lyrics',
      '/tracks/:id/waveform',
    ]
    expect(new Set(paths)).toEqual(new Set([...known, ...others]))
    expect(named.length).toBe(11)
  })

  test.each(hidings)('hidden by %s', async (_, { work, account, settings, query = '' }) => {
    await w.make([{ ...work, ageCategory: work.ageCategory ?? null }])
    const person = account ? await w.signIn(account) : undefined
    if (person) await save(person, settings ?? {})
    const headers = person ? { authorization: `Bearer ${person.token}` } : {}
    const send = (
      method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
      path: string,
      payload?: object,
    ) => w.app.inject({ method, url: `${basePath}${path}${query}`, headers, ...(payload && { payload }) })

    for (const [name, endpoint] of named) {
      // Filters in the query do not apply to changes, only saved settings do.
      if (endpoint.access !== 'public' && (!person || query !== '')) continue
      for (const method of methodsOf(endpoint)) {
        const responses = await Promise.all(
          [hidden, absent].map((id) =>
            send(method, fillPath(endpoint.path, { id }), 'body' in endpoint ? {} : undefined),
          ),
        )
        const [mine, nobodys] = responses.map(({ statusCode, body }) => ({ statusCode, body }))
        expect(mine, name).toEqual(nobodys)
        // Deleting something that does not exist is harmless.
        expect([name, mine?.statusCode]).toEqual([name, method === 'DELETE' ? 204 : 404])
      }
    }
    for (const list of ['/works', '/home', '/works/facets', '/makers', '/genres']) {
      const { statusCode, body } = await send('GET', list)
      expect(statusCode).toBe(200)
      expect(body).not.toMatch(/RJ90000001|"m1"|"g1"/)
    }
    const suggested = await w.app.inject({
      url: `${basePath}/works/suggest?q=${hidden}${query.replace('?', '&')}`,
      headers,
    })
    expect(suggested.json()).toEqual({ jump: null, works: [], entities: [] })
    if (person && query === '') {
      expect(await person.call(api.listMarks, { query: { ids: [hidden, absent] } })).toEqual({ items: [] })
      expect(await person.call(api.listFavorites, {})).toMatchObject({ total: 0, items: [] })
    }
  })

  test('its file is not found by a link from before, and is not renewed', async () => {
    await w.make([r15])
    const { call, token } = await w.signIn({ ageRestriction: 'r15' })
    const [track] = (await call(api.listWorkFiles, { params: { id: hidden } })).tracks
    await w.make([adult])
    const headers = { authorization: `Bearer ${token}` }
    expect((await w.app.inject({ url: track?.url ?? '', headers })).statusCode).toBe(404)
    expect(await call(api.renewMedia, { body: { fileIds: [track?.id ?? ''] } })).toEqual({ items: [] })
  })
})

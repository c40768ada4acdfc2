import { api } from '@koedana/contract/api.ts'
import { basePath } from '@koedana/contract/base-path.ts'
import type { FeedWork } from '@koedana/contract/feed.ts'
import type { Call } from '@koedana/contract/kit/client.ts'
import { locales, type Policy } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { withWorks } from '../../testing/prefilled-database.ts'
import { putInLibrary } from '../../testing/put-in-library.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'

const gentle = 'RJ90000001'
const adult = 'RJ90000002'
const unknown = 'RJ90000003'
const bare = 'RJ90000004'
const alike = { name: 'mist', genres: [{ id: 'g1', name: '雨' }], artists: [{ id: 'a1', name: 'Voice' }] }
const works: FeedWork[] = [
  { id: gentle, ageCategory: 'r15', ...alike },
  { id: adult, ageCategory: 'r18', ...alike },
  { id: unknown, ...alike },
  { id: bare, ageCategory: 'all', ...alike },
  // Among works that share nothing, shared entities are rare, which makes the other works similar.
  ...[5, 6, 7, 8, 9].map((n): FeedWork => ({ id: `RJ9000000${n}`, name: 'lantern', ageCategory: 'all' })),
]
const none = { makers: [], series: [], artists: [], illustrators: [], genres: [] }
const settings = (policy: Policy) =>
  ({ policy, ageFilterMode: 'no_limit', filterDefaults: {}, excluded: none }) as const

eachEngine((engine) => {
  let w: World
  beforeEach(async () => {
    // Works that are not in the base index yet are not similar to anything.
    const stocked = withWorks(engine, works, '2026-11-01T00:00:00.000Z')
    const open = async () => {
      const database = await stocked.open()
      await putInLibrary(database.write, [gentle, adult, unknown])
      return database
    }
    w = await startTestServer({ ...engine, open }, { visitorCeiling: 'r18' })
  })
  afterEach(() => w.close())

  const person = async (policy: Policy) => {
    const signedIn = await w.signIn({ ageRestriction: 'r18' })
    await signedIn.call(api.saveSettings, { body: settings(policy) })
    return signedIn
  }
  /** Returns which works with a cover are shown (true), veiled (false) or missing, for all responses with cards. */
  const drawn = async (call: Call, policy?: Policy) => {
    const query = policy ? { policy } : {}
    const home = await call(api.getHome, { query })
    const [list, suggested, similar, alone] = await Promise.all([
      call(api.listWorks, { query }),
      call(api.suggest, { query: { q: 'mist', ...query } }),
      call(api.listSimilarWorks, { params: { id: bare }, query }),
      Promise.all(
        [gentle, adult, unknown].map((id) => call(api.getWork, { params: { id }, query }).catch(() => [])),
      ),
    ])
    const lists = [
      list.items,
      // Each work is in only one of these rows.
      [...home.latest, ...home.added],
      suggested.works,
      similar.items.map(({ work }) => work),
      alone.flat(),
    ]
    const reported = lists.map((cards) =>
      cards
        .flatMap(({ id, cover }) => (cover ? [[id, cover.signature !== null] as const] : []))
        .sort(([one], [other]) => one.localeCompare(other)),
    )
    for (const one of reported) expect(one).toEqual(reported[0])
    return Object.fromEntries(reported[0] ?? [])
  }
  const all = { [gentle]: true, [adult]: true, [unknown]: true }
  const veiled = { [gentle]: true, [adult]: false, [unknown]: false }
  const strict = { [gentle]: true }

  test('covers of adult works and of unknown age are veiled until a visitor says otherwise', async () => {
    expect(await drawn(w.call)).toEqual(veiled)
    expect(await drawn(w.call, 'moderate')).toEqual(veiled)
    expect(await drawn(w.call, 'off')).toEqual(all)
    expect(await drawn(w.call, 'strict')).toEqual(strict)
  })

  test('a person sees by what is saved, and what is sent besides only takes away', async () => {
    const bold = await person('off')
    expect(await drawn(bold.call)).toEqual(all)
    expect(await drawn(bold.call, 'moderate')).toEqual(veiled)
    expect(await drawn(bold.call, 'strict')).toEqual(strict)
    const shy = await person('moderate')
    expect(await drawn(shy.call, 'off')).toEqual(veiled)
    expect(await drawn((await person('strict')).call, 'off')).toEqual(strict)
    await bold.call(api.saveSettings, { body: settings('moderate') })
    expect(await drawn(bold.call)).toEqual(veiled)
    await bold.call(api.saveSettings, { body: settings('off') })
    expect(await drawn(bold.call)).toEqual(all)
  })

  test('what was kept for one is not for another who is veiled otherwise', async () => {
    const [bold, shy] = [await person('off'), await person('moderate')]
    for (let again = 0; again < 3; again++) {
      expect(await drawn(bold.call)).toEqual(all)
      expect(await drawn(shy.call)).toEqual(veiled)
      expect(await drawn(w.call, 'off')).toEqual(all)
      expect(await drawn(w.call)).toEqual(veiled)
      for (const locale of locales)
        expect(await drawn(w.as(locale), again % 2 ? 'off' : undefined)).toEqual(again % 2 ? all : veiled)
    }
  })

  test('nor is it unchanged to them', async () => {
    const [bold, shy] = [await person('off'), await person('moderate')]
    for (const path of ['/works', `/works/${adult}`, '/works/suggest?q=mist']) {
      const send = (token: string, tag?: string) =>
        w.app.inject({
          url: basePath + path,
          headers: { authorization: `Bearer ${token}`, ...(tag ? { 'if-none-match': tag } : {}) },
        })
      const tag = String((await send(bold.token)).headers.etag)
      expect((await send(bold.token, tag)).statusCode).toBe(304)
      const response = await send(shy.token, tag)
      expect(response.statusCode).toBe(200)
      expect(response.body).toContain('"signature":null')
    }
  })

  test('favorites are veiled like every list', async () => {
    for (const [policy, expected] of [
      ['off', all],
      ['moderate', veiled],
    ] as const) {
      const { call } = await person(policy)
      for (const id of [gentle, adult, unknown]) await call(api.addFavorite, { params: { id } })
      const { items } = await call(api.listFavorites, {})
      expect(Object.fromEntries(items.map(({ id, cover }) => [id, cover?.signature !== null]))).toEqual(
        expected,
      )
    }
  })

  test('a veiled cover is revealed with the very link that others see', async () => {
    const { items } = await w.call(api.listWorks, { query: { policy: 'off' } })
    for (const id of [gentle, adult, unknown]) {
      const cover = items.find((card) => card.id === id)?.cover
      expect(cover?.signature).toEqual(expect.any(String))
      for (const call of [w.call, (await person('moderate')).call]) {
        expect(await call(api.revealCover, { params: { id } })).toEqual({ cover })
      }
    }
    expect(await drawn(w.call)).toEqual(veiled)
  })

  test('there is nothing to reveal where there is no cover, or where the work is hidden', async () => {
    const reveal = (call: Call, id: string, policy?: Policy) =>
      call(api.revealCover, { params: { id }, query: policy ? { policy } : {} })
    const notFound = { status: 404 }
    await expect(reveal(w.call, bare)).rejects.toMatchObject(notFound)
    const strictly = await person('strict')
    const below = await w.signIn({ ageRestriction: 'r15' })
    for (const id of [adult, unknown]) {
      await expect(reveal(w.call, id, 'strict')).rejects.toMatchObject(notFound)
      await expect(reveal(strictly.call, id)).rejects.toMatchObject(notFound)
      await expect(reveal(below.call, id, 'off')).rejects.toMatchObject(notFound)
    }
    await expect(reveal(strictly.call, gentle)).resolves.toHaveProperty('cover.signature')
  })
})

// @module-tag large
/**
 * Two servers with the same works send identical responses. The order in which works, artists and genres arrived, and so their
 * internal keys, must not show, nor whether data is in the base index or the delta.
 */
import { api } from '@koedana/contract/api.ts'
import { basePath } from '@koedana/contract/base-path.ts'
import { entitySorts } from '@koedana/contract/entities.ts'
import type { FeedWork } from '@koedana/contract/feed.ts'
import { workSorts } from '@koedana/contract/filters.ts'
import { entityKinds, followedKinds, type Locale, periods, roleOf } from '@koedana/contract/values.ts'
import { expect, test } from 'vitest'
import { openDatabase } from './db/open.ts'
import { saveSetting } from './db/settings.store.ts'
import { type Engine, eachEngine } from './testing/engines.ts'
import { withWorks } from './testing/prefilled-database.ts'
import { putInLibrary } from './testing/put-in-library.ts'
import { sameWorks, updatedSales } from './testing/similar-works.ts'
import { startTestServer, type World } from './testing/test-server.ts'

const reported = '2026-11-01T00:00:00.000Z'
const given = { visitorCeiling: 'all', now: () => new Date('2026-11-20T12:00:00.000Z') } as const

const filters = [
  '',
  'q=rain',
  'genres=g11&genres=g28&genresMatch=any',
  'artists=a25&artists=a8&artistsMatch=any',
  'excludedMakers=m28',
  'minSales=2',
  'editions=all',
  'inLibrary=true',
]
const numbers = [5, 22, 8, 25, 11, 28]

const addresses = [
  ...periods.map((period) => `/home?period=${period}`),
  ...filters.map((query) => `/works?${query}&pageSize=100`),
  ...workSorts.flatMap((sort) => [
    `/works?sort=${sort}&seed=7&pageSize=100`,
    `/works?sort=${sort}&seed=7&q=rain`,
  ]),
  ...periods.map((period) => `/works?sort=popular&period=${period}&pageSize=100`),
  ...filters.flatMap((query) => [`/works/facets?${query}`, `/works/facets?${query}&top=2`]),
  ...['霧', '灯', 'rain', '雨の', 'm1', 'RJ91000004'].map((q) => `/works/suggest?q=${encodeURIComponent(q)}`),
  ...entityKinds.flatMap((kind) => [
    ...filters.map((query) => `/${kind}?${query}&pageSize=4`),
    ...entitySorts.flatMap((sort) => [
      `/${kind}?sort=${sort}&pageSize=100`,
      `/${kind}?sort=${sort}&pageSize=5`,
    ]),
    `/${kind}?q=${encodeURIComponent('霧')}&sort=nameAsc`,
    ...numbers.flatMap((n) => [
      `/${kind}/${kind[0]}${n}`,
      `/${kind}/${kind[0]}${n}/similar`,
      `/${kind}/${kind[0]}${n}/similar?limit=2`,
    ]),
  ]),
  ...sameWorks.flatMap(({ id }) => [
    `/works/${id}`,
    `/works/${id}/similar`,
    `/works/${id}/similar?limit=2&minSales=1`,
    `/works/${id}/history`,
  ]),
  '/follows',
  '/follows/works',
]

eachEngine((engine) => {
  test('two servers with the same works respond the same, whatever order they received them in', {
    timeout: 240_000,
  }, async () => {
    const backwards = sameWorks.toReversed()
    const halves = [...sameWorks.slice(15), ...sameWorks.slice(0, 15)]
    const [first, ...others] = [
      await responsesOf(await createServerWithDelta(engine, sameWorks, 0)),
      await responsesOf(await createServerWithDelta(engine, halves, 15)),
      await responsesOf(await createRestartedServer(engine, backwards)),
    ]
    for (const other of others) expect(differing(first, other)).toEqual(differing(other, first))
  })
})

type Responses = Readonly<Record<string, string>>

const differing = (responses: Responses = {}, others: Responses = {}) =>
  Object.entries({ ...others, ...responses })
    .filter(([address]) => responses[address] !== others[address])
    .slice(0, 3)

/** Creates a server with `indexed` works in the base index, received one by one; the rest is in the delta. */
async function createServerWithDelta(
  engine: Engine,
  works: readonly FeedWork[],
  indexed: number,
): Promise<World> {
  const stocked = works
    .slice(0, indexed)
    .reduce((before, work) => withWorks(before, [work], reported), engine)
  const open = async () => {
    const database = await stocked.open()
    await saveSetting(database.write, 'linkSecret', 'the same in all')
    return database
  }
  const here = await startTestServer({ ...engine, open }, given)
  for (const work of works.slice(indexed)) await here.make([work], reported)
  await here.make(updatedSales, '2026-11-19T00:00:00.000Z')
  await putInLibrary(
    here.deps.write,
    works.flatMap(({ id, sales }) => (sales === 1 ? [id] : [])),
  )
  await edit(here)
  return here
}

/** Returns the same server after a restart, with everything in the base index. */
async function createRestartedServer(engine: Engine, works: readonly FeedWork[]): Promise<World> {
  const before = await createServerWithDelta(engine, works, 0)
  const { location } = before.deps.database
  await before.close()
  return startTestServer({ ...engine, open: () => openDatabase(location) }, given)
}

/** Edits as administrators do. Some makers have equal names, so the right one must be edited. */
async function edit({ signIn, deps }: World): Promise<void> {
  const { call } = await signIn({ role: roleOf.admin, ageRestriction: 'r18', username: 'keeper' })
  for (const kind of entityKinds) {
    await call(api.updateEntity, { params: { kind, id: `${kind[0]}22` }, body: { name: '霧' } })
    await call(api.updateEntity, { params: { kind, id: `${kind[0]}5` }, body: { name: '灯り' } })
    await call(api.mergeEntity, { params: { kind, id: `${kind[0]}8` }, body: { into: `${kind[0]}25` } })
  }
  const values = { maker: { name: '雪' }, artists: [{ name: '雨' }, { name: 'new here' }] }
  for (const id of ['RJ91000003', 'RJ91000016'])
    await call(api.updateWork, { params: { id }, body: { values } })
  await deps.catalogue.caughtUp()
}

/** Returns what a visitor gets and, in another language, a viewer without limits. Closes the server. */
async function responsesOf(here: World): Promise<Responses> {
  const { call, token } = await here.signIn({ ageRestriction: 'r18', username: 'listener' })
  for (const kind of followedKinds) {
    for (const n of numbers) await call(api.follow, { params: { kind, id: `${kind[0]}${n}` } })
  }
  const responses: Record<string, string> = {}
  const send = async (address: string, locale: Locale, bearer?: string) => {
    const headers = {
      'accept-language': locale,
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    }
    const { statusCode, body } = await here.app.inject({ url: basePath + address, headers })
    responses[`${bearer === undefined ? 'visitor' : 'listener'} ${locale} ${address}`] =
      `${statusCode} ${body}`
  }
  for (const address of addresses) {
    await send(address, 'zh-CN')
    await send(address, 'en-US', token)
  }
  await here.close()
  return responses
}

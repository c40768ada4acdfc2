/** What is hidden leaves no trace: every read answers as a server would that never had the hidden works. */
import { api } from '@koedana/contract/api.ts'
import { basePath } from '@koedana/contract/base-path.ts'
import { entitySorts } from '@koedana/contract/entities.ts'
import type { FeedWork } from '@koedana/contract/feed.ts'
import { workSorts } from '@koedana/contract/filters.ts'
import { writeQuery } from '@koedana/contract/kit/query.ts'
import { entityKinds } from '@koedana/contract/values.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { saveSetting } from './db/settings.store.ts'
import { type Engine, eachEngine } from './testing/engines.ts'
import { putInLibrary } from './testing/put-in-library.ts'
import { catalogues, mayBeSeen, type RandomViewer, viewers } from './testing/random-catalogue.ts'
import { type World, world } from './testing/world.ts'

const runs = Number(process.env.DIFFERENTIAL_CATALOGUES ?? 3)
const seed = Number(process.env.DIFFERENTIAL_SEED ?? 20_261_121)

const filters = [
  '',
  'q=mist',
  'genres=g1',
  'excludedArtists=a1',
  'minSales=3',
  'editions=all',
  'inLibrary=true',
]
const workIds = Array.from({ length: 9 }, (_, at) => `RJ9000000${at}`)

/** Every read of the catalogue, some of them under several filters. */
const addresses = [
  ...['', 'period=all', 'period=weekly'].map((query) => `/home?${query}`),
  ...filters.map((query) => `/works?${query}&pageSize=3`),
  ...workSorts.map((sort) => `/works?sort=${sort}&seed=7&editions=all`),
  ...filters.map((query) => `/works/facets?${query}`),
  ...['mist', 'rain', 'm1', ...workIds].map((q) => `/works/suggest?q=${q}`),
  ...entityKinds.flatMap((kind) => [
    ...filters.map((query) => `/${kind}?${query}`),
    ...entitySorts.map((sort) => `/${kind}?sort=${sort}`),
    ...[0, 1, 2, 3].flatMap((n) => [`/${kind}/${kind[0]}${n}`, `/${kind}/${kind[0]}${n}/similar`]),
  ]),
  ...workIds.flatMap((id) =>
    ['', '/similar', '/history', '/files', '/cover'].map((what) => `/works/${id}${what}`),
  ),
]

eachEngine((engine) => {
  test('no answer tells of what is hidden', { timeout: 60_000 * Math.max(runs, 2) }, () =>
    fc.assert(
      fc.asyncProperty(
        catalogues,
        fc.array(viewers, { minLength: 3, maxLength: 3 }),
        async (works, asking) => {
          for (const viewer of asking) await compare(engine, works, viewer)
        },
      ),
      { numRuns: runs, seed, endOnFailure: true },
    ),
  )
})

async function compare(engine: Engine, works: FeedWork[], viewer: RandomViewer): Promise<void> {
  const [full, bare] = await Promise.all([
    stocked(engine, works, viewer),
    stocked(
      engine,
      works.filter((work) => mayBeSeen(viewer, work)),
      viewer,
    ),
  ])
  try {
    const [inFull, inBare] = await Promise.all([asker(full, viewer), asker(bare, viewer)])
    const stranger = await full.signIn({ ageRestriction: 'r18' })
    for (const address of addresses) {
      const first = await inFull(address)
      expect([address, first]).toEqual([address, await inBare(address)])
      // Somebody who sees more asks in between: what was kept for them is not for this one.
      await ask(full, address, { authorization: `Bearer ${stranger.token}` })
      expect([address, await inFull(address)]).toEqual([address, first])
    }
  } finally {
    await Promise.all([full.close(), bare.close()])
  }
}

/** Two databases that would sign alike. */
async function stocked(engine: Engine, works: readonly FeedWork[], viewer: RandomViewer): Promise<World> {
  const open = async () => {
    const database = await engine.open()
    await saveSetting(database.write, 'linkSecret', 'the same in both')
    await saveSetting(database.write, 'visitorEpoch', 'one')
    return database
  }
  const here = await world({ ...engine, open }, { visitorCeiling: viewer.isVisitor ? viewer.ceiling : 'all' })
  await here.make(works, '2026-11-01T00:00:00.000Z')
  await here.make(
    works.map(({ id, sales }) => ({ id, sales: (sales ?? 0) * 2 })),
    '2026-11-19T00:00:00.000Z',
  )
  await putInLibrary(
    here.deps.write,
    works.filter(({ id }) => Number(id.at(-1)) % 2 === 0).map(({ id }) => id),
  )
  await here.deps.catalogue.caughtUp()
  return here
}

/** How this viewer asks; choices of visitors travel with each question. */
async function asker(here: World, viewer: RandomViewer) {
  const { policy, ageFilterMode, hiddenArtists, hiddenGenres, hiddenMakers } = viewer
  if (viewer.isVisitor) {
    const choices = writeQuery({
      policy,
      ageFilterMode,
      hiddenArtists,
      hiddenGenres,
      hiddenMakers,
    }).toString()
    return (address: string) => ask(here, `${address}${address.includes('?') ? '&' : '?'}${choices}`)
  }
  const { call, token } = await here.signIn({ ageRestriction: viewer.ceiling })
  const chosen = (list: readonly string[]) => list.map((id) => ({ id }))
  await call(api.saveSettings, {
    body: {
      policy,
      ageFilterMode,
      filterDefaults: {},
      excluded: {
        makers: chosen(hiddenMakers),
        series: [],
        artists: chosen(hiddenArtists),
        illustrators: [],
        genres: chosen(hiddenGenres),
      },
    },
  })
  return (address: string) => ask(here, address, { authorization: `Bearer ${token}` })
}

/**
 * Without what may differ: how much own choices hide, and links, which name a session and a time. A tag stands for the
 * bytes as they are, so it is left out where they differ.
 */
async function ask({ app }: World, address: string, headers: Record<string, string> = {}) {
  const answer = await app.inject({
    url: basePath + address,
    headers: { 'accept-language': 'en-US', ...headers },
  })
  const body = answer.body.replace(/,"hidden":\d+/, '').replace(/\?s=[^"]+/g, '')
  const isExact = body === answer.body
  return { status: answer.statusCode, body, etag: isExact ? answer.headers.etag : undefined }
}

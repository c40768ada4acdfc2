// @module-tag large
/**
 * Hidden works leave no trace. Every response must equal, byte for byte, that of a server without the works above the age limit.
 * Except for counts of hidden works, it must also equal that of a server without the works hidden by own filters.
 */
import { runCount } from '@koedana/catalogue/testing/property-runs.ts'
import { api } from '@koedana/contract/api.ts'
import { basePath } from '@koedana/contract/base-path.ts'
import { entitySorts } from '@koedana/contract/entities.ts'
import type { FeedWork } from '@koedana/contract/feed.ts'
import { workSorts } from '@koedana/contract/filters.ts'
import { writeQuery } from '@koedana/contract/kit/endpoint.ts'
import { entityKinds } from '@koedana/contract/values.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { saveSetting } from './db/settings.store.ts'
import { type Engine, eachEngine } from './testing/engines.ts'
import { withWorks } from './testing/prefilled-database.ts'
import { putInLibrary } from './testing/put-in-library.ts'
import {
  catalogues,
  isBelowCeiling,
  mayBeSeen,
  type RandomViewer,
  viewers,
  withUniformNames,
} from './testing/random-catalogue.ts'
import { startTestServer, type World } from './testing/test-server.ts'

const runs = Number(process.env.DIFFERENTIAL_CATALOGUES ?? runCount(3))
const seed = Number(process.env.DIFFERENTIAL_SEED ?? 20_261_121)

const filters = [
  '',
  'q=mist',
  'q=rain',
  'q=lantern',
  'q=-dusk',
  'genres=g1',
  'excludedArtists=a1',
  'minSales=3',
  'editions=all',
  'inLibrary=true',
]
const workIds = Array.from({ length: 9 }, (_, at) => `RJ9000000${at}`)

const addresses = [
  ...['', 'period=all', 'period=weekly'].map((query) => `/home?${query}`),
  ...filters.map((query) => `/works?${query}&pageSize=3`),
  ...workSorts.map((sort) => `/works?sort=${sort}&seed=7&editions=all`),
  ...filters.map((query) => `/works/facets?${query}`),
  ...['mist', 'rain', 'lantern', 'dusk', 'かな', '雨', 'm1', ...workIds].map(
    (q) => `/works/suggest?q=${encodeURIComponent(q)}`,
  ),
  ...entityKinds.flatMap((kind) => [
    ...filters.map((query) => `/${kind}?${query}`),
    ...entitySorts.map((sort) => `/${kind}?sort=${sort}`),
    ...filters.map((query) => `/entity-letters/${kind}?${query}`),
    `/entity-covers/${kind}?${writeQuery({ ids: [0, 1, 2, 3].map((n) => `${kind[0]}${n}`) })}`,
    ...[0, 1, 2, 3].flatMap((n) => [`/${kind}/${kind[0]}${n}`, `/${kind}/${kind[0]}${n}/similar`]),
  ]),
  '/favorites?pageSize=3',
  `/marks?${writeQuery({ ids: workIds })}`,
  ...workIds.flatMap((id) =>
    ['', '/similar', '/history', '/files', '/cover'].map((what) => `/works/${id}${what}`),
  ),
]

eachEngine((engine) => {
  test('no response reveals what is hidden', { timeout: 60_000 * Math.max(runs, 2) }, () =>
    fc.assert(
      fc.asyncProperty(
        catalogues,
        fc.array(viewers, { minLength: 3, maxLength: 3 }),
        async (works, viewing) => {
          for (const viewer of viewing)
            await compare(engine, viewer.areNamesAgreed ? withUniformNames(works) : works, viewer)
        },
      ),
      { numRuns: runs, seed, endOnFailure: true },
    ),
  )
})

async function compare(engine: Engine, works: FeedWork[], viewer: RandomViewer): Promise<void> {
  const below = works.filter((work) => isBelowCeiling(viewer, work))
  const seen = works.filter((work) => mayBeSeen(viewer, work))
  // Works hidden by own filters are not secret, so names that come only from them are known.
  const { areNamesAgreed, hiddenGenres, hiddenArtists, hiddenMakers } = viewer
  const isLikeSeen = areNamesAgreed || [hiddenGenres, hiddenArtists, hiddenMakers].flat().length === 0
  const worlds = await Promise.all(
    [works, below, seen].map((some) => createFilledServer(engine, some, viewer)),
  )
  try {
    const [ofAll, ofBelow, ofSeen] = await Promise.all(worlds.map((here) => readerAs(here, viewer)))
    const stranger = await worlds[0]?.signIn({ ageRestriction: 'r18' })
    if (!ofAll || !ofBelow || !ofSeen || !worlds[0] || !stranger) throw new Error('no world')
    for (const address of addresses) {
      const first = await ofAll(address)
      expect([address, first]).toEqual([address, await ofBelow(address)])
      if (isLikeSeen)
        expect([address, toComparable(first)]).toEqual([address, toComparable(await ofSeen(address))])
      // A viewer who sees more reads in between: their cached response must not be served here.
      await send(worlds[0], address, { authorization: `Bearer ${stranger.token}` })
      expect([address, await ofAll(address)]).toEqual([address, first])
    }
  } finally {
    await Promise.all(worlds.map((here) => here.close()))
  }
}

/** Creates servers with the same signing key. Some works are in the index, some changed since it was built. */
async function createFilledServer(
  engine: Engine,
  works: readonly FeedWork[],
  viewer: RandomViewer,
): Promise<World> {
  const isEven = ({ id }: FeedWork) => Number(id.at(-1)) % 2 === 0
  const full = withWorks(engine, works, '2026-11-01T00:00:00.000Z')
  const open = async () => {
    const database = await full.open()
    await saveSetting(database.write, 'linkSecret', 'the same in both')
    await saveSetting(database.write, 'visitorEpoch', 'one')
    await putInLibrary(
      database.write,
      works.filter(isEven).map(({ id }) => id),
    )
    return database
  }
  const here = await startTestServer(
    { ...engine, open },
    { visitorCeiling: viewer.isVisitor ? viewer.ceiling : 'all' },
  )
  const sold = works.filter(({ id }) => Number(id.at(-1)) < 4)
  await here.make(
    sold.map(({ id, sales }) => ({ id, sales: (sales ?? 0) * 2 })),
    '2026-11-19T00:00:00.000Z',
  )
  return here
}

/** Returns how this viewer reads. Visitors send their filters with each request. */
async function readerAs(here: World, viewer: RandomViewer) {
  const { policy, ageFilterMode, hiddenArtists, hiddenGenres, hiddenMakers } = viewer
  if (viewer.isVisitor) {
    const choices = writeQuery({
      policy,
      ageFilterMode,
      hiddenArtists,
      hiddenGenres,
      hiddenMakers,
    }).toString()
    return (address: string) => send(here, `${address}${address.includes('?') ? '&' : '?'}${choices}`)
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
  await likeAll(here)
  return (address: string) => send(here, address, { authorization: `Bearer ${token}` })
}

/** Every user likes every work, including works that are hidden now. */
async function likeAll({ deps: { db, write } }: World): Promise<void> {
  const users = await db.selectFrom('user').select('key').execute()
  const works = await db.selectFrom('work').select('key').execute()
  const added_at = '2026-11-19T00:00:00.000Z'
  const rows = users.flatMap((user) =>
    works.map((work) => ({ user_key: user.key, work_key: work.key, added_at })),
  )
  if (rows.length > 0) await write.insertInto('favorite').values(rows).execute()
}

/** Returns the response without signed links, which differ by session and time. If there were any, the ETag is dropped too. */
async function send(
  { app }: World,
  address: string,
  headers: Record<string, string> = {},
): Promise<ResponseRecord> {
  const requested = { url: basePath + address, headers: { 'accept-language': 'en-US', ...headers } }
  // The first ETag is derived from request, version and process; later ones from the content.
  await app.inject(requested)
  const response = await app.inject(requested)
  const body = response.body.replace(/\?s=[^"]+/g, '')
  return {
    status: response.statusCode,
    body,
    etag: body === response.body ? response.headers.etag : undefined,
  }
}

interface ResponseRecord {
  readonly status: number
  readonly body: string
  readonly etag: unknown
}

/** Removes the number of works hidden by own filters. The ETag covers the whole response, so it is not compared. */
function toComparable({ status, body }: ResponseRecord) {
  return { status, body: body.replace(/,"hidden":\d+/, '') }
}

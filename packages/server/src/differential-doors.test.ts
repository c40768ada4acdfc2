// @module-tag large
/**
 * Hidden works leave no trace in any compatibility API. Every response must equal, byte for byte, that of a server without the
 * works above the age limit, and that of one without the works hidden by own filters. Personal data of hidden works is hidden too.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCount } from '@koedana/catalogue/testing/property-runs.ts'
import { api } from '@koedana/contract/api.ts'
import { appScopes } from '@koedana/contract/app-passwords.ts'
import type { FeedEntity, FeedWork } from '@koedana/contract/feed.ts'
import { roleOf, workKeyOf } from '@koedana/contract/values.ts'
import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import * as v from 'valibot'
import { afterAll, expect, test } from 'vitest'
import { doorAddresses } from './testing/door-urls.ts'
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

const runs = Number(process.env.DIFFERENTIAL_CATALOGUES ?? runCount(2))
const seed = Number(process.env.DIFFERENTIAL_SEED ?? 20_261_126)

/**
 * Circles and genres have numeric IDs as in marketplaces. Other IDs would get a number derived from the key, which differs between
 * servers.
 */
const maker = (id: string) => `RG0000${id.at(-1)}`
const genre = (id: string) => `10${id.at(-1)}`
const withMarketplaceIds = (works: readonly FeedWork[]): FeedWork[] => {
  const numbered = (id: (old: string) => string) => (entity: FeedEntity) => ({ ...entity, id: id(entity.id) })
  return works.map((work) => ({
    ...work,
    maker: work.maker && numbered(maker)(work.maker),
    genres: work.genres?.map(numbered(genre)),
  }))
}

const root = mkdtempSync(join(tmpdir(), 'koedana-differential-'))
for (let at = 0; at < 9; at++) writeFileSync(join(root, `${workKeyOf(`RJ9000000${at}`)}.mp3`), `sound ${at}`)
afterAll(() => rmSync(root, { recursive: true }))

eachEngine((engine) => {
  test('no door reveals what is hidden', { timeout: 120_000 * Math.max(runs, 2) }, () =>
    fc.assert(
      fc.asyncProperty(catalogues, viewers, async (catalogue, viewer) => {
        await compare(engine, viewer.areNamesAgreed ? withUniformNames(catalogue) : catalogue, viewer)
      }),
      { numRuns: runs, seed, endOnFailure: true },
    ),
  )
})

async function compare(engine: Engine, catalogue: FeedWork[], viewer: RandomViewer): Promise<void> {
  const below = catalogue.filter((work) => isBelowCeiling(viewer, work))
  const seen = catalogue.filter((work) => mayBeSeen(viewer, work))
  // Names that come only from works hidden by own filters are not secret.
  const { areNamesAgreed, hiddenGenres, hiddenArtists, hiddenMakers } = viewer
  const isLikeSeen = areNamesAgreed || [hiddenGenres, hiddenArtists, hiddenMakers].flat().length === 0
  const worlds: World[] = []
  try {
    for (const some of [catalogue, below, ...(isLikeSeen ? [seen] : [])])
      worlds.push(await createFilledServer(engine, withMarketplaceIds(some)))
    const readers = await Promise.all(worlds.map((here) => readersAs(here, viewer)))
    const [first, ...others] = readers
    if (!first) throw new Error('no world')
    let readable = 0
    for (const address of doorAddresses) {
      const response = await first.read(address)
      expect([address, response.status < 500]).toEqual([address, true])
      for (const { read } of others) expect([address, await read(address)]).toEqual([address, response])
      // A viewer who sees more reads in between: their cached response must not be served here.
      if ((await first.readAsStranger(address)).status < 400) readable += 1
      expect([address, await first.read(address)]).toEqual([address, response])
    }
    // Some works must be readable, otherwise the test proves nothing.
    expect(readable).toBeGreaterThan(doorAddresses.length / 2)
  } finally {
    for (const here of worlds) await here.close()
  }
}

/** Creates a server with works of which some are in the index and some changed since it was built. */
async function createFilledServer(engine: Engine, all: readonly FeedWork[]): Promise<World> {
  const full = withWorks(engine, all, '2026-11-01T00:00:00.000Z')
  const open = async () => {
    const database = await full.open()
    const here = all.filter(({ id }) => !id.endsWith('5')).map(({ id }) => id)
    await putInLibrary(database.write, here, root)
    return database
  }
  const made = await startTestServer({ ...engine, open }, { hasDoors: true })
  const sold = all.filter(({ id }) => Number(id.at(-1)) < 4)
  await made.make(
    sold.map(({ id, sales }) => ({ id, sales: (sales ?? 0) * 2 })),
    '2026-11-19T00:00:00.000Z',
  )
  const admin = await made.signIn({ role: roleOf.admin })
  const doors = { kikoeru: true, subsonic: true, feed: true, abs: true, dav: true }
  await admin.call(api.updateSiteSettings, { body: { doors } })
  return made
}

const Token = v.union([
  v.pipe(
    v.object({ token: v.string() }),
    v.transform(({ token }) => token),
  ),
  v.pipe(
    v.object({ user: v.object({ token: v.string() }) }),
    v.transform(({ user }) => user.token),
  ),
])

type Read = (address: string) => Promise<{ readonly status: number; readonly body: string }>

/** Returns how this viewer reads, and how a viewer without limits does. */
async function readersAs(here: World, viewer: RandomViewer): Promise<{ read: Read; readAsStranger: Read }> {
  const { policy, ageFilterMode, hiddenArtists, hiddenGenres, hiddenMakers } = viewer
  const read = await readerOf(here, 'viewer', viewer.ceiling)
  const chosen = (ids: readonly string[]) => ids.map((id) => ({ id }))
  const excluded = {
    makers: chosen(hiddenMakers.map(maker)),
    series: [],
    artists: chosen(hiddenArtists),
    illustrators: [],
    genres: chosen(hiddenGenres.map(genre)),
  }
  await read.call(api.saveSettings, { body: { policy, ageFilterMode, filterDefaults: {}, excluded } })
  const stranger = await readerOf(here, 'stranger', 'r18')
  await addPersonalData(here)
  return { read: read.read, readAsStranger: stranger.read }
}

async function readerOf({ app, signIn }: World, username: string, ageRestriction: RandomViewer['ceiling']) {
  const { call, user } = await signIn({ username, ageRestriction })
  const { password } = await call(api.createAppPassword, { body: { name: 'x', scopes: [...appScopes] } })
  const enter = async (url: string, name: string) =>
    v.parse(
      Token,
      (await app.inject({ method: 'POST', url, payload: { [name]: username, password } })).json(),
    )
  const tokens = {
    kikoeru: await enter('/kikoeru/api/auth/me', 'name'),
    abs: await enter('/abs/login', 'username'),
  }
  const requestOf = (address: string): InjectOptions => {
    const [, door, rest = ''] = /^\/(\w+)\/(.*)$/.exec(address) ?? []
    if (door === 'rest') {
      const login = new URLSearchParams({ u: username, p: password, f: 'json' })
      return { url: `${address}${address.includes('?') ? '&' : '?'}${login}` }
    }
    if (door === 'feeds') return { url: `/feeds/${password}/${rest}` }
    if (door === 'dav') {
      const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
      const isFile = address.endsWith('.mp3')
      return { method: isFile ? 'GET' : 'PROPFIND', url: address, headers: { authorization, depth: '1' } }
    }
    return {
      url: address,
      headers: { authorization: `Bearer ${tokens[door === 'abs' ? 'abs' : 'kikoeru']}` },
    }
  }
  const read: Read = async (address) => {
    const response = await app.inject({ ...requestOf(address) })
    const body = response.body
      .replaceAll(password, 'the password')
      .replaceAll(user.id, 'the user')
      .replace(/"lastModified":\d+/, '')
      // Each server signs with its own secret.
      .replace(/\/cover\?c=[\w.-]+/g, '/cover?c=signed')
    return { status: response.statusCode, body }
  }
  return { call, read }
}

/** Every user likes and has started every work and follows every circle, including works that are hidden now. */
async function addPersonalData({ deps: { db, write } }: World): Promise<void> {
  const users = await db.selectFrom('user').select('key').execute()
  const tracks = await db.selectFrom('track').select(['id', 'work_key']).execute()
  const makers = await db.selectFrom('maker').select('id').execute()
  const at = '2026-11-19T00:00:00.000Z'
  for (const { key } of users) {
    const favorites = tracks.map(({ work_key }) => ({ user_key: key, work_key, added_at: at }))
    if (favorites.length > 0) await write.insertInto('favorite').values(favorites).execute()
    const heard = tracks.map(({ id, work_key }) => ({
      user_key: key,
      work_key,
      revision: 1,
      track_id: id,
      position_ms: 9_000,
      play_id: `play-${work_key}`,
      play_started_ms: Date.parse(at),
      play_based_on: 0,
      device_id: 'device',
      device_name: 'phone',
      updated_ms: Date.parse(at),
      finished_ms: null,
      rival_play_id: null,
    }))
    if (heard.length > 0) await write.insertInto('progress').values(heard).execute()
    const followed = makers.map(({ id }) => ({
      user_key: key,
      kind: 'makers' as const,
      entity_id: id,
      followed_at: at,
    }))
    if (followed.length > 0) await write.insertInto('follow').values(followed).execute()
  }
}

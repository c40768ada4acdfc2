/**
 * Replays the requests that kikoeru web clients make at each load (kikoeru-quasar, src/layouts/MainLayout.vue and src/pages/Works.vue;
 * Number178's client makes the same), with the types of the fields that they read.
 */
import { api } from '@koedana/contract/api.ts'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { putInLibrary } from '../../../testing/put-in-library.ts'
import { type AppsWorld, appsWorld, password, rainNumber } from './testing/kikoeru-world.ts'
import { StrictList } from './testing/strict-shapes.ts'

const Me = v.strictObject({
  user: v.object({ name: v.string(), group: v.picklist(['administrator', 'user', 'guest']) }),
  auth: v.boolean(),
})
/** routes/version.js of Number178/kikoeru-express. */
const Version = v.strictObject({
  current: v.string(),
  latest_stable: v.string(),
  latest_release: v.string(),
  update_available: v.boolean(),
  notifyUser: v.boolean(),
  lockFileExists: v.boolean(),
  lockReason: v.nullable(v.string()),
})
/** sharedConfigHandle in config.js of the same repository. */
const Shared = v.object({
  sharedConfig: v.object({ rewindSeekTime: v.number(), forwardSeekTime: v.number() }),
})

/** Columns: ID, age category, release, sales, price, rating, reviews. */
const works = [
  ['RJ01000101', 'r18', '2020-03-01', 50, 700, 4.5, 9],
  ['RJ01000102', 'all', '2021-03-01', 10, 900, 3.5, 1],
  ['RJ01000103', 'r18', '2019-03-01', 30, 100, 4.9, 5],
  ['RJ01000104', 'all', '2022-03-01', 20, 300, 4.1, 7],
] as const
const numberOf = (id: string) => Number(id.slice(2))

eachEngine((engine) => {
  let here: AppsWorld
  let token: string
  beforeEach(async () => {
    here = await appsWorld(engine)
    await here.w.signIn({ username: 'adult', password, ageRestriction: 'r18' })
    token = await here.signIn('adult')
  })
  afterEach(() => here.close())

  test('a load shows no error: who it is, the version, the shared settings, the first page', async () => {
    expect(await here.read(Me, '/api/auth/me', token)).toMatchObject({ user: { name: 'adult' } })
    const version = await here.read(Version, '/api/version', token)
    expect([version.update_available && version.notifyUser, version.lockFileExists]).toEqual([false, false])
    expect(await here.read(Shared, '/api/config/shared', token)).toEqual({
      sharedConfig: { rewindSeekTime: 5, forwardSeekTime: 30 },
    })
    expect(
      (await here.read(StrictList, '/api/works?order=release&sort=desc&page=1&seed=7', token)).works,
    ).toHaveLength(2)
    for (const path of ['/api/version', '/api/config/shared'])
      expect((await here.send('GET', path)).statusCode, path).toBe(401)
  })

  test('every order is there in both directions, and pages through all works', async () => {
    await here.w.make(
      works.map(([id, ageCategory, releaseDate, sales, price, rating, reviewCount]) => ({
        id,
        name: `Tide ${id}`,
        ageCategory,
        releaseDate,
        sales,
        price,
        rating,
        reviewCount,
      })),
    )
    const { write, coversFolder } = here.w.deps
    await putInLibrary(
      write,
      works.map(([id]) => id),
      coversFolder,
    )
    await here.w.deps.catalogue.caughtUp()
    const { token: own } = await here.w.call(api.login, { body: { username: 'adult', password } })
    const call = here.w.bearing(own)
    for (const [id, rating] of [
      ['RJ01000102', 5],
      ['RJ01000103', 2],
    ] as const)
      await call(api.saveMark, { params: { id }, body: { rating } })
    const list = async (query: string) => {
      const numbers: number[] = []
      for (let page = 1; page <= 5; page++) {
        const found = await here.read(
          StrictList,
          `/api/search/Tide?${query}&page=${page}&pageSize=1&seed=3`,
          token,
        )
        expect(found.pagination.totalCount, query).toBe(works.length)
        numbers.push(...found.works.map(({ id }) => id))
      }
      return numbers.map((number) => number - 1_000_100)
    }
    const orders = {
      release: [4, 2, 1, 3],
      dl_count: [1, 3, 4, 2],
      price: [2, 1, 4, 3],
      rate_average_2dp: [3, 1, 4, 2],
      review_count: [1, 4, 3, 2],
      id: [4, 3, 2, 1],
    }
    for (const [order, descending] of Object.entries(orders)) {
      expect(await list(`order=${order}&sort=desc`), order).toEqual(descending)
      expect(await list(`order=${order}&sort=asc`), order).toEqual(descending.toReversed())
    }
    // Ties are sorted by release, latest first, as in kikoeru-express (routes/metadata.js).
    expect(await list('order=nsfw&sort=desc')).toEqual([1, 3, 4, 2])
    expect(await list('order=nsfw&sort=asc')).toEqual([4, 2, 1, 3])
    expect(await list('order=rating&sort=desc')).toEqual([2, 3, 4, 1])
    expect(await list('order=rating&sort=asc')).toEqual([4, 1, 3, 2])
    for (const order of ['created_at', 'create_date'])
      expect(await list(`order=${order}&sort=asc`)).toEqual(
        (await list(`order=${order}&sort=desc`)).toReversed(),
      )
    expect(numberOf(works[0][0]) - rainNumber).toBe(100)
    const one = await here.read(StrictList, '/api/works?order=nsfw&sort=desc&nsfw=1', token)
    expect(one.works.some(({ nsfw }) => nsfw)).toBe(false)
  })
})

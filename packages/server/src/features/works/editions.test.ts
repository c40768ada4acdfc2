import { api } from '@koedana/contract/api.ts'
import type { FeedWork } from '@koedana/contract/feed.ts'
import { type EntityKind, entityKinds, type Locale, locales } from '@koedana/contract/values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Engine, eachEngine } from '../../testing/engines.ts'
import { withWorks } from '../../testing/prefilled-database.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'

const person = (id: string) => ({ id, name: `${id} name` })
const calm = { id: 'calm', name: 'Calm' }
const loud = { id: 'loud', name: 'Loud' }
const shared: Partial<FeedWork> = {
  maker: { id: 'm1', name: 'House' },
  ageCategory: 'all',
  artists: [person('voice')],
}

/** An original with two translations, one work without editions, an original above the age limit, and editions of a missing original. */
const works: FeedWork[] = [
  {
    ...shared,
    id: 'RJ90000001',
    name: '雨',
    sales: 100,
    genres: [calm],
    languages: ['JPN'],
    releaseDate: '2020-01-01',
  },
  {
    ...{
      ...shared,
      id: 'RJ90000002',
      name: '下雨',
      editionOf: 'RJ90000001',
      sales: 2_412,
      languages: ['CHI_HANS'],
    },
    ...{ artists: [person('voice'), person('guest')], genres: [calm, loud], releaseDate: '2022-01-01' },
  },
  {
    ...{ ...shared, id: 'RJ90000003', name: 'Rain', editionOf: 'RJ90000001', sales: 5, languages: ['ENG'] },
    ...{ genres: [calm], releaseDate: '2023-01-01' },
  },
  {
    ...shared,
    id: 'RJ90000004',
    name: '夜',
    sales: 600,
    genres: [loud],
    languages: ['JPN'],
    releaseDate: '2022-05-05',
  },
  {
    id: 'RJ90000005',
    name: '大人',
    ageCategory: 'r18',
    sales: 900,
    artists: [person('hidden')],
    languages: ['JPN'],
  },
  {
    ...{ id: 'RJ90000006', name: 'Grown', editionOf: 'RJ90000005', ageCategory: 'all', languages: ['ENG'] },
    ...{ artists: [person('singer')], sales: 7 },
  },
  { id: 'RJ90000008', name: 'No', editionOf: 'RJ90000007', ageCategory: 'all', languages: ['ENG'], sales: 1 },
  {
    id: 'RJ90000009',
    name: '没',
    editionOf: 'RJ90000007',
    ageCategory: 'all',
    languages: ['CHI_HANT'],
    sales: 2,
  },
]

const states = {
  'in the index': (engine: Engine) => startTestServer(withWorks(engine, works, '2026-11-01T00:00:00.000Z')),
  'changed since': async (engine: Engine) => {
    const here = await startTestServer(engine)
    await here.make(works)
    return here
  },
}

eachEngine((engine) => {
  describe.each(Object.entries(states))('of editions that are %s', (_name, open) => {
    let here: World
    beforeAll(async () => {
      here = await open(engine)
    })
    afterAll(() => here.close())

    type Query = NonNullable<Parameters<typeof listed>[0]>
    const listed = (
      query: NonNullable<Parameters<typeof here.call<typeof api.listWorks>>[1]['query']>,
      locale: Locale,
    ) => here.as(locale)(api.listWorks, { query: { sort: 'salesDesc', ...query } })
    const shown = async (query: Query, locale: Locale) =>
      (await listed(query, locale)).items.map(({ id }) => id.slice(-1)).join('')
    const inEach = async (query: Query) => Promise.all(locales.map((locale) => shown(query, locale)))

    test('a group passes by any edition, and the best of those that pass is shown', async () => {
      expect(await inEach({})).toEqual(['2469', '4638', '4168'])
      expect(await inEach({ minSales: 500 })).toEqual(['24', '24', '24'])
      expect(await inEach({ minSales: 50 })).toEqual(['24', '41', '41'])
      expect(await inEach({ languages: ['ENG'] })).toEqual(['638', '638', '638'])
      expect(await inEach({ releaseYear: 2022 })).toEqual(['24', '24', '24'])
      expect(await inEach({ excludedGenres: ['loud'] })).toEqual(['169', '638', '168'])
      expect(await inEach({ minSales: 50, editions: 'all' })).toEqual(['241', '241', '241'])
    })

    test('the same address counts as many works in every language', async () => {
      for (const query of [{}, { minSales: 50 }, { maxPrice: 9 }, { q: '雨' }, { artists: ['voice'] }]) {
        const totals = await Promise.all(locales.map(async (locale) => (await listed(query, locale)).total))
        expect(new Set(totals).size).toBe(1)
      }
      const sizes = await Promise.all(locales.map((locale) => here.as(locale)(api.getHome, {})))
      expect(sizes.map(({ workCount }) => workCount)).toEqual([4, 4, 4])
    })

    test('a typed id finds the edition that it names', async () => {
      for (const { id } of works.filter(({ ageCategory }) => ageCategory === 'all')) {
        for (const locale of locales) {
          const found = await listed({ q: id }, locale)
          expect([found.total, found.items.map((item) => item.id)]).toEqual([1, [id]])
          const suggested = await here.as(locale)(api.suggest, { query: { q: id } })
          expect([suggested.jump, suggested.works.map((item) => item.id)]).toEqual([id, [id]])
        }
      }
    })

    test.each(['guest', 'singer'])(
      'who is credited on an edition that is not shown has a page (%s)',
      async (id) => {
        for (const locale of locales) {
          const call = here.as(locale)
          const credited = { ...person(id), workCount: 1 }
          expect(await call(api.getEntity, { params: { kind: 'artists', id } })).toEqual({
            ...credited,
            ownedCount: 0,
          })
          const { items } = await call(api.listEntities, { params: { kind: 'artists' } })
          expect(items).toContainEqual({ ...credited, ownedCount: 0, value: 1 })
          const suggested = await call(api.suggest, { query: { q: credited.name } })
          expect(suggested.entities).toContainEqual({ kind: 'artists', ...credited })
          expect((await listed({ artists: [id] }, locale)).total).toBe(1)
        }
      },
    )

    test('somebody who is credited on a hidden edition alone is unknown', async () => {
      const hidden = { params: { kind: 'artists', id: 'hidden' } } as const
      await expect(here.call(api.getEntity, hidden)).rejects.toMatchObject({ status: 404 })
      expect((await listed({ artists: ['hidden'] }, 'ja-JP')).total).toBe(0)
    })

    test('editions count once, and each has its own numbers', async () => {
      for (const locale of locales) {
        const query = { sort: 'averageSalesDesc' } as const
        const { items } = await here.as(locale)(api.listEntities, { params: { kind: 'makers' }, query })
        const value = (100 + 2_412 + 5 + 600) / 4
        expect(items).toEqual([{ id: 'm1', name: 'House', workCount: 2, ownedCount: 0, value }])
      }
    })

    test('a facet counts as many works as its choice leads to', async () => {
      const filters: Query[] = [
        {},
        { minSales: 50 },
        { languages: ['CHI_HANS', 'JPN'] },
        { genres: ['calm'] },
      ]
      for (const filter of [
        ...filters,
        { q: 'R' },
        { excludedGenres: ['loud'] },
        { editions: 'all' } as const,
      ]) {
        for (const locale of locales) {
          for (const [choice, count] of await choicesOf(filter, locale)) {
            const { total } = await listed({ ...filter, ...choice }, locale)
            expect([filter, choice, total]).toEqual([filter, choice, count])
          }
        }
      }
    })

    async function choicesOf(filter: Query, locale: Locale): Promise<[Query, number][]> {
      const found = await here.as(locale)(api.getFacets, { query: filter })
      const among = (kind: EntityKind) =>
        kind === 'artists' || kind === 'genres' ? (filter[kind] ?? []) : []
      return [
        ...entityKinds.flatMap((kind) =>
          (found[kind]?.items ?? []).map(({ id, workCount }): [Query, number] => [
            { [kind]: [...new Set([...among(kind), id])] },
            workCount,
          ]),
        ),
        ...(found.ageCategories ?? []).map(({ value, count }): [Query, number] => [
          { ageCategories: [value] },
          count,
        ]),
        ...(found.releaseYears ?? []).map(({ value, count }): [Query, number] => [
          { releaseYear: value },
          count,
        ]),
        ...(found.languages ?? []).map(({ value, count }): [Query, number] => [
          { languages: [value] },
          count,
        ]),
      ]
    }
  })
})

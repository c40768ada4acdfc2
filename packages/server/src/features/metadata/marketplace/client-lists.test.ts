import { startMarketplace } from '@koedana/fakes/marketplace/start-marketplace.ts'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../../lib/log.ts'
import { createOutbound } from '../../../lib/outbound.ts'
import type { ListRequest } from '../source.ts'
import { createMarketplace } from './client.ts'
import { plainSettings } from './testing/small-market.ts'

async function openMarket(count = 400) {
  const fake = await startMarketplace({ works: count })
  const outbound = createOutbound({ userAgent: 'test' })
  onTestFinished(async () => {
    await outbound.close()
    await fake.close()
  })
  const settings = { ...plainSettings, baseUrl: fake.url }
  const sources = { settings: () => settings, outbound, now: () => new Date(), log: createLog('silent') }
  const marketplace = createMarketplace(sources)
  const readAll = async (wanted: ListRequest) => {
    const ids: string[] = []
    for (let page: number | undefined = 1; page !== undefined; ) {
      const result = await marketplace.readPage(wanted, page)
      if (result.kind !== 'found') return result
      ids.push(...result.value.works.map(({ id }) => id))
      page = result.value.next
    }
    return ids.sort()
  }
  return { fake, works: [...fake.works.all()], marketplace, readAll }
}

const shown = (work: { readonly state: string; readonly age: number }) =>
  work.state === 'sold' && work.age < 3

test('a list is followed to its end, page by page', async () => {
  const { fake, works, readAll } = await openMarket()
  const [first] = works
  if (!first) throw new Error('no works')
  for (const { id } of works.slice(0, 100)) fake.change(id, { maker: first.maker })
  const all = [...fake.works.all()]
  const ofMaker = all.filter((work) => shown(work) && work.maker.id === first.maker.id).map(({ id }) => id)
  expect(ofMaker.length).toBeGreaterThan(90)
  fake.forgetRequests()
  expect(await readAll({ kind: 'maker', floor: 'home', id: first.maker.id })).toEqual(ofMaker.sort())
  expect(fake.counts().byRoute.list).toBe(Math.ceil(ofMaker.length / 50))
})

test('works of a series, of an artist and of a day', async () => {
  const { works, readAll } = await openMarket()
  const work = works.find((one) => shown(one) && one.series && one.voices[0])
  const [series, voice] = [work?.series?.id ?? '', work?.voices[0]?.name ?? '']
  const idsOf = (holds: (one: (typeof works)[number]) => boolean) =>
    works
      .filter(holds)
      .map(({ id }) => id)
      .sort()
  expect(await readAll({ kind: 'series', floor: 'home', id: series })).toEqual(
    idsOf((one) => shown(one) && one.series?.id === series),
  )
  const listed = await readAll({ kind: 'artist', floor: 'home', name: voice })
  expect(listed).toEqual(
    idsOf(
      (one) =>
        one.state !== 'delisted' &&
        one.age < 3 &&
        [...one.voices, ...one.illustrators, ...one.writers, ...one.musicians].some(
          ({ name }) => name === voice,
        ),
    ),
  )
  const day = new Date((work?.releaseDay ?? 0) * 86_400_000).toISOString().slice(0, 10)
  expect(await readAll({ kind: 'released', floor: 'home', day })).toEqual(
    idsOf((one) => shown(one) && one.releaseDay === work?.releaseDay),
  )
})

test('floors for adults respond without asking for an age', async () => {
  const { works, readAll } = await openMarket()
  const adult = works.find(({ state, age }) => state === 'sold' && age === 3)
  const listed = await readAll({ kind: 'maker', floor: 'maniax', id: adult?.maker.id ?? '' })
  expect(listed).toContain(adult?.id)
})

test('names with marks of addresses in them are found whole', async () => {
  const { fake, works, readAll } = await openMarket(100)
  const [work] = works
  const name = '一/二?三#四%五&六 七'
  fake.change(work?.id ?? '', { voices: [{ id: '777', name }] })
  expect(await readAll({ kind: 'artist', floor: 'home', name })).toEqual([work?.id])
})

test('a day, a series and a maker without works', async () => {
  const { readAll } = await openMarket(100)
  expect(await readAll({ kind: 'released', floor: 'home', day: '1999-01-01' })).toEqual([])
  expect(await readAll({ kind: 'series', floor: 'home', id: 'SRI0000000000' })).toEqual([])
  expect(await readAll({ kind: 'maker', floor: 'home', id: 'RG00000000' })).toEqual({ kind: 'absent' })
})

test('rows give names with all their signs, makers, prices and sales', async () => {
  const { fake, marketplace } = await openMarket(100)
  const work = fake.works.example('entitiesInName')
  const result = await marketplace.readPage({ kind: 'maker', floor: 'home', id: work.maker.id }, 1)
  const row = result.kind === 'found' ? result.value.works.find(({ id }) => id === work.id) : undefined
  const { id, name, maker, sales } = work
  expect(row).toMatchObject({ id, name, maker: { id: maker.id, name: maker.name }, sales })
})

test('sections for women have lists of their own, of a day and of a circle', async () => {
  const { fake, works, readAll } = await openMarket(100)
  const sold = works.filter(({ state, case: kind }) => state === 'sold' && kind === 'plain')
  const [first] = sold
  if (!first) throw new Error('no works')
  const floors = ['girls', 'girls-drama', 'bl', 'bl-drama'] as const
  const day = new Date(first.releaseDay * 86_400_000).toISOString().slice(0, 10)
  for (const [i, floor] of floors.entries()) {
    const work = sold[i]
    fake.change(work?.id ?? '', { floor, age: 3, maker: first.maker, releaseDay: first.releaseDay })
    expect(await readAll({ kind: 'maker', floor, id: first.maker.id })).toEqual([work?.id])
    expect(await readAll({ kind: 'released', floor, day })).toEqual([work?.id])
  }
})

/** Tests every special case of the fake marketplace over real HTTP, compared with its own data. */
import {
  type Marketplace as FakeMarketplace,
  startMarketplace,
} from '@koedana/fakes/marketplace/start-marketplace.ts'
import type { MarketWork } from '@koedana/fakes/marketplace/world/market-work.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../../lib/log.ts'
import { createOutbound } from '../../../lib/outbound.ts'
import type { LookupSource } from '../source.ts'
import { createMarketplace } from './client.ts'
import { hundredths } from './parse/lenient-schemas.rules.ts'
import { plainSettings } from './testing/small-market.ts'

const works = 200
let fake: FakeMarketplace
let marketplace: LookupSource
const outbound = createOutbound({ userAgent: 'Koedana/test (+self-hosted catalogue)' })

beforeAll(async () => {
  fake = await startMarketplace({ works })
  const settings = { ...plainSettings, baseUrl: fake.url }
  marketplace = createMarketplace({
    settings: () => settings,
    outbound,
    now: () => new Date(),
    log: createLog('silent'),
  })
})

afterAll(async () => {
  await outbound.close()
  await fake.close()
})

const ages = [undefined, 'all', 'r15', 'r18']
const named = (persons: readonly { id: string; name: string }[]) =>
  persons.length > 0 ? persons.map(({ id, name }) => ({ id, name })) : undefined
const dayOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)

test('every record is read as it is, in all its shapes', async () => {
  for (const work of fake.works.all()) {
    const result = await marketplace.readRecord(work.id)
    if (work.state === 'delisted') {
      expect(result).toEqual({ kind: 'absent' })
      continue
    }
    if (result.kind !== 'found') throw new Error(`${work.id} is ${result.kind}`)
    const shown = fake.works.find(work.translation.originalId ?? '') ?? work
    const reported = result.value.work
    expect({ ...reported, languages: undefined, price: undefined, listPrice: undefined }).toEqual({
      id: work.id,
      name: work.name,
      ...(work.kana === null ? {} : { kana: work.kana }),
      ageCategory: ages[work.age],
      ratingCount: work.ratings.reduce((sum, count) => sum + count, 0),
      rating: meanOf(work.ratings),
      releaseDate: dayOf(work.releaseDay),
      maker: { id: shown.maker.id, name: shown.maker.name },
      series: shown.series ? { id: shown.series.id, name: shown.series.name } : undefined,
      artists: named(work.voices),
      illustrators: named(work.illustrators),
      genres: named(work.genres.map(({ id, ja }) => ({ id: String(id), name: ja }))),
      writers: work.writers.length > 0 ? work.writers.map(({ name }) => name) : undefined,
      musicians: work.musicians.length > 0 ? work.musicians.map(({ name }) => name) : undefined,
      availability: availabilityOf(work),
      editionOf: rootOf(work),
    })
    expect(result.value.root).toBe(rootOf(work) === work.id ? undefined : rootOf(work))
    expect(result.value.original).toBe(work.translation.originalId ?? undefined)
    expect(result.value.childIds).toEqual(work.translation.childIds)
  }
})

const rootOf = ({ editions }: MarketWork) => editions.find(({ lang }) => lang === 'JPN')?.id

function meanOf(ratings: readonly number[]): number | undefined {
  const count = ratings.reduce((sum, some) => sum + some, 0)
  const stars = ratings.reduce((sum, some, at) => sum + some * (at + 1), 0)
  return count === 0 ? undefined : hundredths(stars / count)
}

function availabilityOf({ state, translation }: { state: string; translation: { role: string } }) {
  if (state !== 'sold') return 'announced'
  return translation.role === 'parent' ? 'unavailable' : 'on_sale'
}

test('numbers come in batches, and every id has a result', async () => {
  fake.forgetRequests()
  const ids = [...fake.works.all()].map(({ id }) => id)
  const results = await marketplace.readNumbers([...ids, 'RJ09999999', ids[0] ?? ''])
  expect(results.size).toBe(works + 1)
  expect(results.get('RJ09999999')).toEqual({ kind: 'absent' })
  for (const work of fake.works.all()) {
    const result = results.get(work.id)
    if (result?.kind !== 'found') throw new Error(`${work.id} is ${result?.kind}`)
    const { sales, wishlistCount, reviewCount, rating, ratingCount } = result.value.work
    expect({ sales, wishlistCount, reviewCount, rating, ratingCount }).toEqual(numbersOf(work))
  }
  expect(fake.counts().byRoute.numbers).toBe(5)
  expect(fake.counts().maxAtOnce).toBe(1)
})

/** The numbers of this case are null. Its rating is counted from the individual ratings. */
function numbersOf({ case: kind, sales, wishlistCount, reviewCount, ratings }: MarketWork) {
  const rated = { rating: meanOf(ratings), ratingCount: ratings.reduce((sum, some) => sum + some, 0) }
  if (kind === 'nullNumbers')
    return { sales: undefined, wishlistCount: undefined, reviewCount: undefined, ...rated }
  const isOld = kind === 'oldNumbers' || kind === 'bonus'
  return { sales, wishlistCount: isOld ? 0 : wishlistCount, reviewCount, ...rated }
}

test('a hash moves when a work changes, and not as it sells', async () => {
  const { id } = fake.works.example('plain')
  const hash = async () => {
    const result = (await marketplace.readNumbers([id])).get(id)
    return result?.kind === 'found' ? result.value.hash : undefined
  }
  const before = await hash()
  fake.change(id, { sales: 99_999, reviewCount: 77 })
  expect(await hash()).toBe(before)
  fake.change(id, { name: '別の名前' })
  expect(await hash()).not.toBe(before)
})

test('names in further locales', async () => {
  const { id, genres } = fake.works.example('plain')
  const result = await marketplace.readNames(id, 'en-US')
  if (result.kind !== 'found') throw new Error(result.kind)
  expect([...result.value.genres.keys()]).toEqual(genres.map((genre) => String(genre.id)))
  expect(await marketplace.readNames(fake.works.example('delisted').id, 'zh-CN')).toEqual({ kind: 'absent' })
})

test('pictures arrive whole; one that is missing is absent, one that is kept from us refused', async () => {
  const pictureOf = async (kind: 'plain' | 'imageMissing' | 'imageForbidden' | 'translationChild') => {
    const result = await marketplace.readRecord(fake.works.example(kind).id)
    return marketplace.readPicture(result.kind === 'found' ? (result.value.coverUrl ?? '') : '')
  }
  expect(await pictureOf('plain')).toMatchObject({ kind: 'found' })
  expect(await pictureOf('translationChild')).toMatchObject({ kind: 'found' })
  expect(await pictureOf('imageMissing')).toEqual({ kind: 'absent' })
  expect(await pictureOf('imageForbidden')).toEqual({ kind: 'fault', reason: 'pictureRefused' })
  const placeholder = await marketplace.readRecord(fake.works.example('imagePlaceholder').id)
  expect(placeholder).toMatchObject({ kind: 'found', value: { coverUrl: undefined } })
  const guess = placeholder.kind === 'found' ? placeholder.value.guessedCoverUrl : undefined
  expect(await marketplace.readPicture(guess ?? '')).toEqual({ kind: 'absent' })
  expect(await marketplace.readPicture(`${fake.url}/images/web/home/no_img_main.gif`)).toEqual({
    kind: 'absent',
  })
  const page = await marketplace.readPicture(`${fake.url}/robots.txt`)
  expect(page).toEqual({ kind: 'fault', reason: 'pictureUnreadable' })
})

test('a family that its circle translated is joined at the Japanese entry; each member has its own numbers and language', async () => {
  const original = fake.works.example('circleOriginal')
  const members = original.editions.map(({ id }) => id)
  expect(members).toHaveLength(3)
  const numbers = await marketplace.readNumbers(members)
  for (const { id, lang } of original.editions) {
    const work = fake.works.find(id)
    expect(work?.translation).toMatchObject({ role: 'none', originalId: null, lang: null })
    expect(await marketplace.readRecord(id)).toMatchObject({
      kind: 'found',
      value: {
        work: { editionOf: original.id, languages: [lang], maker: { id: original.maker.id } },
        original: undefined,
      },
    })
    expect(numbers.get(id)).toMatchObject({ value: { work: { sales: work?.sales, editionOf: original.id } } })
  }
})

test('a translation of an edition that is none of the roots belongs to the root of that one', async () => {
  const family = fake.works.example('circleTranslation')
  const [child] = [...fake.works.all()].filter(({ case: kind }) => kind === 'plain')
  if (!child) throw new Error('no works')
  fake.change(child.id, {
    translation: { role: 'child', originalId: family.id, parentId: null, childIds: [], lang: 'KO_KR' },
  })
  const root = family.editions[0]?.id
  expect(await marketplace.readRecord(child.id)).toMatchObject({
    kind: 'found',
    value: { work: { editionOf: root }, original: family.id, root },
  })
})

test('a cover that the record has placeholders for is found by its address, or in a smaller size', async () => {
  const [, , first, second] = [...fake.works.all()].filter(
    ({ case: kind, state }) => kind === 'plain' && state === 'sold',
  )
  for (const [work, image, path] of [
    [first, 'unlisted', 'modpub'],
    [second, 'resizedOnly', 'resize'],
  ] as const) {
    fake.change(work?.id ?? '', { image })
    const result = await marketplace.readRecord(work?.id ?? '')
    if (result.kind !== 'found') throw new Error(result.kind)
    expect(result.value.coverUrl).toBeUndefined()
    const picture = await marketplace.readPicture(result.value.guessedCoverUrl ?? '')
    expect(picture).toMatchObject({
      kind: 'found',
      value: { url: expect.stringContaining(`/${path}/images2/`) },
    })
  }
})

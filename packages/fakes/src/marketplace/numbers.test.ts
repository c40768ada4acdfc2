import { expect, test } from 'vitest'
import { numbers, numbersOf, standing } from './testing/fetch-json.ts'

const market = standing({ works: 300 })

test('numbers of several leave out whom they do not know; of none known they are an empty list', async () => {
  const [one, two] = [...market().works.all()]
  const ids = [one?.id ?? '', two?.id ?? '']
  const record = await numbers(market(), [...ids, 'RJ01000101'])
  expect(Object.keys(record ?? {})).toEqual(ids)
  expect(await numbers(market(), ['RJ01000101', 'RJ01000102'])).toEqual([])
})

test('numbers are those that are true', async () => {
  const work = [...market().works.all()].find(({ sales, reviewCount }) => sales > 500 && reviewCount > 5)
  const record = await numbersOf(market(), work?.id ?? '')
  const [one, two, three, four, five] = work?.ratings ?? [0, 0, 0, 0, 0]
  const count = one + two + three + four + five
  const mean = (one + 2 * two + 3 * three + 4 * four + 5 * five) / count
  expect(record).toMatchObject({
    dl_count: work?.sales,
    wishlist_count: work?.wishlistCount,
    rate_count: count,
    review_count: work?.reviewCount,
    rate_average_2dp: Math.round(mean * 100) / 100,
  })
  expect(record.rate_count_detail).toMatchObject([1, 2, 3, 4, 5].map((point) => ({ review_point: point })))
})

test('old numbers are text, the wish list is false, the fine average is missing', async () => {
  const work = market().works.example('oldNumbers')
  const record = await numbersOf(market(), work.id)
  expect(record).toMatchObject({
    dl_count: String(work.sales),
    review_count: String(work.reviewCount),
    wishlist_count: false,
  })
  expect(record).not.toHaveProperty('rate_average_2dp')
})

test('numbers can be null all over', async () => {
  expect(await numbersOf(market(), market().works.example('nullNumbers').id)).toMatchObject({
    dl_count: null,
    wishlist_count: null,
    review_count: null,
    rate_average_2dp: null,
  })
})

test('works without ratings have no average', async () => {
  expect(
    (await numbersOf(market(), market().works.example('unrated').id)).rate_average_2dp ?? null,
  ).toBeNull()
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { capturedFolder, capturedNumbers } from '../testing/captured.ts'
import { readNumbersOf } from './numbers.rules.ts'

const id = 'RJ01698658'
const workOf = (fields: object) => readNumbersOf(fields, id)?.work
const hashOf = (fields: object) => readNumbersOf({ ...plain, ...fields }, id)?.hash
const plain = { work_name: 'Tea', price: 880, official_price: 1100, options: 'SND#JPN', on_sale: 1 }

test.skipIf(!capturedFolder)(
  'real numbers are read with exactly the values they hold, whatever is new',
  () => {
    const reported = {
      id,
      name: expect.stringContaining('ノワール編'),
      ageCategory: 'all',
      price: 1584,
      listPrice: 1980,
      sales: 1918,
      wishlistCount: 4321,
      rating: 4.89,
      ratingCount: 112,
      reviewCount: 73,
      releaseDate: '2026-08-22',
      availability: 'on_sale',
    }
    const info = capturedNumbers()
    const unknown = fc.dictionary(
      fc.string().filter((key) => !(key in info)),
      fc.jsonValue(),
    )
    expect(workOf(info)).toEqual(reported)
    fc.assert(
      fc.property(unknown, (further) => {
        expect(workOf({ ...further, ...info })).toEqual(reported)
      }),
    )
  },
)

test('the sum over languages counts, where there is one', () => {
  expect(workOf({ dl_count: 10, dl_count_total: 25 })?.sales).toBe(25)
  expect(workOf({ dl_count: 10, dl_count_total: 0 })?.sales).toBe(10)
  expect(workOf({ dl_count: null, dl_count_total: 0 })?.sales).toBeUndefined()
  expect(workOf({ dl_count: 0 })?.sales).toBe(0)
})

test('numbers as they were written years ago', () => {
  expect(workOf({ dl_count: '42', wishlist_count: false, review_count: '14' })).toEqual({
    id,
    sales: 42,
    wishlistCount: 0,
    reviewCount: 14,
  })
})

test('ratings come with two decimals, or are computed from the counts of each star', () => {
  const rows = [
    { review_point: 5, count: 104 },
    { review_point: 4, count: 5 },
    { review_point: '3', count: '2' },
    { review_point: 2, count: 1 },
  ]
  expect(workOf({ rate_average_2dp: 4.57, rate_count: 7 })).toMatchObject({ rating: 4.57, ratingCount: 7 })
  expect(workOf({ rate_count_detail: rows })).toMatchObject({ rating: 4.89, ratingCount: 112 })
  expect(workOf({ rate_average_2dp: null, rate_count: 0, rate_count_detail: [] })).toEqual({
    id,
    ratingCount: 0,
  })
})

test('the hash moves with title, price and options, and never with sales, ratings or reviews', () => {
  const before = hashOf({})
  const numbers = { dl_count: 5, wishlist_count: 3, rate_count: 8, review_count: 1, rate_average_2dp: 4 }
  expect(hashOf({ ...numbers, options: 'JPN#REV#SND' })).toBe(before)
  const changes = [{ work_name: 'Coffee' }, { price: 990 }, { options: 'SND#JPN#TRI' }, { on_sale: 0 }]
  expect(new Set([before, ...changes.map(hashOf)]).size).toBe(5)
})

test('whatever comes, nothing is thrown', () => {
  const keys = [
    'dl_count',
    'rate_count_detail',
    'price',
    'options',
    'wishlist_count',
    'work_name',
    'regist_date',
  ]
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...keys), fc.jsonValue()), (info) => workOf(info)?.id === id),
  )
  for (const none of [null, [], 'x', 7, false]) expect(readNumbersOf(none, id)).toBeUndefined()
})

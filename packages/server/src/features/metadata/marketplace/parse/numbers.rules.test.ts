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

/** Counts as EaraAsmrPlayer captured them for RJ01348345: the first is a string, the others are numbers. */
const family = (first: number, second: number) => ({
  dl_count_total: first + second,
  dl_count_items: [
    { workno: 'RJ01348345', edition_id: 35_299, display_order: 1, lang: 'JPN', dl_count: String(first) },
    { workno: id, edition_id: 35_299, display_order: 5, lang: 'CHI_HANS', dl_count: second },
  ],
})

test('a member of a family has its own sales, never those of the family', () => {
  expect(workOf({ dl_count: 7, ...family(17_775, 1_950) })?.sales).toBe(1_950)
  expect(workOf(family(17_775, 0))?.sales).toBe(0)
  // The edition of a single translator is not among the items.
  const others = family(17_775, 1_950).dl_count_items.filter(({ workno }) => workno !== id)
  expect(workOf({ dl_count: 7, dl_count_total: 19_725, dl_count_items: others })?.sales).toBe(7)
  expect(workOf({ dl_count: null, dl_count_total: 19_725, dl_count_items: [] })?.sales).toBeUndefined()
  expect(workOf({ dl_count: 10, dl_count_total: 0, dl_count_items: [] })?.sales).toBe(10)
  expect(workOf({ dl_count: 0 })?.sales).toBe(0)
})

test('the items tell the root, and the record of a work that joins a family is read again', () => {
  expect(workOf(family(2, 1))?.editionOf).toBe('RJ01348345')
  expect(workOf({ dl_count: 1, dl_count_items: [] })?.editionOf).toBeUndefined()
  expect(hashOf(family(2, 1))).not.toBe(hashOf({}))
  expect(hashOf(family(2, 1))).toBe(hashOf(family(20, 10)))
  expect(hashOf({ dl_count_items: [] })).toBe(hashOf({}))
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

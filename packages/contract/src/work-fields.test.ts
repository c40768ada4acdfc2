import { expect, test } from 'vitest'
import { workFieldNames } from './field-lists.ts'
import { workFields } from './work-fields.ts'

test('the bits that databases hold keep their fields for good', () => {
  const bits = workFieldNames.map((name) => `${workFields[name].bit} ${name}`)
  // Only append to this list: the bits are stored in every catalog.
  expect(bits).toEqual([
    '0 name',
    '1 names',
    '2 kana',
    '3 ageCategory',
    '4 price',
    '5 listPrice',
    '6 sales',
    '7 wishlistCount',
    '8 rating',
    '9 ratingCount',
    '10 reviewCount',
    '11 releaseDate',
    '12 languages',
    '13 maker',
    '14 series',
    '15 artists',
    '16 illustrators',
    '17 genres',
    '18 writers',
    '19 musicians',
    '20 availability',
    '21 editionOf',
    '22 duration',
    '23 cover',
  ])
})

test('no two fields share a bit, and each fits into the integer that holds them', () => {
  const bits = workFieldNames.map((name) => workFields[name].bit)
  expect(new Set(bits).size).toBe(bits.length)
  // 1 << 31 would be negative.
  expect(Math.max(...bits)).toBeLessThan(31)
})

import { FeedWork } from '@koedana/contract/feed.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { librivoxFeed } from './librivox.ts'
import { marketplaceWorks } from './marketplace-records.ts'
import { hasRealData } from './test-data.ts'

test('the LibriVox catalogue, or its twin, is a feed of 9,715 works without a fault', () => {
  const lines = librivoxFeed().trim().split('\n').slice(1)
  expect(lines).toHaveLength(9_715)
  for (const line of lines) expect(v.safeParse(FeedWork, JSON.parse(line)).issues).toBeUndefined()
})

test.skipIf(!hasRealData)('the saved marketplace responses read as the values they hold', () => {
  const works = marketplaceWorks()
  for (const work of works) expect(v.safeParse(FeedWork, work).issues).toBeUndefined()
  expect(works[0]).toMatchObject({
    id: 'RJ01698658',
    ageCategory: 'all',
    price: 1584,
    listPrice: 1980,
    sales: 1918,
    rating: 4.89,
    ratingCount: 112,
    reviewCount: 73,
    releaseDate: '2026-08-22',
    maker: { id: 'RG01068359', name: 'Bit grooove lab.' },
    artists: [{ id: '42968', name: '上田麗奈' }],
    writers: ['chill'],
  })
})

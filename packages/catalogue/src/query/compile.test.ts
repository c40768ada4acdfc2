import { workSorts } from '@koedana/contract/filters.ts'
import { entityKinds, locales, matches } from '@koedana/contract/values.ts'
/** Enough works that rare entities have lists, common ones have bitsets, and ranges end between the steps of their orders. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberColumns, unknown } from '../model/generation.ts'
import { allAges, openFilter, type Viewer, type WorkQuery } from '../model/query.ts'
import type { WorkRow } from '../model/row.ts'
import { catalogueOf, simdKernel } from '../testing/generation-of.ts'
import { listNaively } from '../testing/oracle.ts'
import { runOptions } from '../testing/property-runs.ts'

const count = 3_000
const maxNumber = 1_000

function createSkewed(seed: number) {
  let state = seed
  return (size: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) ** 3 * size)
  }
}

function rowsOf(seed: number): WorkRow[] {
  const skewed = createSkewed(seed)
  const number = () => (skewed(8) > 3 ? unknown : skewed(maxNumber))
  const entities = (most: number) => [...new Set(Array.from({ length: skewed(most + 1) }, () => skewed(300)))]
  const works = Array.from({ length: count }, (_, at) => at * 3 + skewed(3))
  /** Makes every tenth work an edition of one of a hundred originals, some of which do not exist. */
  const editionOf = (at: number) => {
    const original = 10 * ((at * 7) % 100)
    const key = works[original] ?? -1
    return at % 10 !== 1 ? -1 : original % 50 === 0 ? key - (key % 3) + ((key + 1) % 3) : key
  }
  return works.map((key, at) => ({
    key,
    age: 1 + skewed(3),
    ...{ price: skewed(9), sales: number(), wishlistCount: number(), rating: number() },
    ...{ ratingCount: number(), reviewCount: number(), duration: number(), releaseDay: number() },
    ...{ addedAt: skewed(maxNumber), createdAt: skewed(maxNumber), updatedAt: Number.NaN },
    languages: skewed(16),
    inLibrary: skewed(2) === 0,
    hasLyrics: skewed(9) > 0,
    lyricsLanguages: skewed(16),
    editionOf: editionOf(at),
    texts: [],
    growth: { daily: unknown, weekly: unknown, monthly: unknown, yearly: unknown },
    entities: {
      makers: [skewed(400)],
      series: entities(1),
      artists: entities(4),
      illustrators: entities(2),
      genres: entities(8),
    },
  }))
}

const key = fc.oneof(fc.nat(5), fc.nat(60), fc.integer({ min: -1, max: 420 }))
const kind = fc.constantFrom(...entityKinds)
const list = <T>(item: fc.Arbitrary<T>, most: number) => fc.array(item, { maxLength: most, size: 'max' })
const rarely = <T>(defaultValue: T, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(defaultValue) }, { weight: 1, arbitrary: other })
const conditions = fc.record({
  ages: rarely(allAges, fc.constantFrom(0b0010, 0b0110)),
  languages: rarely(0, fc.constantFrom(1, 6)),
  inLibrary: rarely<boolean | undefined>(undefined, fc.boolean()),
  hasLyrics: rarely<boolean | undefined>(undefined, fc.boolean()),
  lyricsLanguages: rarely(0, fc.constantFrom(1, 6)),
  ranges: list(
    fc.record({
      column: fc.constantFrom(...numberColumns),
      min: fc.oneof(fc.constant(0), fc.nat(maxNumber)),
      max: fc.oneof(fc.constant(2_147_483_647), fc.nat(maxNumber)),
    }),
    2,
  ),
  included: list(fc.record({ kind, keys: list(key, 3), match: fc.constantFrom(...matches) }), 2),
  excluded: list(fc.record({ kind, keys: list(key, 6) }), 2),
  excludedWorks: list(fc.integer({ min: -10, max: 3 * count + 10 }), 40),
  sort: fc.constantFrom(...workSorts),
  editions: fc.constantFrom('representative' as const, 'all' as const),
  offset: fc.constantFrom(0, 0, 0, 7, 24, 240, 2_000),
})
const viewer: fc.Arbitrary<Viewer> = fc.record({
  ages: fc.constantFrom(allAges, allAges, 0b0110),
  excluded: rarely<Viewer['excluded']>([], list(fc.record({ kind, keys: list(key, 2) }), 1)),
  locale: fc.constantFrom(...locales),
})

test.each([1, 2])('thousands of works match in one call as by the plain filter (%i)', (seed) => {
  const rows = rowsOf(seed)
  const catalogue = catalogueOf(rows, simdKernel)
  fc.assert(
    fc.property(conditions, viewer, (wanted, reader) => {
      const query: WorkQuery = { ...openFilter, ...wanted, seed, period: 'all', limit: 24 }
      const plain = listNaively(rows, query, reader)
      expect(catalogue.list(query, reader)).toEqual(plain)
      expect(catalogue.count(query, reader)).toBe(plain.total)
    }),
    runOptions(1_000),
  )
})

test('of works with more editions than languages make, the best that matches counts', () => {
  const groupSize = 14
  const rows = rowsOf(1).map((row, at, all) => {
    const first = all[at - (at % groupSize)]?.key ?? -1
    return { ...row, age: 1, editionOf: at % groupSize === 0 ? -1 : first }
  })
  const catalogue = catalogueOf(rows, simdKernel)
  const reader: Viewer = { ages: allAges, excluded: [], locale: 'ja-JP' }
  fc.assert(
    fc.property(
      fc.array(fc.nat(count - 1), { minLength: 1, maxLength: 400 }),
      fc.nat(1),
      (dropped, isMost) => {
        // Excludes the first edition of a group and mostly many of the following ones.
        const excludedWorks = dropped.flatMap((at) => keysFrom(rows, at - (at % groupSize), isMost * 11 + 1))
        const page = { sort: 'salesDesc', seed: 0, period: 'all', offset: 0, limit: 100 } as const
        const query: WorkQuery = { ...openFilter, ...page, excludedWorks }
        expect(catalogue.list(query, reader)).toEqual(listNaively(rows, query, reader))
      },
    ),
    runOptions(200),
  )
})

test('of few works that are left, one of an excluded entity with many others gives no way to its edition', () => {
  const isFrom = (at: number, start: number, length: number) => at >= start && at < start + length
  const rows = rowsOf(1).map((row, at, all) => {
    const [isLeft, isExcluded] = [at < 20, at < 6 && at % 2 === 0]
    const genres = [
      ...(isLeft || isFrom(at, 100, 200) ? [1] : []),
      ...(isLeft || isFrom(at, 1_000, 200) ? [2] : []),
      ...(isExcluded || isFrom(at, 2_000, 87) ? [3] : []),
    ]
    const editionOf = isLeft && at % 2 === 1 ? (all[at - 1]?.key ?? -1) : -1
    return { ...row, age: 1, languages: 0, editionOf, entities: { ...row.entities, genres } }
  })
  const catalogue = catalogueOf(rows, simdKernel)
  const reader: Viewer = { ages: allAges, excluded: [], locale: 'ja-JP' }
  for (const sort of workSorts)
    for (const [offset, editions] of [[0, 'representative'] as const, [3, 'all'] as const]) {
      const included = [{ kind: 'genres' as const, keys: [1, 2], match: 'all' as const }]
      const excluded = [{ kind: 'genres' as const, keys: [3] }]
      const page = { sort, seed: 3, period: 'all', offset, limit: 5 } as const
      const query: WorkQuery = { ...openFilter, ...page, editions, included, excluded }
      const plain = listNaively(rows, query, reader)
      expect(plain.total).toBe(editions === 'all' ? 17 : 10)
      expect(catalogue.list(query, reader)).toEqual(plain)
    }
})

const keysFrom = (rows: readonly WorkRow[], at: number, length: number) =>
  rows.slice(at, at + length).map((row) => row.key)

test.each(['salesDesc', 'random'] as const)(
  'every page of all that a viewer may see, however deep (%s)',
  (sort) => {
    const rows = Array.from({ length: 4 }, (_, part) =>
      rowsOf(part).map((row) => ({ ...row, key: row.key + part * 10_000 })),
    ).flat()
    const catalogue = catalogueOf(rows, simdKernel)
    const reader: Viewer = { ages: 0b0110, excluded: [{ kind: 'genres', keys: [0, 1] }], locale: 'ja-JP' }
    const query = { ...openFilter, seed: 1, period: 'all', sort } as const
    const whole = listNaively(rows, { ...query, offset: 0, limit: rows.length }, reader)
    for (let offset = 0; offset <= whole.total; offset += 97) {
      const keys = whole.keys.slice(offset, offset + 24)
      expect(catalogue.list({ ...query, offset, limit: 24 }, reader)).toEqual({ keys, total: whole.total })
    }
  },
)

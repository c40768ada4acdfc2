/** Random catalogues, questions and viewers: small enough to be thorough, odd enough to meet every corner. */
import { workSorts } from '@koedana/contract/filters.ts'
import { entityKinds, locales, matches } from '@koedana/contract/values.ts'
import fc from 'fast-check'
import { numberColumns, unknown } from '../columns.ts'
import { allAges, type Viewer, type WorkQuery } from '../query.ts'
import type { WorkRow } from '../row.ts'

/** Few values, so that ties and matches are common. */
const number = fc.oneof(fc.integer({ min: 0, max: 6 }), fc.constant(unknown))
const instant = fc.oneof(
  fc.integer({ min: 1_700_000_000_000, max: 1_700_000_000_004 }),
  fc.constant(Number.NaN),
)
const entity = fc.integer({ min: 0, max: 5 })
const entities = (most: number) => fc.uniqueArray(entity, { maxLength: most })
/** Beyond the sizes at which bits fill their words. */
const mostWorks = 100
const key = fc.integer({ min: 0, max: mostWorks + 20 })

export const workRow: fc.Arbitrary<WorkRow> = fc.record({
  key,
  age: fc.integer({ min: 1, max: 3 }),
  price: number,
  sales: number,
  wishlistCount: number,
  rating: number,
  ratingCount: number,
  reviewCount: number,
  duration: number,
  releaseDay: number,
  addedAt: instant,
  createdAt: instant,
  updatedAt: instant,
  languages: fc.integer({ min: 0, max: 15 }),
  inLibrary: fc.boolean(),
  hasLyrics: fc.boolean(),
  editionOf: fc.oneof(
    { weight: 3, arbitrary: fc.constant(-1) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 8 }) },
  ),
  entities: fc.record({
    makers: entities(1),
    series: entities(1),
    artists: entities(4),
    illustrators: entities(2),
    genres: entities(6),
  }),
})

/** A work is not an edition of itself, nor of an edition: the store sees to that. */
export const workRows = fc
  .uniqueArray(workRow, { maxLength: mostWorks, selector: (row) => row.key })
  .map(flattenEditions)

export function flattenEditions(rows: readonly WorkRow[]): WorkRow[] {
  const originals = new Set(rows.map(({ editionOf }) => editionOf))
  return rows.map((row) => (originals.has(row.key) ? { ...row, editionOf: -1 } : row))
}

const kind = fc.constantFrom(...entityKinds)
const keys = fc.array(fc.integer({ min: -1, max: 8 }), { maxLength: 3 })
const excluded = fc.array(fc.record({ kind, keys }), { maxLength: 2 })
const flag = fc.constantFrom(undefined, true, false)
const bound = fc.integer({ min: 0, max: 6 })

export const workQuery: fc.Arbitrary<WorkQuery> = fc.record({
  ages: fc.constantFrom(allAges, allAges, 0b0010, 0b0110, 0b1000, 0),
  ranges: fc.array(fc.record({ column: fc.constantFrom(...numberColumns), min: bound, max: bound }), {
    maxLength: 2,
  }),
  included: fc.array(
    fc.record({
      kind,
      keys: fc.array(fc.integer({ min: -1, max: 8 }), { minLength: 1, maxLength: 3 }),
      match: fc.constantFrom(...matches),
    }),
    { maxLength: 2 },
  ),
  excluded,
  excludedWorks: fc.array(key, { maxLength: 4 }),
  languages: fc.constantFrom(0, 0, 1, 6),
  inLibrary: flag,
  hasLyrics: flag,
  editions: fc.constantFrom('representative', 'all'),
  sort: fc.constantFrom(...workSorts),
  seed: fc.integer({ min: 0, max: 3 }),
  offset: fc.constantFrom(0, 0, 1, 2, 3, 5, 8, 24, 90),
  limit: fc.constantFrom(1, 5, 24),
})

export const viewer: fc.Arbitrary<Viewer> = fc.record({
  ages: fc.constantFrom(0b0010, 0b0110, allAges, 0b1000),
  excluded,
  locale: fc.constantFrom(...locales),
})
